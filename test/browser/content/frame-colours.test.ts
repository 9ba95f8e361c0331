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

const SCROLLER = "height: 100px; overflow: auto; background: #222";

test.each([
  ["a white page", "", ["Dark words"], ["White words"]],
  ["a dark part of it", "background: #222", ["White words"], ["Dark words"]],
  ["a picture", "background: url(x.png)", ["White words", "Dark words"], []],
  ["a dark scroller, far below its fold", SCROLLER, ["White words"], ["Dark words"]],
])("on %s", async (_ground, style, seen, lost) => {
  const page = await browser.show(
    `<div style="${style}"><div style="height: 900px"></div><iframe srcdoc="${WORDS}"></iframe></div>`,
  );
  const [, frameId = 0] = await page.frameIds();
  const { html } = await page.observe("html", frameId);
  for (const words of seen) expect(html).toContain(words);
  for (const words of lost) expect(html).not.toContain(words);
});

test("in a frame that scrolls, and in a scroller of it", async () => {
  const far = "<div style='height: 900px'></div>";
  const box = `<div style='height: 100px; overflow: auto; background: #222'>${far}${WORDS}</div>`;
  const page = await browser.show(
    `<iframe srcdoc="${far}<p style='color: white'>Lost words</p><p>Plain words</p>${box}"></iframe>`,
  );
  const [, frameId = 0] = await page.frameIds();
  const { html } = await page.observe("html", frameId);
  for (const words of ["Plain words", "White words"]) expect(html).toContain(words);
  for (const words of ["Lost words", "Dark words"]) expect(html).not.toContain(words);
});
