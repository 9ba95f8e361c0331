// The budget of tokens of a page with frames, by the built extension.
import type { Observation, ObserveOptions } from "@webserv/shared/model/page/observation.ts";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, beforeAll, expect, test } from "vitest";

import { ContentServer } from "../../../support/browser/content-server.ts";
import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { TestAgent } from "../agent.ts";

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

const NO_ROOM = "no room is left for it: expand it";

/** Reads the page until no frame is left out for want of an answer: a busy machine may keep one for longer than a reading waits. */
async function observeAll(agent: TestAgent, options: ObserveOptions): Promise<Observation> {
  for (;;) {
    const seen = await agent.observe(options);
    const isShort = seen.omitted.some(({ what, why }) => what === "frame" && why !== NO_ROOM);
    if (!isShort) return seen;
  }
}

test("small frames leave to a large one the tokens that they do not need", async () => {
  const agent = await open("frames-uneven");
  const seen = await observeAll(agent, { maxTokens: 4_500 });
  expect(seen.html).toContain("the 79th of all");
  expect(seen.clickable).toContain("terms/agree");
  expect(seen.clickable).toHaveLength(12);
  expect(seen.omitted).toEqual([]);
  await agent.close();
});

test.each([1_000, 3_000, 8_000])(
  "a page with many frames keeps to %s tokens, and uses them",
  async (maxTokens) => {
    const agent = await open("frames-many");
    for (const form of ["html", "outline", "paper"] as const) {
      const seen = await observeAll(agent, { maxTokens, form });
      expect(seen.tokens).toBeLessThanOrEqual(maxTokens);
      expect(countTokens(seen.html)).toBeLessThanOrEqual(maxTokens * 1.1);
      // What is left is not wasted either.
      expect(seen.tokens).toBeGreaterThan(maxTokens * 0.5);
      expect(seen.clickable.length).toBeGreaterThan(10);
      for (const id of seen.expandable) expect(seen.html).toContain(id);
    }
    await agent.close();
  },
);

test.each(["html", "outline", "paper"] as const)(
  "frames of a page that needs nearly the whole budget keep to what it leaves them, in %s",
  async (form) => {
    const agent = await open("frames-tight");
    for (let maxTokens = 7_000; maxTokens <= 8_400; maxTokens += 100) {
      const seen = await observeAll(agent, { maxTokens, form });
      expect(seen.tokens).toBeLessThanOrEqual(maxTokens);
      expect(countTokens(seen.html)).toBeLessThanOrEqual(maxTokens * 1.1);
    }
    await agent.close();
  },
);

test("a frame that had no room is read if it is expanded", async () => {
  const agent = await open("frames-tight");
  const seen = await observeAll(agent, { maxTokens: 8_000 });
  const { where = "", why = "" } = seen.omitted.find(({ what }) => what === "frame") ?? {};
  expect(why).toBe(NO_ROOM);
  expect(seen.html).toMatch(new RegExp(`<iframe id="${where}"[^>]* unread="${why}"></iframe>`));
  expect(seen.expandable).toContain(where);
  expect(seen.clickable.filter((id) => id.startsWith(`${where}/`))).toEqual([]);
  const expanded = await agent.observe({ expand: where });
  expect(expanded.clickable).toHaveLength(30);
  expect(expanded.clickable[0]).toMatch(`${where}/`);
  await agent.close();
});
