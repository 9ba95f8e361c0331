import { describe, expect, test } from "vitest";

import {
  diffObservation,
  diffText,
  fragments,
  hasChanged,
} from "@webserv/host/src/session/actions/page-diff.ts";
import type { Observation } from "@webserv/shared/model/page/observation.ts";
import { NOTHING_READ } from "@webserv/shared/model/page/observation.ts";
import { pieceOf } from "@webserv/shared/model/text/view-cues.ts";

import { applyDiff } from "../../../../support/reading/apply-diff.ts";
import { seededRandom } from "../../../shared/rpc/seeded-random.ts";

const rows = Array.from(
  { length: 40 },
  (_, row) => `<li><a id="item-${row}" href="/${row}">Item ${row}</a></li>`,
);

function page(html: string, at: string, more: Partial<Observation> = {}): Observation {
  return {
    ...NOTHING_READ,
    url: "http://shop.test/",
    title: "",
    html,
    tokens: Math.ceil(html.length / 4),
    tabs: [],
    form: "html",
    at,
    ...more,
  };
}

describe("whether a page that is not told has changed", () => {
  const before = page(`<p>0 in the cart</p><ul>${rows.join("")}</ul>`, "1", { reading: "a" });
  const other = (more: Partial<Observation>) => ({ ...before, at: "2", ...more });

  test.each([
    ["the same", {}, false],
    ["other words", { html: before.html.replace("0 in", "1 in") }, true],
    ["an element less", { html: before.html.replace(rows[39] ?? "", "") }, true],
    ["an element more", { html: `${before.html}<p>Bye</p>` }, true],
    ["a mark of what is in view", { html: `<!--below the view-->${before.html}` }, false],
    ["another address", { url: "http://shop.test/cart" }, true],
    ["another form", { form: "outline" as const }, undefined],
    ["a part left out", { expandable: ["more:1"] }, undefined],
    ["the same parts left out", { expandable: ["more:1"], again: "a" }, false],
    ["the reading itself", { at: "1" }, undefined],
  ])("of a page with %s that is said", (_what, more, changed) => {
    expect(hasChanged(before, other(more))).toBe(changed);
  });

  test("a page is not compared with nothing", () => {
    expect(hasChanged(undefined, before)).toBeUndefined();
  });
});

const apart = (texts: readonly string[], form = "html") => texts.map((text) => pieceOf(text, form));

describe("a diff of two readings", () => {
  const before = page(`<p>0 in the cart</p><ul>${rows.join("")}</ul>`, "1");

  test("a diff tells what has changed, with what stands beside it", () => {
    const told = diffObservation(before, page(before.html.replace("0 in", "1 in"), "2"));
    expect(told.since).toBe("1");
    expect(told.html).toBe("-<p>0 in the cart</p>\n+<p>1 in the cart</p>\n <ul>\n@@");
    expect(told.tokens).toBeLessThan(before.tokens);
  });

  test("a diff says in two signs that nothing has changed", () => {
    expect(diffObservation(before, page(before.html, "2")).html).toBe("@@");
  });

  const aged = (words: string) => rows.map((row) => row.replace("</a>", ` (${words})</a>`));
  const later = (seconds: number) => new Date(Date.UTC(2026, 1, 2) + seconds * 1000).toISOString();

  test.each([
    ["11s ago", "22s ago", 2],
    ["just now", "3 seconds ago", 3],
    ["59 minutes ago", "an hour ago", 2],
    ["45 minutes ago", "an hour ago", 2],
    ["11 months ago", "1 year ago", 2],
    ["1 minute ago", "21 minutes ago", 1205],
  ])("%s that has become %s after %i s is no change", (age, then, passed) => {
    const next = page(`${aged(then).join("")}<p>New</p>`, later(passed));
    const told = diffObservation(page(aged(age).join(""), later(0)), next);
    expect(told.html).toMatch(/^@@\n .*\n\+<p>New<\/p>$/);
  });

  test.each([
    ["5 min ago", "4s ago"],
    ["15 minutes ago", "30 minutes ago"],
    ["15 minutes ago", "1 hour ago"],
    ["1 day ago", "1 month ago"],
  ])("%s that has become %s after two seconds is a change", (age, then) => {
    const since = (words: string) => `${before.html}<button id="since">${words}</button>`;
    const told = diffObservation(page(since(age), later(0)), page(since(then), later(2)));
    expect(told.html).toContain(`>${age}</button>\n+<button id="since">${then}</button>`);
  });

  test("addresses are no changes if only one of two readings was asked for them", () => {
    const brief = page(rows.join("").replaceAll(/ href="[^"]*"/g, ""), "1");
    const whole = page(`${rows.join("")}<p>Sold out</p>`, "2");
    const { html } = diffObservation(brief, whole);
    expect(html).toContain("+<p>Sold out</p>");
    expect(html).not.toContain("Item 7<");
    expect(hasChanged(brief, page(rows.join(""), "2"))).toBe(false);
  });

  test("a diff is told of another page of the site, with what has gone cut short", () => {
    const form = '<h1>Checkout</h1><form><input id="name"></form>';
    const foot = `<footer>${rows.slice(0, 30).join("")}</footer>`;
    const list = page(`<ul>${rows.join("")}</ul>${foot}`, "1");
    const next = page(form + foot, "2", { url: "http://shop.test/checkout" });
    const told = diffObservation(list, next);
    expect(told.since).toBe("1");
    expect(told.html).toContain(
      '-<ul>\n-<li>\n-<a id="item-0" href="/0">Item 0</a></li>\n-@@ 78\n+<h1>',
    );
    expect(applyDiff(list, told.html)).toBe(next.html);
  });

  test("a diff is not told if it is hardly shorter than the page", () => {
    const other = page(before.html.replaceAll("Item", "Thing"), "2");
    expect(diffObservation(before, other)).toBe(other);
  });

  test.each([
    ["of another site", { url: "http://other.test/" }],
    ["in another form", { form: "paper" as const }],
    ["that was the last one", { at: "1" }],
  ])("no diff is told of a page %s", (_, more) => {
    const next = page(before.html, "2", more);
    expect(diffObservation(before, next)).toBe(next);
    expect(diffObservation(undefined, next)).toBe(next);
  });

  test("a page with many changes is told without what is unchanged, and says since when", () => {
    const menu = `<nav id="menu"><ul>${rows.slice(0, 20).join("")}</ul></nav>`;
    const list = (from: string): string =>
      `<main><ul>${rows.join("").replaceAll("Item", from).replaceAll("item", from)}</ul></main>`;
    const next = page(menu + list("shoe"), "2", { url: "http://shop.test/shoes" });
    const told = diffObservation(page(menu + list("bag"), "1"), next);
    expect(told.since).toBeUndefined();
    expect(told.unchangedSince).toBe("1");
    expect(told.html).toBe(`<nav id="menu"><!--unchanged--></nav>${list("shoe")}`);
  });

  test("a page that leaves out other things than the last one is told without what is unchanged", () => {
    const menu = `<nav id="menu"><ul>${rows.slice(0, 20).join("")}</ul></nav>`;
    const cut = (more: string): Partial<Observation> => ({ expandable: [more], reading: more });
    const before = page(`${menu}<p>1</p><!--more:a 9 more-->`, "1", cut("more:a"));
    const next = page(`${menu}<p>2</p><!--more:b 9 more-->`, "2", cut("more:b"));
    expect(diffObservation(before, next)).toMatchObject({
      html: '<nav id="menu"><!--unchanged--></nav><p>2</p><!--more:b 9 more-->',
      unchangedSince: "1",
    });
  });

  test("a page of another site, and one in another form, is told whole", () => {
    const menu = `<nav id="menu"><ul>${rows.slice(0, 20).join("")}</ul></nav>`;
    const other = page(`${menu}<p>2</p>`, "2", { url: "http://other.test/" });
    expect(diffObservation(page(menu, "1"), other)).toBe(other);
    const paper = page(`${menu}<p>2</p><!--more:b 9 more-->`, "2", {
      form: "paper",
      expandable: ["more:b"],
    });
    expect(diffObservation(page(menu, "1", { form: "paper" }), paper)).toBe(paper);
  });

  test("a diff shows the lines beside each change, and skips what lies between two changes", () => {
    const next = ["a", "B", "c", "d", "e", "f", "G"];
    expect(diffText(apart(["a", "b", "c", "d", "e", "f", "g"]), apart(next))).toBe(
      [" a", "-b", "+B", " c", "@@", " f", "-g", "+G"].join("\n"),
    );
  });
});

describe("cues on the view and the focus", () => {
  const card = (row: number, cues = "") =>
    `<li><a id="item-${row}"${cues}>Item ${row}</a><div id="heart-${row}"${cues}>heart</div></li>`;
  const list = (cues?: string) => Array.from({ length: 30 }, (_, row) => card(row, cues)).join("");
  const told = (before: string, next: string, form: "html" | "outline" | "paper" = "html") =>
    diffObservation(page(before, "1", { form }), page(next, "2", { form })).html;

  test.each([
    ["something that covers it", ' covered="cookie-banner"'],
    ["something without an id that covers it", " covered"],
    ["what the pointer would show", " hoverable"],
    ["the focus", " focused"],
    ["the focus and a caret", ' focused caret="0-5"'],
  ])("no change is told of a page that gains or loses %s", (_, cue) => {
    expect(told(list(), list(cue))).toBe("@@");
    expect(told(list(cue), list())).toBe("@@");
  });

  test("no change is told of another part of the page that is in view", () => {
    const seen = list().replace("<li>", "<li><!--in view from here-->");
    expect(told(list(), seen)).toBe("@@");
    expect(told(seen.replace("</li>", "<!--below the view--></li>"), list())).toBe("@@");
  });

  test("what a dialog covers is not told again, and what is new in it is", () => {
    const dialog = '<dialog modal><button id="close">Close</button></dialog>';
    const next = list(' covered="delivery"') + dialog;
    expect(told(list(), next)).toBe(
      '@@\n <div id="heart-29">heart</div></li>\n+<dialog modal>\n+<button id="close">Close</button></dialog>',
    );
  });

  test("that a modal takes the clicks from all it blocks is told by the modal alone", () => {
    const dialog = '<dialog modal><button id="close">Close</button></dialog>';
    expect(told(list(" clickable"), list() + dialog)).not.toContain("item-");
    expect(told(list() + dialog, list(" clickable"))).not.toContain("item-");
    expect(told(list(), list(" clickable"))).toContain("item-");
  });

  test("a change beside a cue is told, with the cue", () => {
    const next = list().replace(">Item 7<", " hoverable focused>Item 7, sold<");
    expect(told(list(), next)).toContain('+<a id="item-7" hoverable focused>Item 7, sold</a>');
  });

  test("a caret that moves within its field is told", () => {
    const [at2, at5] = [2, 5].map((at) => `<p>Name<input id="name" focused caret="${at}">`);
    expect(told(list() + at2, list() + at5)).toContain('+<input id="name" focused caret="5">');
  });

  test("words of the page that read like cues are the page's", () => {
    const next = list()
      .replace("Item 3", "Item 3 hoverable")
      .replace('id="item-4"', 'id="item-4" alt="a hoverable thing"');
    expect(told(list(), next)).toContain('+<a id="item-3">Item 3 hoverable</a>');
    expect(told(list(), next)).toContain('alt="a hoverable thing"');
    const lines = (word: string) =>
      [...Array(30).keys()].map((row) => ` button item-${row} "Item ${row}${word}"`).join("\n");
    expect(told(lines(""), lines(" hoverable focused"), "outline")).toContain("hoverable");
  });

  test("cues are known in an outline and in the paper's form, too", () => {
    const lines = (cues: string) =>
      [...Array(30).keys()].map((row) => ` button item-${row} "Item ${row}"${cues}`).join("\n");
    const cues = ' hoverable covered="the dialog" focused caret=3';
    expect(told(lines(""), `${lines(cues)}\n (below the view)`, "outline")).toBe("@@");
    expect(told(list(), list(' data-maybe-hoverable="true"'), "paper")).toBe("@@");
  });
});

describe("a diff that is applied to what the agent has", () => {
  const random = seededRandom(7);
  const pick = (most: number): number => Math.floor(random() * most);
  const words = [
    "<tr>",
    "<td>1</td>",
    "<td>2</td>",
    "<td>",
    '<a id="edit">Edit</a>',
    "<pre>a\n-b\n c</pre>",
  ];

  test.each(["html", "outline"] as const)("diffs of %s give each of 100 changed pages", (form) => {
    const join = form === "outline" ? "\n" : "";
    const one = (): string =>
      form === "outline" ? `- row ${pick(4)}` : (words[pick(words.length)] ?? "");
    let pieces = Array.from({ length: 300 }, one);
    for (let change = 0; change < 100; change++) {
      const next = [...pieces];
      for (let edits = 1 + pick(3); edits > 0; edits--) {
        const added = Array.from({ length: pick(4) }, one);
        next.splice(pick(next.length), pick(4), ...added);
      }
      const before = page(pieces.join(join), `${change}`, { form });
      const after = page(next.join(join), `${change + 1}`, { form });
      const told = diffText(apart(fragments(before), form), apart(fragments(after), form));
      expect(applyDiff(before, told ?? "")).toBe(after.html);
      pieces = next;
    }
  });

  test("an applied diff gives the page even if lines of its text look like those of a diff", () => {
    const before = page("<p>a</p><pre>one\n@@\n+<a>x</a></pre><p>b</p>", "1");
    const after = page("<p>a</p><pre>one\n@@\n+<a>y</a></pre><p>b</p>", "2");
    const told = diffText(apart(fragments(before)), apart(fragments(after))) ?? "";
    expect(told).toBe("@@\n <pre>one\n ↵@@\n ↵+\n-<a>x</a></pre>\n+<a>y</a></pre>\n <p>b</p>");
    expect(applyDiff(before, told)).toBe(after.html);
  });
});

test("the fragments of an html begin at its elements, not within its texts, and are all of it", () => {
  const html = `<h1>A <strong>b</strong></h1><ul><li><a id="x">X</a></li></ul><!--more:page 3 more-->`;
  const pieces = fragments({ form: "html", html });
  expect(pieces).toEqual([
    "<h1>A <strong>b</strong></h1>",
    "<ul>",
    "<li>",
    '<a id="x">X</a></li></ul>',
    "<!--more:page 3 more-->",
  ]);
  expect(pieces.join("")).toBe(html);
});
