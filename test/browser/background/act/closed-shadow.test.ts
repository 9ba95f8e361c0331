// Every action on what stands in a closed shadow root, in the page and in frames, in the built extension.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Action } from "@webserv/shared/model/action.ts";
import type { StepOutcome } from "@webserv/shared/model/step.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { htmlOf, TestAgent } from "../agent.ts";

/** Writes what its controls hear into itself. */
const closed = `<title>Closed</title><div id="host"></div><script>
  const root = host.attachShadow({ mode: "closed" });
  root.innerHTML = \`
    <style>div, button, input, select { margin: 4px } .tile { width: 120px; height: 24px; background: #ddd }</style>
    <p></p>
    <label><input type="checkbox" name="news">News</label>
    <select aria-label="Country"><optgroup label="North"><option>Norway<option>Finland</optgroup>
      <optgroup label="South"><option>Spain<option>Malta</optgroup></select>
    <input aria-label="Name">
    <input type="file" aria-label="File">
    <button>Pad</button>
    <div class="tile" draggable="true">Card</div><div class="tile" id="bin">Bin</div>
    <div style="width: 200px; height: 60px; overflow: auto"><div style="height: 900px"><button>Within</button></div></div>\`;
  const find = (selector) => root.querySelector(selector);
  const say = (text) => { find("p").textContent += "[" + text + "]"; };
  root.addEventListener("change", ({ target }) =>
    say("change " + (target.type === "checkbox" ? target.checked : target.type === "file" ? target.files[0].name : target.value)));
  const pad = find("button");
  let downAt = 0;
  for (const type of ["click", "dblclick", "contextmenu", "mouseenter", "keydown"])
    pad.addEventListener(type, (event) => say([type, event.key].join(" ").trim()));
  pad.addEventListener("mousedown", (event) => { downAt = event.timeStamp; });
  pad.addEventListener("mouseup", (event) => { if (event.timeStamp - downAt >= 400) say("held"); });
  find(".tile").addEventListener("dragstart", (event) => event.dataTransfer.setData("text/plain", "the card"));
  find("#bin").addEventListener("dragover", (event) => event.preventDefault());
  find("#bin").addEventListener("drop", (event) => {
    event.preventDefault();
    say("dropped " + (event.dataTransfer.files[0]?.name ?? event.dataTransfer.getData("text/plain")));
  });
</script>`;

let chromium: ExtensionBrowser;
let server: PageServer;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "webserv-closed-"));
  await writeFile(join(folder, "note.txt"), "a note");
  const framed = (src: string): string =>
    `<title>Framed</title><iframe title="Inner" width="700" height="500" src="${src}"></iframe>`;
  [chromium, server] = await Promise.all([
    ExtensionBrowser.launch(),
    PageServer.listen({
      "/closed": closed,
      "/framed": framed("/closed"),
      "/foreign": (request, response) => {
        const host = (request.headers.host ?? "").replace("127.0.0.1", "localhost");
        response.setHeader("content-type", "text/html");
        response.end(framed(`http://${host}/closed`));
      },
    }),
  ]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
  await rm(folder, { recursive: true });
});

interface Case {
  readonly what: string;
  readonly does: (id: (name: string) => string) => Action;
  /** Written by the page. */
  readonly heard?: string;
  readonly effects?: StepOutcome["effects"];
}

const cases: readonly Case[] = [
  {
    what: "a box is checked",
    does: (id) => ({ type: "check", id: id("news") }),
    heard: "[change true]",
    effects: { value: "checked" },
  },
  {
    what: "a box is unchecked",
    does: (id) => ({ type: "uncheck", id: id("news") }),
    heard: "[change false]",
    effects: { value: "unchecked" },
  },
  {
    what: "an option of a group is selected",
    does: (id) => ({ type: "select", id: id("country"), options: ["Malta"] }),
    heard: "[change Malta]",
    effects: { value: "Malta" },
  },
  {
    what: "text is typed",
    does: (id) => ({ type: "type", id: id("name"), text: "Ada", enter: true }),
    heard: "[change Ada]",
    effects: { value: "Ada" },
  },
  {
    what: "the pointer is brought over a button",
    does: (id) => ({ type: "hover", id: id("pad") }),
    heard: "[mouseenter]",
  },
  {
    what: "a double click is made",
    does: (id) => ({ type: "click", id: id("pad"), count: 2 }),
    heard: "[click][click][dblclick]",
  },
  {
    what: "a right click is made",
    does: (id) => ({ type: "click", id: id("pad"), button: "right" }),
    heard: "[contextmenu]",
  },
  {
    what: "the button of the mouse is held",
    does: (id) => ({ type: "click", id: id("pad"), holdMs: 400 }),
    heard: "[held][click]",
  },
  {
    what: "a key is pressed",
    does: (id) => ({ type: "press", id: id("pad"), key: "Enter" }),
    heard: "[keydown Enter][click]",
  },
  {
    what: "an element is dragged onto another",
    does: (id) => ({ type: "drag", id: id("card"), to: id("bin") }),
    heard: "[dropped the card]",
  },
  {
    what: "the box around a button is scrolled",
    does: (id) => ({ type: "scroll", id: id("within"), direction: "down", by: 100 }),
    effects: { scrolled: { x: 0, y: 100, maxX: 0, maxY: 848 } },
  },
];

const places = [
  { place: "the page", path: "/closed", prefix: "" },
  { place: "a frame", path: "/framed", prefix: "inner/" },
  { place: "a frame of another site", path: "/foreign", prefix: "inner/" },
] as const;
const inputs = ["trusted", "synthetic"] as const;

describe.each(places.flatMap((at) => inputs.map((input) => ({ ...at, input }))))(
  "a closed shadow root in $place, by $input input",
  ({ path, prefix, input }) => {
    let agent: TestAgent;
    beforeAll(async () => {
      agent = await TestAgent.open(chromium.daemon, server.url(path), { input });
    });
    afterAll(() => agent.close());
    const id = (name: string): string => prefix + name;

    test.each(cases)(
      "$what in a closed shadow root",
      async ({ does, heard = "", effects = {} }) => {
        const step = await agent.act(does(id));
        expect(step.error).toBeUndefined();
        expect(step).toMatchObject({ status: "done", input, effects });
        expect(htmlOf(step)).toContain(heard);
      },
    );

    test("a picture of one element in a closed shadow root is taken", async () => {
      const step = await agent.act({ type: "screenshot", id: id("pad") });
      expect(step).toMatchObject({ status: "done" });
      expect(step.screenshot?.area).toBeDefined();
    });
  },
);

describe.each(places)("files for a closed shadow root in $place", ({ path, prefix }) => {
  const files = (): string[] => [join(folder, "note.txt")];

  test("files are given to a field in a closed shadow root unless it is in a frame of another site", async () => {
    const agent = await TestAgent.open(chromium.daemon, server.url(path));
    const step = await agent.act({ type: "upload", id: `${prefix}file`, files: files() });
    const isForeign = path === "/foreign";
    expect(step.error?.code).toBe(isForeign ? "upload-refused" : undefined);
    expect(htmlOf(step).includes("[change note.txt]")).toBe(!isForeign);
    await agent.close();
  });

  test("files are dropped on an element in a closed shadow root", async () => {
    const agent = await TestAgent.open(chromium.daemon, server.url(path));
    const step = await agent.act({ type: "upload", id: `${prefix}bin`, files: files() });
    expect(step).toMatchObject({ status: "done", effects: { value: "note.txt" } });
    expect(htmlOf(step)).toContain("[dropped note.txt]");
    await agent.close();
  });
});
