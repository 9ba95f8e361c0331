// Rows and the controls in them may stand in different trees: a control belongs to the row that it is shown in.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import type { ContentPage } from "../../../../support/browser/content-page.ts";
import { ContentBrowser } from "../../../../support/browser/content-page.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

const FRUITS = ["Apple", "Pear", "Plum", "Quince"];

/** Puts the names of the rows, which stand in a shadow tree or not, in the reverse order. */
async function reverseNames(page: ContentPage): Promise<void> {
  await page.page.evaluate(`{
    const tree = document.querySelector("my-list")?.shadowRoot ?? document;
    const names = [...tree.querySelectorAll("h3, b")].map((each) => each.textContent).reverse();
    [...tree.querySelectorAll("h3, b")].forEach((each, at) => { each.textContent = names[at]; });
  }`);
}

const rowsOf = (cell: (at: number) => string): string =>
  `<ul>${FRUITS.map((name, at) => `<li><b>${name}</b> ${cell(at)}</li>`).join("")}</ul>`;
const buttons = FRUITS.map((_, at) => `<button slot="s${at}">Buy</button>`).join("");

test.each([
  ["without a slot", rowsOf(() => "<button>Buy</button>")],
  [
    "in a slot of each row",
    `<my-list><template shadowrootmode="open">${rowsOf((at) => `<slot name="s${at}"></slot>`)}</template>${buttons}</my-list>`,
  ],
])("a button %s loses its id when its row becomes another", async (_, html) => {
  const page = await browser.show(html);
  const before = (await page.read({})).clickable;
  expect(before).toEqual(["apple.buy", "pear.buy", "plum.buy", "quince.buy"]);
  await reverseNames(page);
  const after = (await page.read({})).clickable;
  expect(after).toEqual(["quince.buy", "plum.buy", "pear.buy", "apple.buy"]);
});

test("cards that are alike and stand in one slot are rows, as without a slot", async () => {
  const cards = FRUITS.map(
    (name) => `<div class="card"><h3>${name}</h3><button>Buy</button></div>`,
  ).join("");
  const slotted = await browser.show(
    `<my-list><template shadowrootmode="open"><slot></slot></template>${cards}</my-list>`,
  );
  const plain = await browser.show(`<main>${cards}</main>`);
  for (const page of [slotted, plain]) {
    const before = (await page.read({})).clickable;
    expect(before).toEqual(["apple.buy", "pear.buy", "plum.buy", "quince.buy"]);
    await page.page
      .evaluate(`for (const h of [...document.querySelectorAll("h3")].reverse().slice(0, 2)) {
      h.parentElement.parentElement.prepend(h.parentElement.cloneNode(true));
      h.parentElement.remove();
    }`);
    expect((await page.read({})).clickable).toEqual([
      "plum.buy",
      "quince.buy",
      "apple.buy",
      "pear.buy",
    ]);
  }
});
