// Large pages: long series of which only windows are read, and readings in stretches.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { ContentBrowser } from "../../../../support/browser/content-page.ts";

let browser: ContentBrowser;

beforeAll(async () => {
  browser = await ContentBrowser.launch();
});

afterEach(() => browser.closePages());
afterAll(() => browser.close());

const row = (at: number): string =>
  `<tr><td>${at}</td><td>Customer ${at}</td><td><a href="/o/${at}">Order ${at}</a></td><td><button>Edit</button></td></tr>`;

const rows = (count: number): string => Array.from({ length: count }, (_, at) => row(at)).join("");

const table = (count: number): string =>
  `<h1>Orders</h1><table><tbody>${rows(count)}</tbody></table>`;

test("what is left of a long series is told by its number, and can be expanded to its end", async () => {
  const page = await browser.show(table(1200));
  const { html, expandable, omitted } = await page.read({ maxTokens: 2000 });
  expect(html).toContain("Order 0<");
  const shown = ordersIn(html);
  const [, left = ""] = /<!--more:\S+ ([\d,]+) more-->/.exec(html) ?? [];
  expect(Number(left.replace(",", ""))).toBe(1200 - shown.length);
  expect(omitted.map(({ why }) => why).join()).toMatch(/\d{4} controls are left out/);
  const seen = new Set(shown);
  let next = expandable.at(-1);
  for (let turns = 0; next !== undefined && turns < 400; turns++) {
    const more = await page.read({ maxTokens: 2000, expand: next });
    for (const order of ordersIn(more.html)) seen.add(order);
    next = more.expandable.at(-1);
  }
  expect(seen.size).toBe(1200);
});

test("hidden entries of a long series are not told of", async () => {
  const page = await browser.show(
    `<style>.no{display:none}</style>${table(1000)}<script>for (const tr of [...document.querySelectorAll("tr")].slice(500)) tr.className = "no"</script>`,
  );
  // The hidden are no series with the others: they have another class, but a row is a row.
  const { html } = await page.read({ maxTokens: 1500 });
  const [, left = ""] = /<!--more:\S+ ([\d,]+) more-->/.exec(html) ?? [];
  expect(Number(left)).toBe(500 - ordersIn(html).length);
});

test("entries in view, or with the focus in them, are read wherever they stand", async () => {
  const page = await browser.show(table(2000));
  await page.page.evaluate(() => {
    document.querySelectorAll("tr")[1200]?.scrollIntoView();
    document.querySelectorAll("button")[700]?.focus({ preventScroll: true });
  });
  const { html } = await page.read({ maxTokens: 3000 });
  for (const order of [0, 700, 1200, 1205]) expect(ordersIn(html)).toContain(order);
});

test("an entry shown by its name alone shows it, however long its address; a grid counts all its entries", async () => {
  const cards = Array.from(
    { length: 400 },
    (_, at) =>
      `<li><h3><a href="/catalogue/of/the/harbour/street/store/things-made-of-canvas/${at}">Canvas tote ${at}</a></h3><p>Sewn by hand in small numbers, from what is left of sails that have seen the sea.</p><button>Add to cart</button></li>`,
  );
  const page = await browser.show(
    `<style>ul{display:grid;grid-template-columns:repeat(4,1fr);list-style:none}</style><ul>${cards.join("")}</ul>`,
  );
  const { html } = await page.read({ maxTokens: 3000 });
  expect(html).toContain('grid="4x100"');
  const entries = html.split("<li>").slice(1);
  const brief = entries.filter((entry) => entry.includes("<!--…-->"));
  expect(brief.length).toBeGreaterThan(3);
  for (const entry of brief) expect(entry).toMatch(/Canvas tote \d+<\/a>/);
});

test("a modal dialog in an entry far down is found", async () => {
  const page = await browser.show(
    `<ul>${Array.from({ length: 1000 }, (_, at) => `<li>Entry ${at} <dialog><p>Sure about ${at}?</p><button>Yes</button></dialog></li>`).join("")}</ul><script>document.querySelectorAll("dialog")[900].showModal(); document.activeElement.blur()</script>`,
  );
  const { html, clickable } = await page.read({ maxTokens: 1000 });
  expect(html).toContain("Sure about 900?");
  expect(clickable).toEqual([expect.stringContaining("yes")]);
});

test("an element that has an id keeps it, and can be expanded, once it is far out of view", async () => {
  const page = await browser.show(table(2000));
  await page.page.evaluate(() => document.querySelectorAll("tr")[1500]?.scrollIntoView());
  const before = await page.read({ maxTokens: 3000 });
  const id = /<a id="([^"]+)"[^>]*>Order 1503</.exec(before.html)?.[1] ?? "";
  expect(id).not.toBe("");
  await page.page.evaluate(() => scrollTo(0, 0));
  const away = await page.read({ maxTokens: 3000 });
  expect(ordersIn(away.html)).not.toContain(1503);
  const expanded = await page.read({ maxTokens: 3000, expand: id });
  expect(ordersIn(expanded.html)).toEqual([1503]);
  expect(expanded.html).toContain(`id="${id}"`);
});

test("of a series far below another one as many entries are shown by short names as there is room for", async () => {
  const entries = (tag: string, name: string): string =>
    Array.from(
      { length: 1000 },
      (_, at) =>
        `<${tag}><p>${name}${at}</p><p>Sewn by hand in small numbers, from what is left of sails that have seen the sea, and kept dry in the loft until somebody asks for one of them by its number.</p></${tag}>`,
    ).join("");
  const page = await browser.show(
    `<main><ul>${entries("li", "Bag ")}</ul><div>${entries("article", "N")}</div></main>`,
  );
  const { html } = await page.read({ maxTokens: 4000 });
  expect(html.match(/N\d+/g)?.length).toBeGreaterThan(20);
});

test("slides of a carousel that can't be reached are not told of", async () => {
  const slides = Array.from(
    { length: 200 },
    (_, at) => `<li><a href="/s/${at}">Slide ${at}</a></li>`,
  );
  const page = await browser.show(
    `<style>ul{display:flex;overflow:hidden;width:300px;padding:0;list-style:none}li{flex:0 0 300px}</style><ul>${slides.join("")}</ul><p>After</p>`,
  );
  const { html } = await page.read({ maxTokens: 300 });
  expect(html).toContain("Slide 0");
  expect(html).not.toContain("more");
});

test("a label whose words are nested beyond measure does not keep a page from being read", async () => {
  const page = await browser.show(
    `<label for="name">Your name </label><input id="name" /><button>Send</button><script>
      let at = document.querySelector("label");
      for (let depth = 0; depth < 6000; depth++) at = at.appendChild(document.createElement("span"));
      at.textContent = "far down";
    </script>`,
  );
  const { clickable } = await page.read({});
  expect(clickable).toEqual(["your-name", "send"]);
});

test("what is read of a page that changes all the time is of one moment", async () => {
  // No two neighbours are alike, so that all of it is read.
  const parts = Array.from(
    { length: 6000 },
    (_, at) =>
      `<${at % 2 ? "p" : "div"} class="c${at}">Paragraph ${at} <b>bold</b></${at % 2 ? "p" : "div"}>`,
  );
  const page = await browser.show(
    `<p id="first">0</p>${parts.join("")}<p id="last">0</p><script>
      let count = 0;
      const both = [document.getElementById("first"), document.getElementById("last")];
      setInterval(() => { count++; for (const each of both) each.firstChild.data = "count " + count; }, 40);
    </script>`,
  );
  for (let turn = 0; turn < 5; turn++) {
    const { html } = await page.read({ maxTokens: 1_000_000 });
    const counts = [...html.matchAll(/count (\d+)/g)].map(([, count]) => count);
    expect(counts).toHaveLength(2);
    expect(counts[0]).toBe(counts[1]);
  }
});

test("what moves all the time on a page is said to, and what is gone is not told of", async () => {
  const parts = Array.from(
    { length: 6000 },
    (_, at) =>
      `<${at % 2 ? "p" : "div"} class="c${at}">Paragraph ${at} <b>bold</b></${at % 2 ? "p" : "div"}>`,
  );
  const page = await browser.show(
    `<div id="news"><button>News 0</button></div>${parts.join("")}<script>
      let count = 0;
      setInterval(() => {
        document.getElementById("news").innerHTML = "<button>News " + ++count + "</button>";
      }, 20);
    </script>`,
  );
  for (let turn = 0; turn < 3; turn++) {
    const { html, omitted, clickable } = await page.read({ maxTokens: 1_000_000 });
    expect(omitted.map(({ why }) => why).join()).toMatch(/^the page kept changing while/);
    expect(html).toContain("Paragraph 5999");
    expect(clickable.length).toBeLessThanOrEqual(1);
  }
});

test("a clock on a large page is told as it is in the end, with nothing to say about it", async () => {
  const parts = Array.from(
    { length: 6000 },
    (_, at) =>
      `<${at % 2 ? "p" : "div"} class="c${at}">Paragraph ${at} <b>bold</b></${at % 2 ? "p" : "div"}>`,
  );
  const page = await browser.show(
    `<p id="first">0</p>${parts.join("")}<p id="last">0</p><script>
      let count = 0;
      const both = [document.getElementById("first"), document.getElementById("last")];
      setInterval(() => { count++; for (const each of both) each.textContent = "count " + count; }, 20);
    </script>`,
  );
  for (let turn = 0; turn < 3; turn++) {
    const { html, omitted } = await page.read({ maxTokens: 1_000_000 });
    const [first, last] = [...html.matchAll(/count (\d+)/g)].map(([, count]) => count);
    expect(first).toBe(last);
    expect(omitted).toEqual([]);
  }
});

function ordersIn(html: string): number[] {
  return [...html.matchAll(/Order (\d+)</g)].map(([, order]) => Number(order));
}

test("a text is found at the end of a series longer than any observation", async () => {
  const entries = Array.from({ length: 400 }, (_, at) => `<li>${"漢字".repeat(2000)} ${at}</li>`);
  const page = await browser.show(`<ul>${entries.join("")}</ul>`);
  const { shows } = await page.call("frame.shows", { text: "漢字 399" });
  expect(shows).toBe(true);
});

test("what is read for nothing while a page settles takes no ids", async () => {
  const page = await browser.show(`<p>Account</p><button>Save</button><script>
    setTimeout(() => {
      document.querySelector("button").outerHTML = '<a href="/save" title="Keep it">Save</a>';
    }, 300);
  </script>`);
  await page.settle();
  const { clickable } = await page.read({});
  expect(clickable).toEqual(["save"]);
});
