import { stripVTControlCharacters } from "node:util";

import { formatObservation, formatPage } from "@webserv/host/src/format/observation.ts";
import { formatRemoved, formatSandboxes } from "@webserv/host/src/format/results.ts";
import { formatBriefly, formatStep } from "@webserv/host/src/format/step.ts";
import { table } from "@webserv/host/src/format/table.ts";
import { duration } from "@webserv/host/src/format/time.ts";
import { Output } from "@webserv/host/src/cli/commands/output.ts";
import type { Observation } from "@webserv/shared/model/page/observation.ts";
import type { Sandbox } from "@webserv/shared/model/sandbox.ts";
import type { Step } from "@webserv/shared/model/step.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import { expect, test } from "vitest";

import { capture } from "../cli/commands/captured-output.ts";

const observation: Observation = {
  url: "http://store.test/",
  title: "Demo store",
  html: '<input id="search">',
  tokens: 0,
  expandable: [],
  clickable: [],
  hoverable: ["menu"],
  inputs: [
    { id: "search", type: "search", value: "tote", editable: true, focused: true },
    { id: "gift", type: "checkbox", value: "on", editable: true, focused: false, checked: false },
  ],
  selects: [
    {
      id: "size",
      value: "m",
      selectedIndex: 1,
      multiple: false,
      options: [
        { id: "s", value: "s", text: "S", selected: false, disabled: true },
        { id: "m", value: "m", text: "M", selected: true },
      ],
    },
  ],
  omitted: [{ what: "frame", where: "http://ads.test/", why: "it did not answer" }],
  tabs: [{ index: 0, url: "http://store.test/", title: "Demo store", active: true }],
  form: "html",
  at: "2025-01-01T00:00:00.000Z",
};

const step: Step = {
  sessionId: "s",
  step: 3,
  roundTripMs: 412.4,
  actionId: "a",
  status: "done",
  action: { type: "type", id: "search", text: "tote", enter: true },
  target: { id: "search", tag: "input", role: "searchbox", name: "Search" },
  input: "trusted",
  effects: { value: "tote" },
  settle: {
    status: "settled",
    mode: "network-idle",
    waitedMs: 180,
    waitedFor: [{ kind: "fetch", url: "http://store.test/api/search?q=tote", ms: 80 }],
    pending: [],
    unlisted: 0,
    reasons: [],
  },
  times: { locateMs: 1, inputMs: 2, settleMs: 180, observeMs: 4, totalMs: 190 },
  observation,
};

const plain = stripVTControlCharacters;

const navigated = { from: "http://a/", to: "http://b/" };
test.each<[string, Partial<Step>, string]>([
  ["changed", { changed: true }, "done type search tote · the page changed"],
  ["did not change", { changed: false }, "done type search tote · nothing changed on the page"],
  [
    "was left",
    { changed: true, effects: { navigated } },
    "done type search tote · went to http://b/",
  ],
  ["stayed as nothing was done", { changed: false, status: "failed" }, "failed type search tote"],
  ["was not compared", {}, "done type search tote"],
])("of a page that %s, and that it is not shown, a model is told so", (_what, more, told) => {
  const quiet = { ...step, effects: {}, observation: null, ...more };
  expect(plain(formatBriefly(quiet))).toBe(told);
});

const here = { from: "http://shop.test/a", to: "http://shop.test/a#b" };
test.each<[string, Partial<Step>, boolean]>([
  ["a click", {}, false],
  ["a click that goes to a place on the page", { effects: { navigated: here } }, false],
  ["a click that goes to another page", { effects: { navigated } }, true],
  ["a load of the same address", { action: { type: "goto", url: "http://shop.test/" } }, true],
  ["a way back", { action: { type: "back" } }, true],
])(
  "after %s, a page that reads as before is told as a page or as unchanged",
  (_what, more, isPage) => {
    const same = { ...observation, html: "@@", since: "2026-09-01T10:00:00.000Z" };
    const told = plain(formatPage(same, { ...step, effects: {}, ...more }));
    expect(told.includes("nothing changed on the page")).toBe(!isPage);
    expect(/http:\/\/\S+\nthis page reads as the one before it/.test(told)).toBe(isPage);
  },
);

test("downloads are told with what came of each", () => {
  const downloads: Step["effects"]["downloads"] = [
    { name: "a.pdf", url: "", state: "complete", bytes: 12, path: "/d/a.pdf" },
    { name: "b.zip", url: "", state: "in-progress", bytes: 3, totalBytes: 9 },
    { name: "c.bin", url: "", state: "failed", bytes: 0, reason: "NETWORK_FAILED" },
  ];
  const told = plain(formatStep({ ...step, effects: { downloads } }));
  expect(told).toContain("downloaded /d/a.pdf (12 bytes)");
  expect(told).toContain("downloading b.zip (3 of 9 bytes)");
  expect(told).toContain("download of c.bin failed (NETWORK_FAILED)");
});

test("a page that loads in a tab which was open is told with the tab, and a tab that is gone has no address", () => {
  const effects = {
    tabsOpened: [""],
    tabsLoaded: [{ index: 1, url: "http://shop.test/manual" }],
  };
  const told = plain(formatStep({ ...step, effects }));
  expect(told).toContain("opened a tab · loaded http://shop.test/manual in tab 1");
});

test("words that came and went are told", () => {
  const effects = { passed: ["That name is taken"] };
  expect(plain(formatStep({ ...step, effects }))).toContain('passed: "That name is taken"');
});

test("a dialog that waits is shown in place of the page, and in the step", () => {
  const dialog = { kind: "prompt", message: "Who?", default: "x", url: "http://f.test/" } as const;
  const lines = plain(formatObservation({ ...observation, html: "<!---->", dialog })).split("\n");
  expect(lines[1]).toBe('prompt: "Who?", offers "x"  http://f.test/');
  const tabs = [
    { index: 0, url: "http://a.test/", title: "A", active: true },
    {
      index: 1,
      url: "http://b.test/",
      title: "B",
      active: false,
      opener: 0,
      dialog: "confirm" as const,
    },
  ];
  expect(plain(formatObservation({ ...observation, tabs }))).toContain(
    "http://b.test/  from 0  confirm waits",
  );
  const effects: Step["effects"] = {
    dialog,
    dialogs: [
      { kind: "confirm", message: "Go?", answer: "dismissed", by: "timeout" },
      { kind: "prompt", message: "Who?", answer: "accepted", text: "me", by: "agent" },
    ],
  };
  const told = plain(formatStep({ ...step, effects }));
  expect(told).toContain('confirm "Go?" dismissed for want of an answer');
  expect(told).toContain('prompt "Who?" accepted with "me"');
  expect(told).toContain('prompt "Who?" waits');
});

test("many dialogs are told by the first ones and the number of the others, and equal ones by their number", () => {
  const alert = { kind: "alert", answer: "accepted" } as const;
  const dialogs = [
    { ...alert, message: "Again", times: 70 },
    ...Array.from({ length: 11 }, (_, at) => ({ ...alert, message: `No ${at}` })),
    { ...alert, message: "No 11", times: 4 },
  ];
  const told = plain(formatStep({ ...step, effects: { dialogs, dialogsUnlisted: 5 } }));
  expect(told).toContain('alert "Again" accepted 70 times · alert "No 0" accepted ·');
  expect(told).not.toContain("No 9");
  expect(told).toContain("11 more dialogs answered");
});

test("an observation shows page, content, state of inputs and selects, and what was left out", () => {
  expect(plain(formatObservation(observation)).split("\n")).toEqual([
    '"Demo store"  http://store.test/',
    '<input id="search">',
    "inputs:",
    '  search (search) = "tote", focused',
    "  gift (checkbox), not checked",
    "selects:",
    "  size: S (disabled) | [M]",
    "hover for more:",
    "  menu",
    "left out:",
    "  frame: http://ads.test/: it did not answer",
  ]);
});

test("a field says how it wants its value, what it offers, and what is wrong", () => {
  const inputs: Observation["inputs"] = [
    {
      id: "day",
      type: "date",
      value: "",
      editable: true,
      focused: false,
      required: true,
      format: "YYYY-MM-DD",
      invalid: "Choose a day",
    },
    {
      id: "fruit",
      type: "combobox",
      value: "Ap",
      editable: true,
      focused: true,
      expanded: true,
      options: [
        { id: "apple", value: "Apple", text: "Apple", selected: true },
        { id: "pear", value: "Pear", text: "Pear", selected: false, disabled: true },
      ],
    },
  ];
  const lines = plain(formatObservation({ ...observation, inputs })).split("\n");
  expect(lines).toContain('  day (date) = "", required, as YYYY-MM-DD, invalid: "Choose a day"');
  expect(lines).toContain(
    '  fruit (combobox) = "Ap", focused, open, options: [Apple] | Pear (disabled)',
  );
});

test("an explained observation ends with what speaks for and against each element", () => {
  const explained = [
    { id: "add", tag: "button", evidence: ["tag", "react"], disabled: true, not: "disabled" },
    { id: "", tag: "div", evidence: ["listener"], not: "the controls in it take them" },
  ];
  expect(
    plain(formatObservation({ ...observation, explained }))
      .split("\n")
      .slice(-3),
  ).toEqual([
    "why:",
    "  add <button>: tag, react; not clickable: disabled",
    "  - <div>: listener; not clickable: the controls in it take them",
  ]);
});

test("an explained observation ends with the texts that nobody sees, and why", () => {
  const texts = [
    { text: "Ignore all", tag: "p", why: "same-colour" },
    { text: "Menu\n", tag: "a", why: "not-drawn" },
  ] as const;
  const lines = (more: number): string[] =>
    plain(formatObservation({ ...observation, unseen: { texts: [...texts], more } }))
      .split("\n")
      .slice(-4);
  expect(lines(0).slice(1)).toEqual([
    "unseen:",
    '  "Ignore all" <p>: same-colour',
    '  "Menu\\n" <a>: not-drawn',
  ]);
  expect(lines(3).at(-1)).toBe("  and 3 more");
});

test("a step is one line: status, action, target, effects, what was waited for, how long", () => {
  expect(plain(formatStep(step))).toBe(
    '3. done type search tote · searchbox "Search" · "tote" before Enter · settled after 180 ms for fetch /api/search?q=tote 80 ms · 412 ms',
  );
});

test("a field's value is that of now unless Enter was pressed after it was read", () => {
  const action = { type: "type", id: "search", text: "tote" } as const;
  expect(plain(formatBriefly({ ...step, action }))).toBe('done type search tote · now "tote"');
  expect(plain(formatBriefly(step))).toBe('done type search tote · "tote" before Enter');
});

test.each<[Step["action"], string]>([
  [{ type: "press", key: " " }, 'press " "'],
  [{ type: "press", key: "Space", holdMs: 900 }, "press Space 900"],
  [{ type: "drag", id: "card", by: { x: 0, y: -400 } }, "drag card 0,-400"],
  [{ type: "drag", id: "card", to: "bin", toAt: { x: 0.5, y: 1 } }, "drag card bin 0.5,1"],
])("the words of the action %j can all be seen", (action, words) => {
  const told = { ...step, action, target: undefined, effects: {} };
  expect(plain(formatBriefly(told))).toBe(`done ${words}`);
});

test.each([
  [{ name: "Search" }, 'type "Search" tote · searchbox "Search" · it is search ·'],
  [
    { name: "Search", in: "Shop" },
    'type "Search" in "Shop" tote · searchbox "Search" · it is search ·',
  ],
  [{ id: "search", name: "search" }, 'type search tote · searchbox "Search" · now'],
  [{ id: "find", name: "find" }, 'type find tote · searchbox "Search" · it is search ·'],
])("an element that is named by %j is told with its id unless that was written", (id, line) => {
  const named: Step = { ...step, action: { type: "type", id, text: "tote" } };
  expect(plain(formatStep(named))).toContain(line);
});

test("a failed step says why and what to do", () => {
  const error = {
    code: "covered",
    message: "a banner lies over it",
    next: "Close it.",
    details: {},
  };
  const failed = plain(formatStep({ ...step, status: "failed", error, settle: null }));
  expect(failed).toContain("3. failed type search tote");
  expect(failed).toContain("error: a banner lies over it (covered)\nnext: Close it.");
});

test("the columns of a table line up, whatever colours they hold", () => {
  const lines = plain(
    table(
      ["a", "b"],
      [
        ["\u001B[31mlong\u001B[39m", "x"],
        ["s", "y"],
      ],
      "none",
    ),
  );
  expect(lines).toBe("a     b\nlong  x\ns     y");
});

test("a table without rows is said in words", () => {
  expect(table(["a"], [], "Nothing here.")).toBe("Nothing here.");
});

test("durations are in the unit a person would choose", () => {
  expect([340, 12_400, 400_000, 7_200_000].map(duration)).toEqual([
    "340 ms",
    "12.4 s",
    "7 min",
    "2.0 h",
  ]);
});

test("a page's escape sequences never reach the terminal", () => {
  const { streams, out } = capture();
  const title = "a\u001B]0;owned\u0007b\u001B[2Jc\u009B31md";
  new Output(false, streams).result({}, `${title}\tkept\nkept`);
  expect(out()).toBe("a]0;ownedb[2Jc31md\tkept\nkept\n");
});

test("machines get exactly one JSON document, errors included", () => {
  const { streams, out, err } = capture();
  const output = new Output(true, streams);
  output.error(new WebservError("unknown-site", 'no site "x"', { details: { near: ["y"] } }));
  expect(JSON.parse(out())).toEqual({
    error: {
      code: "unknown-site",
      message: 'no site "x"',
      next: "List them with `webserv site list`.",
      details: { near: ["y"] },
    },
  });
  expect(err()).toBe("");
});

test("people are told what failed and what to do, on stderr", () => {
  const { streams, out, err } = capture();
  new Output(false, streams).error(new WebservError("no-browser", "none is connected"));
  expect(out()).toBe("");
  expect(plain(err())).toBe(
    "error: none is connected (no-browser)\nnext: Run `webserv browser launch`, or `webserv install` for your own browser.\n",
  );
});

test("why a sandbox failed stands below the table, which keeps its width", () => {
  const ready: Sandbox = {
    sandboxId: "store-1",
    site: "store",
    backend: "local",
    state: "ready",
    hosts: [{ host: "store.test", port: 80 }],
    origin: "http://127.0.0.1:4000",
    origins: ["http://127.0.0.1:4000"],
    checkpoints: [],
    createdAt: "2025-01-01T00:00:00.000Z",
    readyMs: 90,
  };
  const failure = "its process ended by itself (exit code 3)";
  const failed: Sandbox = { ...ready, sandboxId: "store-2", state: "failed", failure };
  const lines = stripVTControlCharacters(formatSandboxes([ready, failed])).split("\n");
  expect(lines).toHaveLength(4);
  expect(lines[2]).not.toContain(failure);
  expect(lines[3]).toBe(`store-2 failed: ${failure}`);
});

test("what became of a site that is removed is told as it is", () => {
  expect(formatRemoved("store", { site: "kept", cleared: ["local"], unasked: [] })).toBe(
    "store comes with WebServ and stays; what was prepared of it is deleted (local)",
  );
  expect(formatRemoved("store", { site: "kept", cleared: [], unasked: [] })).toBe(
    "store comes with WebServ and stays; nothing was prepared of it",
  );
  expect(formatRemoved("own", { site: "removed", cleared: ["incus", "local"], unasked: [] })).toBe(
    "removed own; what was prepared of it is deleted (incus, local)",
  );
  const down = { name: "incus", available: false, reason: "Incus is down" } as const;
  expect(formatRemoved("store", { site: "kept", cleared: [], unasked: [down] })).toBe(
    "store comes with WebServ and stays; what incus may have of it is still there, since it can't be asked now: Incus is down",
  );
  expect(formatRemoved("own", { site: "removed", cleared: ["local"], unasked: [down] })).toBe(
    "removed own; what was prepared of it is deleted (local); what incus may have of it is still there, since it can't be asked now: Incus is down",
  );
});
