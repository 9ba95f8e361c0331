// Counts what a reading, and the search for a name, ask of the browser on pages of many elements.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import type { ContentPage } from "../../../../support/browser/content-page.ts";
import { ContentBrowser } from "../../../../support/browser/content-page.ts";
import { evaluateInContentWorld } from "../../../../support/browser/isolated-world.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

const ELEMENTS = 20_000;

/** Columns with many classes and things to drag, of which each class is that of rows elsewhere, too. */
const board = (rows: number): string => {
  const classes = Array.from({ length: 12 }, (_, at) => `u${at}`).join(" ");
  const card = `<div class="${classes}"><div class="${classes}"><b draggable="true">Card</b></div></div>`;
  return `<main>${card.repeat(200)}</main>${`<div class="${classes}">Row</div>`.repeat(rows)}`;
};

test("to find where things are dropped costs no more than to look at each element some times", async () => {
  const page = await browser.show(board(ELEMENTS));
  const asked = await counting(page, () => page.observe());
  expect(asked).toBeLessThan(20 * ELEMENTS);
});

/** Sections whose headings share a word, each with a control of the same name. */
const sections = (count: number): string =>
  `<div>${`<h3>Menu of today</h3><p>Tea</p><button>Order</button>`.repeat(count)}</div>`;

test("to find a name in places that are called alike costs in proportion to their number", async () => {
  const counts: number[] = [];
  for (const count of [200, 800]) {
    const page = await browser.show(sections(count));
    await page.observe();
    counts.push(
      await counting(page, () => page.call("frame.find-named", { name: "Order", in: "Menu" })),
    );
  }
  const [small = 0, large = 0] = counts;
  expect(small).toBeGreaterThan(0);
  expect(large).toBeLessThan(small * 8);
});

/** Counts the elements that are found by selectors or compared with one another meanwhile. */
async function counting(page: ContentPage, work: () => Promise<unknown>): Promise<number> {
  await evaluateInContentWorld(page.page, COUNTED);
  await work();
  return Number(await evaluateInContentWorld(page.page, "askedFor"));
}

const COUNTED = `
  globalThis.askedFor = 0;
  for (const prototype of [Document.prototype, Element.prototype]) {
    const { querySelectorAll } = prototype;
    prototype.querySelectorAll = function (selector) {
      const found = querySelectorAll.call(this, selector);
      askedFor += found.length;
      return found;
    };
  }
  for (const method of ["contains", "compareDocumentPosition"]) {
    const own = Node.prototype[method];
    Node.prototype[method] = function (other) { askedFor++; return own.call(this, other); };
  }
  undefined`;
