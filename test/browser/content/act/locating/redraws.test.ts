// What is told of an element that left the page after an action, in a real page.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { ContentBrowser } from "../../../../support/browser/content-page.ts";
import type { ContentPage } from "../../../../support/browser/content-page.ts";

let browser: ContentBrowser;
let page: ContentPage;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
beforeEach(async () => {
  page = await browser.show("<button>Buy</button>");
  await page.observe();
  await page.call("frame.locate", { id: "buy", purpose: "click", timeoutMs: 60_000 });
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

test("an element that was drawn anew is told as such however often it is asked for", async () => {
  await page.page.$eval("button", (button) => button.replaceWith(button.cloneNode(true)));
  await page.call("frame.rest", {});
  expect(await page.call("frame.presence", { id: "buy" })).toEqual({ state: "redrawn" });
  expect(await page.call("frame.presence", { id: "buy" })).toEqual({ state: "redrawn" });
});
