// Typing and choosing in frames of another site, and into masks that a library makes.
import { afterAll, beforeAll, expect, test } from "vitest";

import { ContentServer } from "../../../../support/browser/content-server.ts";
import { ExtensionBrowser } from "../../../../support/browser/extension-browser.ts";
import { TestAgent } from "../../agent.ts";

let chromium: ExtensionBrowser;
let server: ContentServer;

beforeAll(async () => {
  [chromium, server] = await Promise.all([ExtensionBrowser.launch(), new ContentServer().listen()]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

test.each(["trusted", "synthetic"] as const)("masked fields take %s input", async (input) => {
  const url = `${server.origin}/masks/?${input}`;
  const agent = await TestAgent.open(chromium.daemon, url, { input });
  const page = await chromium.pageAt(url);
  await page.waitForFunction("'unmasked' in window");
  const card = await agent.act({ type: "type", id: agent.id("card"), text: "4242424242424242" });
  expect(card).toMatchObject({ status: "done", effects: { value: "4242 4242 4242 4242" } });
  const phone = await agent.act({ type: "type", id: agent.id("phone"), text: "5551234567" });
  expect(phone.effects).toMatchObject({
    value: "+1 (555) 123-4567",
    difference: { wanted: "5551234567", got: "+1 (555) 123-4567" },
  });
  expect(await page.evaluate("unmasked()")).toEqual({
    card: "4242424242424242",
    phone: "15551234567",
  });
  await agent.close();
});

test.each(["trusted", "synthetic"] as const)(
  "editors and lists in frames of another site take %s input",
  async (input) => {
    const url = `${server.origin}/framed/?${input}`;
    const agent = await TestAgent.open(chromium.daemon, url, { input });
    // The editors are bundled when they are asked for, which may take longer than the opening waits for frames.
    const page = await chromium.pageAt(url);
    await page.waitForFunction("document.readyState === 'complete'");
    const text = "Zwei\nZeilen, 一歩";
    const typed = await agent.act({ type: "type", id: "editor/write.story", text });
    expect(typed.error).toBeUndefined();
    expect(typed).toMatchObject({ status: "done", input, effects: { value: text } });
    const appended = { type: "type", id: "editor/write.story", text: "!", mode: "append" } as const;
    expect((await agent.act(appended)).effects.value).toBe(`${text}!`);
    for (const id of ["choices/radix", "choices/react-select"]) {
      const step = await agent.act({ type: "select", id, options: ["Bern"] });
      expect(step.error).toBeUndefined();
      expect(step).toMatchObject({ status: "done", input, effects: { value: "Bern" } });
    }
    await agent.close();
  },
);
