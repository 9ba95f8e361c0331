// Forms whose state a framework holds: what it holds after each field was filled by its id.
import type { Action } from "@webserv/shared/model/action.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ContentServer } from "../../../../support/browser/content-server.ts";
import { ExtensionBrowser } from "../../../../support/browser/extension-browser.ts";
import { idOf, TestAgent } from "../../agent.ts";

let chromium: ExtensionBrowser;
let server: ContentServer;

beforeAll(async () => {
  [chromium, server] = await Promise.all([ExtensionBrowser.launch(), new ContentServer().listen()]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

const frameworks = ["react", "preact", "vue", "svelte", "solid", "lit", "angular"];
const filled = {
  text: "Ada 東京",
  note: "one\ntwo",
  count: "7.5",
  day: "2026-03-01",
  level: "70",
  colour: "#ff8800",
};

describe.each(frameworks)("a form of %s", (framework) => {
  test.each(["trusted", "synthetic"] as const)("forms hold what %s input enters", async (input) => {
    const url = `${server.origin}/forms/?${framework}#${input}`;
    const agent = await TestAgent.open(chromium.daemon, url, { input });
    const page = await chromium.pageAt(url);
    await page.waitForFunction("'held' in window && document.forms[0] !== null");
    const seen = await agent.observe();
    const act = async (action: Action): Promise<void> => {
      const step = await agent.act(action);
      expect(step.error).toBeUndefined();
      expect(step.effects).not.toHaveProperty("difference");
    };
    for (const [name, text] of Object.entries(filled)) {
      await act({ type: "type", id: idOf(seen, name), text });
    }
    await act({ type: "click", id: idOf(seen, "agreed") });
    await act({ type: "select", id: idOf(seen, "size"), options: ["Large"] });
    const held = (await page.evaluate("held()")) as Record<string, unknown>;
    const told = Object.entries(held).map(([name, value]) => [
      name,
      typeof value === "number" ? String(value) : value,
    ]);
    expect(Object.fromEntries(told)).toEqual({ ...filled, agreed: true, size: "l" });
    await act({ type: "clear", id: idOf(seen, "text") });
    expect(await page.evaluate("held().text")).toBe("");
    await agent.close();
  });
});
