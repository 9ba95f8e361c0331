// What a link in a part of the page tells of the things there: a record's own link is its key, any other is not.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { ContentBrowser } from "../../../../support/browser/content-page.ts";

let browser: ContentBrowser;

beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

test("a field keeps its id while a link beside it, made of what is typed elsewhere, leads elsewhere", async () => {
  const card = (title: string, inner: string): string =>
    `<div class="card"><h2>${title}</h2>${inner}</div>`;
  const page = await browser.show(
    `<form>${card("General", `<label>Product <input name="product"></label>`)}
      ${card("Search", `<p><a href="/">Untitled page</a></p><label>URL key <input id="url_key" name="url_key"></label>`)}
      ${card("Stock", `<label>Quantity <input name="quantity"></label>`)}</form>`,
  );
  const before = (await page.observe()).inputs.map(({ id }) => id);
  await page.page.$eval("a", (link) => {
    link.href = "/harbour-bench";
    link.textContent = "Harbour bench";
  });
  expect((await page.observe()).inputs.map(({ id }) => id)).toEqual(before);
});

test("the same button in an element that shows another record, by its link, is another thing", async () => {
  const card = (name: string): string =>
    `<div class="card"><a href="/${name}">${name}</a><button>Buy</button></div>`;
  const page = await browser.show(`<main>${["tote", "mug", "lamp"].map(card).join("")}</main>`);
  const before = (await page.observe()).clickable;
  await page.page.$eval(".card", (first) => {
    const link = first.querySelector("a");
    if (link !== null) Object.assign(link, { href: "/desk", textContent: "desk" });
  });
  const { clickable } = await page.observe();
  expect(before).toContain("tote.buy");
  expect(clickable).toContain("desk.buy");
  expect(clickable).not.toContain("tote.buy");
});
