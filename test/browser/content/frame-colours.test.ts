// Letters in a frame without a background of its own lie on what the frame lies on.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { ContentBrowser } from "../../support/content-page.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

const WORDS = "<p style='color: white'>White words</p><p style='color: #222'>Dark words</p>";

test.each([
  ["a white page", "", ["Dark words"], ["White words"]],
  ["a dark part of it", "background: #222", ["White words"], ["Dark words"]],
  ["a picture", "background: url(x.png)", ["White words", "Dark words"], []],
])("on %s", async (_ground, style, seen, lost) => {
  const page = await browser.show(
    `<div style="${style}"><iframe srcdoc="${WORDS}"></iframe></div>`,
  );
  const [, frameId = 0] = await page.frameIds();
  const { html } = await page.observe("html", frameId);
  for (const words of seen) expect(html).toContain(words);
  for (const words of lost) expect(html).not.toContain(words);
});
