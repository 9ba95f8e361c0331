import { describe, expect, test } from "vitest";

import {
  diffObservation,
  diffText,
  fragments,
} from "@webserv/host/src/session/actions/page-diff.ts";
import type { Observation } from "@webserv/shared/model/page/observation.ts";

import { applyDiff } from "../../../../support/reading/apply-diff.ts";
import { seededRandom } from "../../../shared/rpc/seeded-random.ts";

const rows = Array.from(
  { length: 40 },
  (_, row) => `<li><a id="item-${row}" href="/${row}">Item ${row}</a></li>`,
);

function page(html: string, at: string, more: Partial<Observation> = {}): Observation {
  return {
    url: "http://shop.test/",
    title: "",
    html,
    tokens: Math.ceil(html.length / 4),
    clickable: [],
    hoverable: [],
    inputs: [],
    selects: [],
    expandable: [],
    omitted: [],
    tabs: [],
    form: "html",
    at,
    ...more,
  };
}

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

  test("a diff shows the lines beside each change, and skips what lies between two changes", () => {
    const next = ["a", "B", "c", "d", "e", "f", "G"];
    expect(diffText(["a", "b", "c", "d", "e", "f", "g"], next)).toBe(
      [" a", "-b", "+B", " c", "@@", " f", "-g", "+G"].join("\n"),
    );
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
      const told = diffText(fragments(before), fragments(after));
      expect(applyDiff(before, told ?? "")).toBe(after.html);
      pieces = next;
    }
  });

  test("an applied diff gives the page even if lines of its text look like those of a diff", () => {
    const before = page("<p>a</p><pre>one\n@@\n+<a>x</a></pre><p>b</p>", "1");
    const after = page("<p>a</p><pre>one\n@@\n+<a>y</a></pre><p>b</p>", "2");
    const told = diffText(fragments(before), fragments(after)) ?? "";
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
