// Letters in a frame without a background of its own lie on what the frame lies on.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { ContentBrowser } from "../../../../support/browser/content-page.ts";

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
])("letters in a frame on %s are told if they can be seen", async (_ground, style, seen, lost) => {
  const page = await browser.show(
    `<div style="${style}"><div style="height: 900px"></div><iframe srcdoc="${WORDS}"></iframe></div>`,
  );
  const [, frameId = 0] = await page.frameIds();
  const { html } = await page.observe("html", frameId);
  for (const words of seen) expect(html).toContain(words);
  for (const words of lost) expect(html).not.toContain(words);
});

/** White words in a frame without a background, and what else the page has. */
const frameIn = (around: (frame: string) => string, words = WORDS, more = ""): string =>
  around(`<iframe ${more} srcdoc="${words}"></iframe>`);

const UNDER = "position: absolute; inset: 0; background: #222";
const DARK = `<meta name='color-scheme' content='dark'>`;
/** Letters of the colour that dark pages have in Chromium. */
const OF_DARK = "<p style='color: white'>White words</p><p style='color: #121212'>Dark words</p>";

test.each([
  [
    "what lies under the frame shows through it",
    frameIn(
      (frame) =>
        `<div style="position: relative; isolation: isolate"><div style="${UNDER}; z-index: -1"></div>${frame}</div>`,
    ),
    ["White words"],
    [],
  ],
  [
    "what a style sheet draws under the frame shows through it",
    frameIn(
      (frame) =>
        `<style>div { position: relative; isolation: isolate } div::before { content: ""; ${UNDER}; z-index: -1 }</style><div>${frame}</div>`,
    ),
    ["White words"],
    [],
  ],
  [
    "what is painted over the frame does not show through it",
    frameIn(
      (frame) =>
        `<div style="position: relative">${frame}<div style="${UNDER}; opacity: 0.5"></div></div>`,
    ),
    ["Dark words"],
    ["White words"],
  ],
  [
    "a frame that can't look at its page tells all",
    frameIn((frame) => frame, WORDS, "sandbox"),
    ["White words", "Dark words"],
    [],
  ],
  [
    "a light frame of a dark page has a ground of its own",
    frameIn((frame) => DARK + frame, OF_DARK),
    ["Dark words"],
    ["White words"],
  ],
  [
    "a dark frame of a light page has a ground of its own",
    frameIn((frame) => frame, DARK + OF_DARK),
    ["White words"],
    ["Dark words"],
  ],
  [
    "a dark frame of a dark page lies on the dark page",
    frameIn((frame) => `${DARK}<div style="background: white">${frame}</div>`, DARK + OF_DARK),
    ["Dark words"],
    ["White words"],
  ],
])("%s", async (_what, html, seen, lost) => {
  const page = await browser.show(`<!doctype html>${html}`);
  const [, frameId = 0] = await page.frameIds();
  const told = (await page.observe("html", frameId)).html;
  for (const words of seen) expect(told).toContain(words);
  for (const words of lost) expect(told).not.toContain(words);
});

test("letters in a frame that scrolls, and in a scroller of it, are told if they can be seen", async () => {
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
