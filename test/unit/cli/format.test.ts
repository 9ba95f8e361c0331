import { stripVTControlCharacters } from "node:util";

import { formatObservation } from "@webserv/host/src/cli/format/observation.ts";
import { formatSandboxes } from "@webserv/host/src/cli/format/results.ts";
import { formatStep } from "@webserv/host/src/cli/format/step.ts";
import { table } from "@webserv/host/src/cli/format/table.ts";
import { duration } from "@webserv/host/src/cli/format/time.ts";
import { Output } from "@webserv/host/src/cli/output.ts";
import type { Observation } from "@webserv/shared/model/observation.ts";
import type { Sandbox } from "@webserv/shared/model/sandbox.ts";
import type { Step } from "@webserv/shared/model/step.ts";
import { WebservError } from "@webserv/shared/protocol/errors.ts";
import { expect, test } from "vitest";

import { capture } from "./captured-output.ts";

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

test("an observation shows page, content, state of inputs and selects, and what was left out", () => {
  expect(plain(formatObservation(observation)).split("\n")).toEqual([
    "Demo store  http://store.test/",
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

test("a step is one line: status, action, target, effects, what was waited for, how long", () => {
  expect(plain(formatStep(step))).toBe(
    '3. done type search tote · searchbox "Search" · now "tote" · settled after 180 ms for fetch /api/search?q=tote 80 ms · 412 ms',
  );
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

test("columns line up, whatever colours they hold", () => {
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

test("no rows are said in words", () => {
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
