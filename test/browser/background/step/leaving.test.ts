// Actions that lead the page away at once, while its scripts still work.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Action } from "@webserv/shared/model/action.ts";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { TestAgent } from "../agent.ts";

/** The next page is of another site, whose process does not wait for this one's scripts. */
const page = `<title>Before</title>
  <a href="/after">After</a>
  <form action="/after"><input aria-label="Word" name="word"><label><input type="checkbox">Agree</label></form>
  <input aria-label="Code"><input aria-label="Command">
  <label>Size <select><option>Small</option><option>Large</option></select></label>
  <button role="combobox" aria-haspopup="listbox" aria-expanded="false" aria-controls="colours" aria-label="Colour">Any</button>
  <ul role="listbox" id="colours" hidden><li role="option">Red</li><li role="option">Blue</li></ul>
  <button role="combobox" aria-haspopup="listbox" aria-expanded="false" aria-label="Trap">Any</button>
  <script>
    const after = location.origin.replace("127.0.0.1", "localhost") + "/after";
    document.querySelector("a").href = after;
    document.querySelector("form").action = after;
    const work = () => { for (const ends = performance.now() + 1_000; performance.now() < ends;); };
    const leave = () => { location.href = after; Promise.resolve().then(work); };
    document.querySelector("a").onclick = () => void Promise.resolve().then(work);
    document.querySelector("form").onsubmit = () => void Promise.resolve().then(work);
    document.querySelector("select").onchange = leave;
    document.querySelector("[type=checkbox]").onchange = leave;
    const [colour, trap] = document.querySelectorAll("[role=combobox]");
    colour.onclick = () => { colour.ariaExpanded = "true"; colours.hidden = false; };
    colours.onclick = leave;
    trap.onclick = leave;
    document.querySelector("[aria-label=Code]").oninput = ({ target }) => { if (target.value.length === 4) leave(); };
    document.querySelector("[aria-label=Command]").onkeydown = ({ key }) => { if (key === "Enter") leave(); };
  </script>`;

let chromium: ExtensionBrowser;
let server: PageServer;

beforeAll(async () => {
  [chromium, server] = await Promise.all([
    ExtensionBrowser.launch(),
    PageServer.listen({ "/before": page, "/after": "<title>After</title><h1>After</h1>" }),
  ]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

const actions: readonly (readonly [string, (id: (name: string) => string) => Action])[] = [
  ["a click of a link", (id) => ({ type: "click", id: id("after") })],
  ["Enter in a field", (id) => ({ type: "press", id: id("word"), key: "Enter" })],
  ["a text with Enter", (id) => ({ type: "type", id: id("word"), text: "hello", enter: true })],
  ["a text that is whole", (id) => ({ type: "type", id: id("code"), text: "1234" })],
  [
    "Enter that a script hears",
    (id) => ({ type: "type", id: id("command"), text: "go", enter: true }),
  ],
  ["a choice", (id) => ({ type: "select", id: id("size"), options: ["Large"] })],
  [
    "a choice from the page's own list",
    (id) => ({ type: "select", id: id("colour"), options: ["Blue"] }),
  ],
  ["a check", (id) => ({ type: "check", id: id("agree") })],
];

describe.each(["trusted", "synthetic"] as const)("actions that lead away, by %s input", (input) => {
  test.each(actions)("%s that leads to another page is done", async (_, action) => {
    const agent = await TestAgent.open(chromium.daemon, server.url("/before"), { input });
    const step = await agent.act(action((name) => agent.id(name)));
    expect(step.error).toBeUndefined();
    expect(step).toMatchObject({
      status: "done",
      input,
      effects: { navigated: { from: server.url("/before") } },
      observation: { title: "After" },
    });
    expect(step.target?.id).toBeDefined();
    await agent.close();
  });

  test("a choice from a list that leads on before anything was chosen is not told as done", async () => {
    const agent = await TestAgent.open(chromium.daemon, server.url("/before"), { input });
    const step = await agent.act({ type: "select", id: agent.id("trap"), options: ["Red"] });
    expect(step.status).toMatch(/^(failed|unknown)$/);
    await agent.close();
  });
});
