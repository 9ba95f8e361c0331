// Frames of all kinds in one observation, by the built extension.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Observation } from "@webserv/shared/model/page/observation.ts";

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

function open(slug: string): Promise<TestAgent> {
  return TestAgent.open(chromium.daemon, `${server.origin}/${slug}/`);
}

async function read(slug: string): Promise<Observation> {
  const agent = await open(slug);
  const observation = await agent.observe();
  await agent.close();
  return observation;
}

/** The first observation in which these can be clicked: a busy machine is taken for a busy frame at first. */
async function whenReads(agent: TestAgent, clickable: readonly string[]): Promise<Observation> {
  const state: { seen?: Observation } = {};
  await expect.poll(async () => (state.seen = await agent.observe()).clickable).toEqual(clickable);
  if (state.seen === undefined) throw new Error("nothing was observed");
  return state.seen;
}

describe("frames in an observation", () => {
  test("an observation holds a frame of another site in its place, its ids behind the frame's", async () => {
    const seen = await read("frames-cross-origin");
    expect(seen.html).toContain(
      `/inside.html"><label>Card number <input id="checkout.payment/card-number" value="4242"></label>`,
    );
    expect(seen.html).toContain(`<option>France`);
    expect(seen.html).toMatch(/Next<\/a><\/iframe><p>After<\/p><button id="checkout.done">/);
    expect(seen.clickable).toEqual([
      "checkout.payment/card-number",
      "checkout.payment/country",
      "checkout.payment/pay",
      "checkout.payment/next",
      "checkout.done",
    ]);
    expect(seen.inputs).toMatchObject([{ id: "checkout.payment/card-number", value: "4242" }]);
    expect(seen.selects).toMatchObject([{ id: "checkout.payment/country", value: "Austria" }]);
    expect(seen.omitted).toEqual([]);
  });

  test("an observation holds frames in frames, each id behind those of all frames around it", async () => {
    const seen = await read("frames-nested");
    expect(seen.clickable).toEqual([
      "outer/top",
      "outer/middle/inner/name",
      "outer/middle/inner/save",
      "outer/middle/inner/size",
      "outer/bottom",
    ]);
    expect(seen.html).toMatch(
      /Far above<\/div>.*<iframe id="outer\/middle\/inner".*<\/iframe><\/iframe>.* <button/,
    );
  });

  test("an observation holds frames without an address of their own, and those at blob addresses", async () => {
    const agent = await open("frames-without-address");
    const seen = await whenReads(agent, [
      "source/from-source",
      "blank/from-script",
      "written/written-out",
      "data/from-data",
      "blob/from-blob",
    ]);
    expect(seen.omitted).toEqual([]);
    await agent.close();
  });

  test("an observation holds sandboxed frames, whether their scripts run or not", async () => {
    const seen = await read("frames-sandboxed");
    expect(seen.clickable).toEqual([
      "scripted/press",
      "still/press",
      "still-source/quiet",
      "nest/egg/deep",
    ]);
    expect(seen.html).toContain("<p>Scripted</p>");
    expect(seen.html).toContain("<p>Still</p>");
    expect(seen.omitted).toEqual([]);
  });

  test("an observation holds the frames of a frameset", async () => {
    const agent = await open("frames-set");
    expect(agent.opened.observation?.html).toMatch(
      /<iframe id="menu"[^>]*><button id="menu\/press">/,
    );
    const step = await agent.act({ type: "click", id: "contents/save" });
    expect(htmlOf(step)).toContain("<output>trusted</output>");
    await agent.close();
  });

  test("an observation holds frames in shadow roots, also in closed ones", async () => {
    const seen = await read("frames-in-closed-shadow");
    expect(seen.html).toMatch(/Before.*<button id="pay\/pay-now">.*<button id="help\/ask">.*After/);
  });

  test("an observation holds two frames that are the same under two ids", async () => {
    const agent = await open("frames-twins");
    const { observation } = await agent.act({ type: "click", id: "iframe-2/press" });
    expect(observation?.html).toMatch(
      /<button id="iframe\/press">Press<\/button><\/iframe> <iframe id="iframe-2".*<button id="iframe-2\/press" focused>Pressed</,
    );
    await agent.close();
  });

  test("an observation holds frames behind a modal dialog or in an inert part, with nothing to act on", async () => {
    const seen = await read("frames-behind-modal");
    expect(seen.html).toContain("<p>Words behind</p>");
    expect(seen.html).toMatch(/<button id="behind\/buy">Buy<.*<button id="inert\/idle">Idle</);
    expect(seen.html).not.toContain("clickable");
    expect(seen.clickable).toEqual(["pay.card/number", "pay.card/pay-now", "pay.cancel"]);
    expect(seen.hoverable).toEqual([]);
  });

  test("an observation holds a frame on top of a dialog, with what can be acted on in it", async () => {
    const seen = await read("frames-over-modal");
    expect(seen.html).toContain('<button id="behind/buy">Buy<');
    expect(seen.clickable).toEqual(["pay.pay-now", "challenge/verify"]);
  });

  test("an observation tells which element has the focus, in the one frame that has it", async () => {
    const agent = await open("frames-nested");
    const first = await agent.act({ type: "click", id: "outer/middle/inner/name" });
    expect(htmlOf(first).match(/<[^>]* focused>/g)).toEqual([
      expect.stringContaining('id="outer/middle/inner/name"') as string,
    ]);
    const second = await agent.act({ type: "press", key: "Tab" });
    expect(htmlOf(second)).toMatch(/<button id="outer\/middle\/inner\/save" focused>/);
    const last = await agent.act({ type: "click", id: "outer/top" });
    expect(htmlOf(last).match(/ focused>/g)).toHaveLength(1);
    expect(htmlOf(last)).toMatch(/<button id="outer\/top" focused>/);
    await agent.close();
  });

  test("an observation tells why a frame that is busy or failed is unread, and holds the rest", async () => {
    const agent = await open("frames-unread");
    const seen = await whenReads(agent, ["good/good"]);
    expect(seen.html).toContain(`unread="its script is busy"></iframe>`);
    expect(seen.html).toContain(`unread="it could not be loaded"></iframe><p>The`);
    expect(seen.omitted).toEqual([
      { what: "frame", where: "busy", why: "its script is busy" },
      { what: "frame", where: "failed", why: "it could not be loaded" },
    ]);
    await agent.close();
  });

  test("an observation tells the reason if a frame may not be shown or is still loading", async () => {
    const barred = await read("frames-barred");
    expect(barred.omitted).toEqual([
      { what: "frame", where: "barred", why: "it could not be loaded" },
      { what: "frame", where: "none", why: "it could not be loaded" },
    ]);
    const agent = await open("frames-loading");
    expect(agent.opened.observation?.omitted).toEqual([]);
    const { observation } = await agent.act({ type: "click", id: "add" });
    const late = { what: "frame", where: "late", why: "it is still loading" };
    expect(observation?.omitted).toEqual([late]);
    const held = await server.held("frame-late");
    held.end("Late, but here");
    await expect.poll(async () => (await agent.observe()).html).toContain("Late, but here");
    await agent.close();
  });

  test("an observation holds nothing of frames that nobody sees, and waits for none of them", async () => {
    const agent = await open("frames-unseen");
    // One of them never answers: whoever waited for it would tell of it.
    const seen = await whenReads(agent, ["seen/seen"]);
    expect(seen.html).toMatch(
      /^<iframe id="seen"[^>]*><button id="seen\/seen">Seen<\/button><\/iframe>$/,
    );
    expect(seen.omitted).toEqual([]);
    await agent.close();
  });
});

test("pages with frames hear nothing of the extension, and everything of each other", async () => {
  const agent = await open("frames-messages");
  const seen = await agent.observe();
  expect(seen.clickable).toContain("reopened/leaf/leaf");
  expect(seen.html).not.toContain("webserv");
  expect(seen.title).not.toContain("webserv");
  const { observation } = await agent.act({ type: "click", id: "talker/talk" });
  expect(observation?.title).toBe(`["hello from inside","hello from inside"]`);
  await agent.close();
});
