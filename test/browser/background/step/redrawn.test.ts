// Of what an action went to and is not there afterwards: it is gone, or the page has only drawn it anew.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import type { PageSource } from "../../../support/pages/page-server.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { idOf, TestAgent } from "../agent.ts";

/** A page that makes all it shows anew from its state, as many do. */
const drawn = (state: string, draw: string, more = ""): string =>
  `<title>Drawn</title><main></main><script>
    let state = ${state};
    const main = document.querySelector("main");
    const draw = () => { main.innerHTML = ${draw}; };
    const go = (next) => { state = next; draw(); };
    draw();
    ${more}
  </script>`;

const pages = {
  // Its words say what it does next, so that no id can follow it.
  "/toggle": drawn(
    "false",
    "`<p>Ada</p><button onclick=\"go(!state)\">${state ? 'Unfollow this person' : 'Follow'}</button>`",
  ),
  // Two that nothing tells apart.
  "/twins": drawn(
    "0",
    "'<button onclick=\"go(state + 1)\">Add</button>'.repeat(2) + `<p>${state} added</p>`",
  ),
  // From the press on it is drawn anew all the time, also after it was read. Before that it stands still: on a busy
  // machine what is drawn anew meanwhile can't be pressed.
  "/restless": drawn(
    "0",
    '`<button onclick="go(state + 1)">Count</button><p>${state}</p>`',
    'addEventListener("click", () => setInterval(draw, 15));',
  ),
  // A component whose whole shadow tree is made anew.
  "/component": `<title>Component</title><div></div><script>
    let likes = 0;
    const draw = () => {
      document.querySelector("div").innerHTML = "<my-card></my-card>";
      const root = document.querySelector("my-card").attachShadow({ mode: "open" });
      root.innerHTML = "<button>" + (likes === 0 ? "Like" : "Take the like back") + "</button>";
      root.querySelector("button").onclick = () => { likes++; draw(); };
    };
    draw();
  </script>`,
  "/rows": drawn(
    "['Tote', 'Mug', 'Pen']",
    "state.map((name, at) => `<li>${name} <button onclick=\"go(state.filter((_, i) => i !== ${at}))\">Delete</button></li>`).join('')",
  ),
  "/chips": drawn(
    "[1, 2, 3]",
    "state.map((_, at) => `<button onclick=\"go(state.filter((_, i) => i !== ${at}))\">Remove</button>`).join('')",
  ),
  "/banner": drawn(
    "true",
    "(state ? '<section><h2>Cookies</h2><button onclick=\"go(false)\">Accept</button></section>' : '') + '<button>Buy</button>'",
  ),
  // Each card stands in a column, which gives it another id.
  "/board": drawn(
    "{ todo: ['Ship', 'Test'], done: ['Plan'] }",
    `Object.entries(state).map(([name, cards]) => \`<section aria-label="\${name}" data-to="\${name}" style="height: 150px; background: #ddd"
      ondragover="event.preventDefault()" ondrop="drop(event.currentTarget.dataset.to)"><h2>\${name}</h2>
      \${cards.map((card) => \`<button draggable="true" ondragstart="held = '\${card}'">\${card}</button>\`).join("")}</section>\`).join("")`,
    `let held;
    const drop = (to) => {
      const others = (name) => state[name].filter((card) => card !== held);
      const next = { todo: others("todo"), done: others("done") };
      go({ ...next, [to]: [...next[to], held] });
    };`,
  ),
  // Their names are their values, and they are drawn anew with each choice.
  "/choice": drawn(
    "{ open: false, size: 'Small' }",
    `(state.open ? '' : '<p>Pick one</p>') + \`<button aria-haspopup="listbox" aria-expanded="\${state.open}" onclick="go({ ...state, open: !state.open })">\${state.size}</button>\`
      + (state.open ? \`<ul role="listbox">\${['Small', 'Large'].map((size) => \`<li role="option" onclick="go({ ...state, open: false, size: '\${size}' })">\${size}</li>\`).join("")}</ul>\` : "")`,
  ),
  // More than are compared, of which the page takes one out.
  "/many": `<title>Many</title><ul></ul><script>
    document.querySelector("ul").innerHTML = Array.from({ length: 600 }, (_, at) =>
      "<li>Row " + at + ' <button onclick="this.parentElement.remove()">Delete</button></li>').join("");
  </script>`,
} satisfies Record<string, PageSource>;

let chromium: ExtensionBrowser;
let server: PageServer;
beforeAll(async () => {
  [chromium, server] = await Promise.all([ExtensionBrowser.launch(), PageServer.listen(pages)]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

async function goneAfterClick(path: keyof typeof pages, name: string): Promise<unknown> {
  const agent = await TestAgent.open(chromium.daemon, server.url(path));
  const step = await agent.act({ type: "click", id: agent.id(name) }, { budgetMs: 3_000 });
  expect(step.status).toBe("done");
  await agent.close();
  return step.effects.gone;
}

describe("an element that is drawn anew", () => {
  test("an element that is drawn anew with other words, under another id, is not gone", async () => {
    expect(await goneAfterClick("/toggle", "follow")).toBeUndefined();
  });
  test("an element that is drawn anew beside its like is not gone", async () => {
    expect(await goneAfterClick("/twins", "add")).toBeUndefined();
  });
  test("an element that is drawn anew once more after the page was read is not gone", async () => {
    for (let times = 0; times < 3; times++) {
      expect(await goneAfterClick("/restless", "count")).toBeUndefined();
    }
  });
  test("an element that is drawn anew in another place as it is dragged is not gone", async () => {
    const agent = await TestAgent.open(chromium.daemon, server.url("/board"));
    const step = await agent.act({ type: "drag", id: agent.id("ship"), to: agent.id("plan") });
    expect(step.status).toBe("done");
    expect(idOf(step.observation, "ship")).toMatch(/done/);
    expect(step.effects.gone).toBeUndefined();
    await agent.close();
  });
  test("an element in a component that is drawn anew around it is not gone", async () => {
    expect(await goneAfterClick("/component", "like")).toBeUndefined();
  });
});

test.each(["trusted", "synthetic"] as const)(
  "a choice by %s input is done although what opens its list is called by another name then",
  async (input) => {
    const agent = await TestAgent.open(chromium.daemon, server.url("/choice"), { input });
    const step = await agent.act({ type: "select", id: agent.id("small"), options: ["Large"] });
    expect(step.error).toBeUndefined();
    expect(step).toMatchObject({ status: "done", effects: { value: "Large" } });
    expect(step.effects.gone).toBeUndefined();
    expect(step.observation?.html).toContain(">Large</button>");
    await agent.close();
  },
);

describe("an element that has left the page", () => {
  test("an element that has left rows that are drawn anew is gone", async () => {
    expect(await goneAfterClick("/rows", "mug.delete")).toBe(true);
  });
  test("an element that has left several that are alike is gone", async () => {
    expect(await goneAfterClick("/chips", "remove")).toBe(true);
  });
  test("an element that has left more elements than are compared is gone", async () => {
    expect(await goneAfterClick("/many", "row-2.delete")).toBe(true);
  });
  test("an element that has left the page is gone, though another comes to where it stood", async () => {
    expect(await goneAfterClick("/banner", "accept")).toBe(true);
  });
});
