// A document need not have a body, nor any element at all: a script may open it anew and not write to it yet.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { ContentBrowser } from "../../../support/browser/content-page.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

test.each([
  ["no element", "document.open()"],
  ["no root", "document.documentElement.remove()"],
  ["no body", "document.body.remove()"],
])("a document with %s is read as empty, and nothing in it has the focus", async (_, script) => {
  const page = await browser.show("<p>Gone</p>");
  await page.page.evaluate(script);
  expect((await page.read({})).html).not.toContain("Gone");
  expect(await page.call("frame.focused", {})).toMatchObject({ id: null, element: null });
});
