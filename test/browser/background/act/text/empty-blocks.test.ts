// Blocks that a page makes or draws anew as they get the focus, in the built extension.
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

describe.each(["trusted", "synthetic"] as const)("empty blocks, by %s input", (input) => {
  const open = (): Promise<TestAgent> =>
    TestAgent.open(chromium.daemon, `${server.origin}/empty-blocks/`, { input });

  test("a click on an element that a block replaces on focus is done, and the block is typed into", async () => {
    const agent = await open();
    const clicked = await agent.act({ type: "click", id: agent.id("add-block") });
    expect(clicked.error).toBeUndefined();
    expect(clicked.status).toBe("done");
    expect(clicked.observation?.html).not.toContain("Type to begin");
    const id = idOf(clicked.observation, "block");
    const typed = await agent.act({ type: "type", id, text: "Once upon a time" });
    expect(typed).toMatchObject({ status: "done", effects: { value: "Once upon a time" } });
    await agent.close();
  });

  test.each(["filled", "drawn", "wrapped"])(
    "an empty block that is %s anew on focus is typed into",
    async (name) => {
      const agent = await open();
      const id = agent.id(name);
      const typed = await agent.act({ type: "type", id, text: "Once upon a time" });
      expect(typed.error).toBeUndefined();
      expect(typed).toMatchObject({ status: "done", effects: { value: "Once upon a time" } });
      const again = await agent.act({ type: "type", id, text: ", twice", mode: "append" });
      expect(again).toMatchObject({
        status: "done",
        effects: { value: "Once upon a time, twice" },
      });
      await agent.close();
    },
  );

  test.each(["filled", "drawn", "wrapped"])(
    "an empty block that is %s anew on focus is clicked",
    async (name) => {
      const agent = await open();
      const step = await agent.act({ type: "click", id: agent.id(name) });
      expect(step.error).toBeUndefined();
      expect(step.status).toBe("done");
      await agent.close();
    },
  );
});
