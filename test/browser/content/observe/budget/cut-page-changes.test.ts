// Pages above their budget: what is told to have changed follows the page and not the cut.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { diffObservation } from "@webserv/host/src/session/actions/page-diff.ts";
import type { Observation, ObserveOptions } from "@webserv/shared/model/page/observation.ts";

import type { ContentPage } from "../../../../support/browser/content-page.ts";
import { ContentBrowser } from "../../../../support/browser/content-page.ts";
import { shop } from "./shop-page.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

const orders = (count: number, entry: (cells: string, at: number) => string): string => {
  const entries = Array.from({ length: count }, (_, at) =>
    entry(
      `<td>${at}</td><td><a href="/o/${at}">Order ${at}</a></td><td><button>Edit</button></td>`,
      at,
    ),
  ).join("");
  const table = entries.startsWith("<tr>") ? `<table><tbody>${entries}</tbody></table>` : entries;
  return `<!doctype html><title>Orders</title><h1>Orders</h1>${table}`;
};

let at = 0;
const observed = async (page: ContentPage, options: ObserveOptions): Promise<Observation> => {
  const { frames: _, budget: __, ...reading } = await page.call("frame.observe", options);
  return { ...reading, tabs: [], form: "html", at: String(++at) };
};

describe("changes of a page above its budget", () => {
  test("nothing is told to have changed if only the budget is another", async () => {
    const page = await browser.show(shop(120));
    const before = await observed(page, { maxTokens: 5000 });
    const next = await observed(page, { maxTokens: 1500, diff: true });
    expect(diffObservation(before, next).html).toBe("@@");
    const wide = await observed(page, { maxTokens: 8000, diff: true });
    expect(diffObservation(next, wide).html).toBe("@@");
  });

  test.each([
    ["rows of a table", orders(150, (row) => `<tr>${row}</tr>`)],
    [
      "entries that only hold a link",
      orders(400, (_, at) => `<div class="entry"><a href="/${at}">Order ${at}</a></div>`),
    ],
  ])("%s that were shown with all the page are no change", async (_, html) => {
    const page = await browser.show(html);
    const before = await observed(page, { maxTokens: 12_000 });
    expect(before.expandable).toEqual([]);
    const next = await observed(page, { maxTokens: 4000, diff: true });
    expect(diffObservation(before, next).html).toBe("@@");
    const grown = await page.page.evaluate(() => {
      const entry = document.querySelector("tr:nth-child(3) td, .entry:nth-child(3) a");
      entry?.append(" of a customer who has asked for it twice".repeat(20));
      return entry !== null;
    });
    expect(grown).toBe(true);
    const last = await observed(page, { maxTokens: 4000, diff: true });
    const gone = diffObservation(next, last)
      .html.split("\n")
      .filter((line) => line.startsWith("-"));
    // The entry itself has changed, and the mark of what is below the view may move.
    expect(gone.join("\n")).not.toMatch(/Order \d\d/);
  });

  test("a menu is told alone that a page of growing ages has no room for", async () => {
    const page = await browser.show(
      orders(60, (row) => `<tr>${row}<td class="age">11 seconds ago</td></tr>`),
    );
    const before = await observed(page, { maxTokens: 12_000 });
    const maxTokens = before.tokens + 20;
    await page.page.evaluate(() => {
      for (const age of document.querySelectorAll(".age")) age.textContent = "22 seconds ago";
      const menu = ["New", "Open", "Save", "Close"].map((word) => `<button>${word} it</button>`);
      document.body.insertAdjacentHTML("beforeend", `<div>${menu.join(" ")}</div>`);
    });
    const told = diffObservation(before, await observed(page, { maxTokens, diff: true }));
    expect(told.since).toBe(before.at);
    expect(told.html).toContain("Save it");
    expect(told.html).not.toContain("Order 30");
  });

  const files = Array.from(
    { length: 40 },
    (_, at) =>
      `<li style="line-height: 14px"><a href="/${at}" title="Size: ${at} kB, made on 11/28/26 at 6:14, may be written">File ${at}</a></li>`,
  );
  const list = `<h1>Files</h1><ul>${files.join("")}</ul><p>Ready</p>`;
  test.each([
    ["the page", `<div>${list}</div>`, "body"],
    ["the only column", `<p>Top</p><div><div><div>${list}</div></div></div>`, "div > div"],
    ["a page that a script has wrapped meanwhile", list, "body", true],
  ])("a menu that comes beside %s is told alone", async (_, html, beside, wrapped = false) => {
    const page = await browser.show(`<!doctype html>${html}`);
    const before = await observed(page, { maxTokens: 900 });
    expect(before.expandable).not.toEqual([]);
    await page.page.evaluate(
      ({ selector, isWrapped }) => {
        const around = document.createElement("div");
        if (isWrapped) {
          around.append(...document.body.children);
          document.body.append(around);
        }
        const menu = ["New", "Open", "Save", "Close"].map((word) => `<button>${word} it</button>`);
        document
          .querySelector(selector)
          ?.insertAdjacentHTML("beforeend", `<div>${menu.join(" ")}</div>`);
      },
      { selector: beside, isWrapped: wrapped },
    );
    const told = diffObservation(before, await observed(page, { maxTokens: 900, diff: true }));
    expect(told.since).toBe(before.at);
    expect(told.html).toContain("Save it");
    expect(told.tokens).toBeLessThan(250);
  });

  test("what is new is told, and what is gone, and nothing else", async () => {
    const page = await browser.show(shop(120));
    const before = await observed(page, { maxTokens: 5000 });
    await page.page.evaluate(() => {
      document.querySelector("h1")?.insertAdjacentHTML("afterend", "<p>Two are left</p>");
      document.querySelector("li:nth-child(2)")?.remove();
      document.querySelector("ul")?.insertAdjacentHTML("afterbegin", "<li>A new one</li>");
    });
    const next = await observed(page, { maxTokens: 1500, diff: true });
    const lines = diffObservation(before, next).html.split("\n");
    const added = lines.filter((line) => line.startsWith("+"));
    expect(added.join("\n")).toContain("Two are left");
    expect(added.join("\n")).toContain("A new one");
    expect(added.length).toBeLessThan(5);
    const gone = lines.filter((line) => line.startsWith("-"));
    expect(gone.join("\n")).toContain("Lamp no 1");
    expect(gone.join("\n")).not.toContain("Atlas");
  });

  test("all that was shown is shown again while it stands where it stood", async () => {
    const page = await browser.show(shop(120));
    const before = await page.read({ maxTokens: 1500 });
    await page.call("frame.observe", { maxTokens: 600, aside: true });
    await page.page.evaluate(() => document.querySelectorAll("button")[3]?.focus());
    const next = await page.read({ maxTokens: 1500 });
    expect(next.clickable).toEqual(before.clickable);
  });

  test("what a small budget left out is shown once there is room", async () => {
    const page = await browser.show(shop(120));
    const narrow = await page.read({ maxTokens: 500 });
    const same = await page.read({ maxTokens: 6000, diff: true });
    expect(same.clickable).toEqual(narrow.clickable);
    // Nothing of the page has changed, but all of it is asked for.
    const wide = await page.read({ maxTokens: 6000 });
    expect(wide.clickable).toEqual(expect.arrayContaining(narrow.clickable));
    expect(wide.clickable.length).toBeGreaterThan(3 * narrow.clickable.length);
  });

  test("what a small budget left out is shown with a page that has become another", async () => {
    const page = await browser.show(shop(120));
    const narrow = await page.read({ maxTokens: 500 });
    await page.page.evaluate(() => {
      for (const each of document.querySelectorAll("li p, li button, li a")) each.append(" anew");
    });
    const wide = await page.read({ maxTokens: 6000, diff: true });
    expect(wide.clickable.length).toBeGreaterThan(3 * narrow.clickable.length);
  });

  test("what was left out is shown once what took its room is gone", async () => {
    const text = `<p>${"Sewn by hand in small numbers. ".repeat(20)}</p>`;
    const page = await browser.show(
      `<!doctype html><h1>Shop</h1><section>${text.repeat(8)}</section><div style="height:3000px"></div>
      <ul>${Array.from({ length: 25 }, (_, at) => `<li>Row ${at} <button>Edit ${at}</button></li>`).join("")}</ul>`,
    );
    const before = await page.read({ maxTokens: 1000 });
    // Paragraphs that are shown in brief show no more than a beginning.
    expect(before.tokens).toBeGreaterThan(500);
    expect(before.clickable.length).toBeLessThan(25);
    await page.page.evaluate(() => document.querySelector("section")?.remove());
    const next = await page.read({ maxTokens: 1000 });
    expect(next.clickable).toHaveLength(25);
  });

  test.each([
    ["after it was shown in brief", true, 2],
    ["that takes most of the room", false, 40],
    ["that takes more than there is room for", false, 200],
  ])("an entry in use is shown with what is used: %s", async (_, before, words) => {
    const card = (at: number): string =>
      `<li style="height:300px"><h3>Card ${at}</h3><p>${"Sewn by hand in small numbers. ".repeat(words)}</p>
      <label>Amount ${at} <input></label></li>`;
    const cards = Array.from({ length: 25 }, (_, at) => card(at));
    const page = await browser.show(`<!doctype html><h1>Cards</h1><ul>${cards.join("")}</ul>`);
    const first = before ? (await page.read({ maxTokens: 600 })).inputs : [];
    expect(first.map(({ id }) => id)).not.toContain("card-12.amount-12");
    await page.page.evaluate(() =>
      document.querySelectorAll("input")[12]?.focus({ preventScroll: true }),
    );
    const next = await page.read({ maxTokens: 600, diff: before });
    expect(next.inputs.filter(({ focused }) => focused)).toHaveLength(1);
    expect(next.tokens).toBeLessThanOrEqual(600);
  });

  test("a page that was loaded anew is told whole, and not as changes", async () => {
    const page = await browser.show(shop(120));
    const before = await observed(page, { maxTokens: 5000 });
    await page.page.reload();
    const next = await observed(page, { maxTokens: 1500, diff: true });
    expect(diffObservation(before, next).since).toBeUndefined();
  });
});
