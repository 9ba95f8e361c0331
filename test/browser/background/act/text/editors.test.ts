// Typing into the editors that pages are written with, and what their own models hold afterwards.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

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

const editors = ["lexical", "prosemirror", "quill", "ckeditor", "tiptap", "codemirror"];
const STORY = "Word by word, 一歩一歩, ".repeat(40);

describe.each(editors)("the editor %s", (name) => {
  test.each(["trusted", "synthetic"] as const)("editors take text by %s input", async (input) => {
    const url = `${server.origin}/editor-${name}/?${input}`;
    const agent = await TestAgent.open(chromium.daemon, url, { input });
    const page = await chromium.pageAt(url);
    await page.waitForFunction(() => "lines" in window);
    const fields = (await agent.observe()).inputs.filter(({ type }) => type === "contenteditable");
    const id = fields[0]?.id ?? "";
    expect(fields).toHaveLength(1);
    /** What the editor's own model holds, and the observation shows, after this. */
    const after = async (
      mode: "replace" | "append" | "clear",
      text: string,
    ): Promise<{ lines: unknown; shown: string | undefined }> => {
      const step = await agent.act(
        mode === "clear" ? { type: "clear", id } : { type: "type", id, text, mode },
      );
      expect(step).toMatchObject({ status: "done", input });
      expect(step.effects).not.toHaveProperty("difference");
      const lines = await page.evaluate("lines()");
      const field = step.observation?.inputs.find((each) => each.id === id);
      expect(field?.value.trimEnd()).toBe(step.effects.value?.trimEnd());
      return { lines, shown: field?.value };
    };
    const holds = (...lines: string[]) => ({ lines, shown: lines.join("\n") });

    expect(await after("replace", "Twice upon")).toEqual(holds("Twice upon"));
    expect(await after("append", " a time")).toEqual(holds("Twice upon a time"));
    expect(await after("append", "\nthere was")).toEqual(holds("Twice upon a time", "there was"));
    expect(await after("replace", "One\nTwo\n\nFour")).toEqual(holds("One", "Two", "", "Four"));
    expect(await after("append", "\n\nSix")).toEqual(holds("One", "Two", "", "Four", "", "Six"));
    const foreign = "日本語 العربية 👩‍👩‍👧 naïve";
    expect(await after("replace", foreign)).toEqual(holds(foreign));
    expect(await after("clear", "")).toEqual(holds(""));
    expect(await after("append", "Anew")).toEqual(holds("Anew"));
    expect(await after("replace", `${STORY}.\nEnd`)).toEqual(holds(`${STORY}.`, "End"));
    expect((await after("replace", "Last\n")).lines).toEqual(["Last", ""]);
    expect((await after("replace", "One\nTwo\n")).lines).toEqual(["One", "Two", ""]);
    expect((await after("append", "Three\n")).lines).toEqual(["One", "Two", "Three", ""]);
    expect((await after("replace", `${STORY}.\n`)).lines).toEqual([`${STORY}.`, ""]);
    expect(await after("replace", "")).toEqual(holds(""));
    await agent.close();
  });
});
