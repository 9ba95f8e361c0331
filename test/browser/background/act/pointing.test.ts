// Pointer gestures beside the plain click, in the built extension.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { htmlOf, TestAgent } from "../agent.ts";

/** Writes each event of the pad into the page: type, button, count, modifiers. */
const pad = `<title>Pad</title><button id="pad">Pad</button><p></p><script>
  const held = (event) => ["ctrlKey", "altKey", "shiftKey", "metaKey"].filter((key) => event[key]).join();
  const say = (text) => { document.querySelector("p").textContent += "[" + text + "]"; };
  let downAt = 0;
  for (const type of ["mousedown", "mouseup", "click", "auxclick", "contextmenu", "dblclick"])
    addEventListener(type, (event) => {
      if (event.target.id !== "pad") return say(type + " elsewhere");
      if (type === "mousedown") downAt = event.timeStamp;
      if (type === "mouseup" && event.timeStamp - downAt >= 400) say("held");
      say([type, event.button, event.detail, held(event), event.isTrusted ? "" : "untrusted"].join(" ").trim());
    });
  for (const type of ["keydown", "keyup"]) addEventListener(type, (event) => say(type + " " + event.key));
</script>`;

const link = `<title>Link</title><a href="/pad">Pad page</a>`;

/** Shows a control of a card only while the pointer is over the card. */
const cards = `<title>Cards</title><style>.quick { visibility: hidden } .card:hover .quick { visibility: visible }</style>
  <div class="card"><h3>Clay pot</h3><button>Add</button><button class="quick">Look</button></div>
  <div class="card"><h3>Iron pot</h3><button>Add</button><button class="quick">Look</button></div>`;

/** One listener takes tags away by the sign at the end of each. */
const tags = `<title>Tags</title><div id="tags"><span class="tag">red<i>×</i></span> <span class="tag">blue<i>×</i></span></div>
  <script>tags.onmousedown = ({ target }) => { if (target.matches("i")) target.parentNode.remove(); };</script>`;

let chromium: ExtensionBrowser;
let server: PageServer;

beforeAll(async () => {
  [chromium, server] = await Promise.all([
    ExtensionBrowser.launch(),
    PageServer.listen({ "/pad": pad, "/link": link, "/cards": cards, "/tags": tags }),
  ]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

function open(input: "trusted" | "synthetic" = "trusted"): Promise<TestAgent> {
  return TestAgent.open(chromium.daemon, server.url("/pad"), { input });
}

/** What the page has written, without brackets around the whole. */
function said(html: string): string[] {
  return Array.from(html.matchAll(/\[([^\]]*)\]/g), ([, text]) => text ?? "");
}

describe("trusted input", () => {
  test("a double click is two clicks in a row and a dblclick", async () => {
    const agent = await open();
    const step = await agent.act({ type: "click", id: "pad", count: 2 });
    expect(step).toMatchObject({ status: "done", input: "trusted" });
    expect(said(htmlOf(step))).toEqual([
      "mousedown 0 1",
      "mouseup 0 1",
      "click 0 1",
      "mousedown 0 2",
      "mouseup 0 2",
      "click 0 2",
      "dblclick 0 2",
    ]);
    await agent.close();
  });

  test("a triple click counts to three", async () => {
    const agent = await open();
    const step = await agent.act({ type: "click", id: "pad", count: 3 });
    expect(said(htmlOf(step)).filter((text) => text.startsWith("click"))).toEqual([
      "click 0 1",
      "click 0 2",
      "click 0 3",
    ]);
    await agent.close();
  });

  test("a right click asks for the context menu, and no menu of the browser stays in the way", async () => {
    const agent = await open();
    const step = await agent.act({ type: "click", id: "pad", button: "right" });
    expect(said(htmlOf(step)).toSorted()).toEqual(
      ["auxclick 2 1", "contextmenu 2 0", "mousedown 2 1", "mouseup 2 1"].toSorted(),
    );
    const next = await agent.act({ type: "click", id: "pad" });
    expect(said(htmlOf(next)).slice(-3)).toEqual(["mousedown 0 1", "mouseup 0 1", "click 0 1"]);
    await agent.close();
  });

  test("a middle click is an auxclick", async () => {
    const agent = await open();
    const step = await agent.act({ type: "click", id: "pad", button: "middle" });
    expect(said(htmlOf(step))).toEqual(["mousedown 1 1", "mouseup 1 1", "auxclick 1 1"]);
    await agent.close();
  });

  test("a middle click opens a link in a tab behind the current one", async () => {
    const agent = await TestAgent.open(chromium.daemon, server.url("/link"));
    const step = await agent.act({ type: "click", id: agent.id("pad-page"), button: "middle" });
    expect(step.effects.tabsOpened).toEqual([server.url("/pad")]);
    expect(htmlOf(step)).toContain("Pad page");
    await agent.close();
  });

  test("the modifiers of a click are pressed before it and let go of after it", async () => {
    const agent = await open();
    const step = await agent.act({ type: "click", id: "pad", modifiers: ["Alt", "Shift"] });
    expect(said(htmlOf(step))).toEqual([
      "keydown Alt",
      "keydown Shift",
      "mousedown 0 1 altKey,shiftKey",
      "mouseup 0 1 altKey,shiftKey",
      "click 0 1 altKey,shiftKey",
      "keyup Shift",
      "keyup Alt",
    ]);
    await agent.close();
  });

  test("a long press holds the button down for as long as it is told to", async () => {
    const agent = await open();
    const step = await agent.act({ type: "click", id: "pad", holdMs: 400 });
    expect(said(htmlOf(step))).toEqual(["mousedown 0 1", "held", "mouseup 0 1", "click 0 1"]);
    await agent.close();
  });
});

describe("synthetic input", () => {
  test("synthetic input makes the events of a double click with a modifier, without keys", async () => {
    const agent = await open("synthetic");
    const twice = await agent.act({ type: "click", id: "pad", count: 2, modifiers: ["Control"] });
    expect(twice).toMatchObject({ status: "done", input: "synthetic" });
    expect(said(htmlOf(twice))).toEqual(
      ["mousedown 0 1", "mouseup 0 1", "click 0 1", "mousedown 0 2", "mouseup 0 2", "click 0 2"]
        .concat("dblclick 0 2")
        .map((text) => `${text} ctrlKey untrusted`),
    );
    await agent.close();
  });

  test("synthetic input makes a middle click, which opens no tab", async () => {
    const agent = await TestAgent.open(chromium.daemon, server.url("/link"), {
      input: "synthetic",
    });
    const step = await agent.act({ type: "click", id: agent.id("pad-page"), button: "middle" });
    expect(step).toMatchObject({ status: "done", input: "synthetic" });
    expect(step.effects.tabsOpened).toBeUndefined();
    await agent.close();
  });

  test("synthetic input makes a right click that is a long press", async () => {
    const agent = await open("synthetic");
    const menu = await agent.act({ type: "click", id: "pad", button: "right", holdMs: 400 });
    expect(said(htmlOf(menu)).map((text) => text.replace(/ +untrusted$/, ""))).toEqual([
      "mousedown 2 1",
      "contextmenu 2 0",
      "held",
      "mouseup 2 1",
      "auxclick 2 1",
    ]);
    await agent.close();
  });
});

test("a card keeps its id while the pointer is over it and shows what it hides else", async () => {
  const agent = await TestAgent.open(chromium.daemon, server.url("/cards"));
  const card = agent.id("clay-pot");
  const step = await agent.act({ type: "hover", id: card });
  expect(htmlOf(step)).toContain(`<div id="${card}" hoverable>`);
  expect(htmlOf(step)).toContain("Look");
  await agent.close();
});

test("tags are taken away by their signs until none is left", async () => {
  const agent = await TestAgent.open(chromium.daemon, server.url("/tags"));
  for (const name of ["blue.close", "red.close"]) {
    const step = await agent.act({ type: "click", id: name });
    expect({ name, status: step.status }).toEqual({ name, status: "done" });
    expect(htmlOf(step)).not.toContain(`id="${name}"`);
  }
  await agent.close();
});
