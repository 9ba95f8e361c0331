// Acting on what stands in frames, in the built extension.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ContentServer } from "../../../support/browser/content-server.ts";
import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { htmlOf, TestAgent } from "../agent.ts";

let chromium: ExtensionBrowser;
let server: ContentServer;

beforeAll(async () => {
  [chromium, server] = await Promise.all([ExtensionBrowser.launch(), new ContentServer().listen()]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

function open(slug: string, input: "trusted" | "synthetic" = "trusted"): Promise<TestAgent> {
  return TestAgent.open(chromium.daemon, `${server.origin}/${slug}/`, { input });
}

describe("actions in a frame of another site", () => {
  test("a click in a frame of another site is real input, and its target is named in full", async () => {
    const agent = await open("frames-cross-origin");
    const step = await agent.act({ type: "click", id: "checkout.payment/pay" });
    expect(step).toMatchObject({
      status: "done",
      input: "trusted",
      target: { id: "checkout.payment/pay", name: "Pay" },
    });
    expect(htmlOf(step)).toContain("[paid]");
    await agent.close();
  });

  test("text is typed by keys in a frame of another site, and the field is told to have the focus", async () => {
    const agent = await open("frames-cross-origin");
    const id = "checkout.payment/card-number";
    const step = await agent.act({ type: "type", id, text: "77", enter: true });
    expect(step).toMatchObject({ status: "done", input: "trusted", effects: { value: "77" } });
    expect(htmlOf(step)).toContain("[keydown 7][keydown 7]");
    expect(htmlOf(step)).toContain("[keydown Enter]");
    expect(step.observation?.inputs).toMatchObject([{ id, value: "77", focused: true }]);
    const left = await agent.act({ type: "click", id: "checkout.done" });
    expect(left.observation?.inputs).toMatchObject([{ id, focused: false }]);
    const cleared = await agent.act({ type: "clear", id });
    expect(cleared).toMatchObject({ status: "done", input: "trusted", effects: { value: "" } });
    await agent.close();
  });

  test("an option in a frame of another site is selected by its full id and by keys", async () => {
    const agent = await open("frames-cross-origin");
    const id = "checkout.payment/country";
    const step = await agent.act({ type: "select", id, options: [`${id}.france`] });
    expect(step).toMatchObject({ status: "done", input: "trusted", effects: { value: "France" } });
    expect(htmlOf(step)).toContain("[change France]");
    await agent.close();
  });

  test("a key in a frame of another site is pressed on the named element, and then on the focus", async () => {
    const agent = await open("frames-cross-origin");
    const id = "checkout.payment/card-number";
    const named = await agent.act({ type: "press", key: "End", id });
    expect(htmlOf(named)).toContain("[keydown End]");
    const unnamed = await agent.act({ type: "press", key: "Home" });
    expect(htmlOf(unnamed)).toContain("[keydown End][keydown Home]");
    // Meanwhile the focus was elsewhere in the page.
    await agent.act({ type: "click", id: "checkout.done" });
    const back = await agent.act({ type: "press", key: "Delete", id });
    expect(htmlOf(back)).toContain("[keydown Home][keydown Delete]");
    await agent.close();
  });

  test("a link leads a frame of another site on, and the frame's former ids are stale", async () => {
    const agent = await open("frames-cross-origin");
    const step = await agent.act({ type: "click", id: "checkout.payment/next" });
    expect(step.observation?.clickable).toContain("checkout.payment/thanks");
    const page = await chromium.pageAt(`${server.origin}/frames-cross-origin/`);
    await page.$eval("iframe", async (frame) => {
      const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
      frame.src = frame.src.replace("inside", "next");
      await loaded;
    });
    const again = await agent.act({ type: "click", id: "checkout.payment/thanks" });
    expect(again).toMatchObject({ status: "failed", error: { code: "stale-id" } });
    expect(again.error?.message).toContain(`"checkout.payment"`);
    await agent.close();
  });

  test("synthetic input clicks, types and presses keys in a frame of another site", async () => {
    const agent = await open("frames-cross-origin", "synthetic");
    const click = await agent.act({ type: "click", id: "checkout.payment/pay" });
    expect(click).toMatchObject({ status: "done", input: "synthetic" });
    expect(htmlOf(click)).toContain("[faked]");
    const id = "checkout.payment/card-number";
    const typed = await agent.act({ type: "type", id, text: "77" });
    expect(typed).toMatchObject({ status: "done", effects: { value: "77" } });
    const pressed = await agent.act({ type: "press", key: "Home" });
    expect(htmlOf(pressed)).toContain("[keydown Home]");
    await agent.close();
  });
});

describe("actions three frames deep", () => {
  test("elements out of view three frames deep are scrolled to, clicked and filled", async () => {
    const agent = await open("frames-nested");
    const clicked = await agent.act({ type: "click", id: "outer/middle/inner/save" });
    expect(clicked).toMatchObject({ status: "done", input: "trusted" });
    expect(htmlOf(clicked)).toContain("<output>trusted</output>");
    const typed = await agent.act({ type: "type", id: "outer/middle/inner/name", text: "Ada" });
    expect(typed).toMatchObject({ status: "done", effects: { value: "Ada" } });
    const id = "outer/middle/inner/size";
    const selected = await agent.act({ type: "select", id, options: ["L"] });
    expect(selected).toMatchObject({ status: "done", input: "trusted", effects: { value: "L" } });
    await agent.close();
  });

  test("ids like an unknown one are looked for in every frame", async () => {
    const agent = await open("frames-nested");
    const step = await agent.act({ type: "click", id: "outer/middle/inner/sav" });
    expect(step).toMatchObject({ status: "failed", error: { code: "unknown-id" } });
    expect(step.error?.message).toContain(
      `"outer/middle/inner/sav"; nearest: outer/middle/inner/save`,
    );
    for (const id of ["bottom", "outer/midle/botom"]) {
      const other = await agent.act({ type: "click", id });
      expect(other.error?.message).toContain("outer/bottom");
    }
    await agent.close();
  });
});

describe("a point in a frame", () => {
  test("a point in a frame is found through borders, paddings, scaling and whatever has to be scrolled", async () => {
    const agent = await open("frames-placed");
    for (const id of ["third", "first", "second"]) {
      const step = await agent.act({ type: "click", id: `deep/${id}` });
      expect(step).toMatchObject({ status: "done", input: "trusted" });
    }
    const seen = await agent.observe();
    expect(seen.html).toContain("<output>[third][first][second]</output>");
    await agent.close();
  });

  test("a point in a frame is found if a part of the page is zoomed or stretched", async () => {
    const agent = await open("frames-zoomed");
    for (const id of ["larger", "smaller", "stretched"]) {
      const step = await agent.act({ type: "click", id: `${id}/aim` });
      expect(step).toMatchObject({ status: "done", input: "trusted" });
    }
    expect((await agent.observe()).html.match(/>Hit</g)).toHaveLength(3);
    await agent.close();
  });

  test("an element in a frame that something covers is not acted on, and what covers it is named", async () => {
    const agent = await open("frames-covered");
    const step = await agent.act({ type: "click", id: "offer/take-it" });
    expect(step).toMatchObject({ status: "failed", error: { code: "covered" } });
    expect(step.error?.message).toMatch(/^"offer\/take-it" is covered by .*Accept/);
    await agent.act({ type: "click", id: "cookies.accept" });
    const free = await agent.act({ type: "click", id: "offer/take-it" });
    expect(free).toMatchObject({ status: "done", input: "trusted" });
    await agent.close();
  });

  test("a point is found in a frame that is turned or mirrored, and refused in one in perspective", async () => {
    const agent = await open("frames-turned");
    for (const frame of ["turned", "slanted", "mirrored"]) {
      const step = await agent.act({ type: "click", id: `${frame}/take-it` });
      expect(step).toMatchObject({ status: "done", input: "trusted" });
      expect(htmlOf(step)).toContain(`<button id="${frame}/take-it" focused>Taken</button>`);
    }
    const step = await agent.act({ type: "click", id: "tilted/take-it" });
    expect(step).toMatchObject({ status: "failed", error: { code: "outside" } });
    expect(step.error?.message).toContain("shown in perspective");
    await agent.close();
  });
});

describe("settling after a click in a frame", () => {
  test("a request that a click in a frame makes is waited for", async () => {
    const agent = await open("frames-slow");
    const acted = agent.act({ type: "click", id: "slow/ask" });
    const held = await server.held("frame-answer");
    held.end("the answer");
    const step = await acted;
    expect(step.settle?.waitedFor).toMatchObject([{ kind: "fetch" }]);
    expect(htmlOf(step)).toContain("<p>the answer</p>");
    await agent.close();
  });

  test("the document that a click in a frame leads to is waited for", async () => {
    const agent = await open("frames-slow");
    let answered = false;
    const acted = agent.act({ type: "click", id: "slow/go-on" }).finally(() => (answered = true));
    const held = await server.held("frame-page");
    // Takes longer than a page at rest is watched.
    await (await open("frames-twins")).close();
    expect(answered).toBe(false);
    held.end("the next page");
    expect(htmlOf(await acted)).toContain("the next page");
    await agent.close();
  });
});

test("frames are found again by a worker that has just started", async () => {
  const agent = await open("frames-nested");
  const { hellos } = chromium.daemon;
  const before = hellos.length;
  const panel = await chromium.openPanel();
  await chromium.stopWorker();
  await expect.poll(() => hellos.length).toBeGreaterThan(before);
  const step = await agent.act({ type: "click", id: "outer/middle/inner/save" });
  expect(step).toMatchObject({ status: "done", input: "trusted" });
  await panel.close();
  await agent.close();
});
