import { describe, expect, test } from "vitest";

import { withoutUnchanged } from "@webserv/host/src/session/actions/unchanged-parts.ts";

import { seededRandom } from "../../../shared/rpc/seeded-random.ts";

const links = (from: number): string =>
  Array.from({ length: 8 }, (_, at) => `<li><a id="link-${from + at}">Link ${from + at}</a>`).join(
    "",
  );
const menu = `<nav aria-label="Departments"><ul>${links(0)}</ul></nav>`;
const foot = `<footer><p>Delivery in two days, and thirty days to return what does not please.<ul>${links(50)}</ul></footer>`;
const page = (middle: string): string => `<header>${menu}</header>${middle}${foot}`;

describe("what a page has in common with the page before", () => {
  test("a part of the page before is not told again, and its start tag says which it is", () => {
    const told = withoutUnchanged(page("<main><p>Bags</main>"), page("<main><p>Shoes</main>"));
    expect(told).toBe(
      "<header><!--unchanged--></header><main><p>Shoes</main><footer><!--unchanged--></footer>",
    );
  });

  test("a part with a change is told, without what is unchanged in it", () => {
    const before = page("").replace("<header>", '<header><a id="cart">Cart</a>');
    const told = withoutUnchanged(before, before.replace(">Cart<", ">Cart 1<"));
    expect(told).toBe(
      '<header><a id="cart">Cart 1</a><nav aria-label="Departments"><!--unchanged--></nav></header>' +
        "<footer><!--unchanged--></footer>",
    );
  });

  test("a part that its start tag doesn't name is named after the first id in it", () => {
    const list = `<div><ul>${links(0)}</ul></div>`;
    expect(withoutUnchanged(`<p>1</p>${list}`, `<p>2</p>${list}`)).toBe(
      "<p>2</p><div><!--unchanged: link-0 …--></div>",
    );
  });

  test("a part whose start tag occurs twice is named after the first id in it", () => {
    const card = (at: number): string =>
      `<article><footer><ul>${links(at)}</ul></footer></article>`;
    expect(withoutUnchanged(card(0) + card(9), `<p>Two</p>${card(9)}`)).toBe(
      "<p>Two</p><article><!--unchanged: link-9 …--></article>",
    );
  });

  test("a part without a name and without an id is told again", () => {
    const words = `<div><p>${"Long words. ".repeat(40)}</div>`;
    expect(withoutUnchanged(`<p>1</p>${words}`, `<p>2</p>${words}`)).toBeUndefined();
  });

  test("a part whose ids are others is told again", () => {
    const other = page("").replaceAll('id="link-', 'id="link-2-');
    expect(withoutUnchanged(page(""), other)).toBeUndefined();
  });

  test("a short part is told again, since a mark would hardly be shorter", () => {
    const short = '<nav aria-label="Pages"><a id="next">Next</a></nav>';
    expect(withoutUnchanged(`<p>1</p>${short}`, `<p>2</p>${short}`)).toBeUndefined();
  });

  test("cues on the view and the focus are no changes, and stay on what is told", () => {
    const cued = page('<main><p>Shoes<!--below the view--><a id="buy" focused>Buy</a></main>')
      .replace('id="link-3"', 'id="link-3" focused')
      .replace("<li><a", "<li><!--below the view--><a");
    expect(withoutUnchanged(page("<main><p>Bags</main>"), cued)).toBe(
      '<header><!--unchanged--></header><main><p>Shoes<!--below the view--><a id="buy" focused>Buy</a></main>' +
        "<footer><!--unchanged--></footer>",
    );
  });

  test("a mark on what was left out is told if it has changed", () => {
    const list = (mark: string): string =>
      `<nav><ul>${links(0)}</li><!--more:links ${mark}--></ul></nav>`;
    expect(withoutUnchanged(list("3 more"), list("4 more"))).toBe(
      "<nav><ul><!--unchanged: link-0 … link-7--><!--more:links 4 more--></ul></nav>",
    );
  });

  test("entries that followed one another before have one mark with the first and the last id", () => {
    const list = (entries: string): string => `<main><ul>${entries}</ul></main>`;
    const added = `<li><a id="new">New</a>`;
    expect(withoutUnchanged(list(links(0)), list(added + links(0)))).toBe(
      list(`${added}<!--unchanged: link-0 … link-7-->`),
    );
    expect(withoutUnchanged(list(links(0) + links(20)), list(links(0) + added + links(20)))).toBe(
      list(`<!--unchanged: link-0 … link-7-->${added}<!--unchanged: link-20 … link-27-->`),
    );
  });

  test("entries in another order than before are told again", () => {
    const entries = links(0).split(/(?=<li>)/);
    const list = (of: readonly string[]): string => `<main><ul>${of.join("")}</ul></main>`;
    expect(withoutUnchanged(list(entries), list(entries.toReversed()))).toBeUndefined();
  });

  test("rows of a table have one mark, and lists within entries are no entries of the list around them", () => {
    const rows = (from: number): string =>
      Array.from(
        { length: 5 },
        (_, at) => `<tr><td><a id="row-${from + at}">Row</a><td><ul><li>One<li>Two</ul>`,
      ).join("");
    const table = (of: string): string => `<table>${of}</table>`;
    const added = `<tr><td><a id="new">New</a>`;
    expect(withoutUnchanged(table(rows(1)), table(rows(1) + added))).toBe(
      table(`<!--unchanged: row-1 … row-5-->${added}`),
    );
  });

  test("a long entry that stands alone keeps its start tag", () => {
    const entry = (at: number): string =>
      `<li><p>${"Words. ".repeat(30)}<a id="by-${at}">Reply</a>`;
    expect(withoutUnchanged(`<ul>${entry(1)}</ul>`, `<ul>${entry(1)}${entry(2)}</ul>`)).toBe(
      `<ul><li><!--unchanged: by-1 …-->${entry(2)}</ul>`,
    );
  });

  test("elements without an end tag hide none of the parts around them", () => {
    const form = (value: string): string =>
      `<form id="search"><p>Search<input id="words" value="${value}"><img alt="a">${menu}</form>`;
    expect(withoutUnchanged(form("bags"), form("shoes"))).toBe(
      '<form id="search"><p>Search<input id="words" value="shoes"><img alt="a">' +
        '<nav aria-label="Departments"><!--unchanged--></nav></form>',
    );
  });

  test("with the parts of the page before in place of its marks it is the whole page again", () => {
    const random = seededRandom(20);
    const pick = (most: number): number => Math.floor(random() * most);
    const block = (seed: number): string =>
      ["nav", "section", "div", "p"].map((tag) => {
        const inner = `<ul aria-label="List ${seed} of ${tag}">${links(seed * 10)}</ul>`;
        return `<${tag} id="${tag}-${seed}">${inner}</${tag}>`;
      })[seed % 4] ?? "";
    let marks = 0;
    for (let round = 0; round < 200; round++) {
      const make = (): string => {
        const blocks = Array.from({ length: 1 + pick(6) }, () => block(pick(8)));
        return `<main>${blocks.join("")}<p>${pick(3)}</main>`;
      };
      const [before, next] = [make(), make()];
      const told = withoutUnchanged(before, next) ?? next;
      marks += told.split("<!--unchanged").length - 1;
      const whole = told.replace(
        /<([a-z]+)([^<>]*)><!--unchanged[^<>]*--><\/\1>/g,
        (_, tag: string, attributes: string) => partOf(before, tag, attributes),
      );
      expect(whole).toBe(next);
    }
    expect(marks).toBeGreaterThan(100);
  });
});

/** Returns the element with this start tag; none of these pages has two of them that differ. */
function partOf(html: string, tag: string, attributes: string): string {
  const start = html.indexOf(`<${tag}${attributes}>`);
  return html.slice(start, html.indexOf(`</${tag}>`, start) + tag.length + 3);
}
