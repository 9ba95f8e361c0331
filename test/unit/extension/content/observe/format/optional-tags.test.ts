// Tests which end tags are left out: those that every HTML parser adds in the same place.
import { describe, expect, test } from "vitest";

import { isEndOptional } from "../../../../../../extension/src/content/observe/format/optional-tags.ts";

const TABLE = ["table", "tr"];

describe("end tags that are left out", () => {
  test.each([
    ["li", ["ul"], "li"],
    ["li", ["ul"], undefined],
    ["dt", ["dl"], "dd"],
    ["option", ["select"], "option"],
    ["p", ["div"], "ul"],
    ["p", ["section"], undefined],
    ["td", TABLE, "th"],
    ["td", ["table", "thead", "tr"], undefined],
    ["tr", ["table"], "tr"],
    ["tr", ["table", "tfoot"], undefined],
    ["p", ["table", "tr", "td"], "p"],
    ["p", ["table", "tr", "td"], undefined],
  ] as const)("the end tag of %s in %s is left out before %s", (tag, around, next) => {
    expect(isEndOptional(tag, around, next)).toBe(true);
  });
});

describe("end tags that are written", () => {
  test.each([
    // What comes next would stand within it.
    ["li", ["ul"], "p"],
    ["p", ["div"], "span"],
    ["p", ["div"], "form"],
    ["p", ["div"], "table"],
    // What it stands in does not end it.
    ["p", ["a"], undefined],
    ["li", ["div"], undefined],
    ["div", ["div"], "div"],
    // Out of its table a parser passes over the tags of cells and rows.
    ["td", ["div"], "td"],
    ["td", ["tr"], "td"],
    ["td", ["div", "tr"], undefined],
    ["tr", ["div"], "tr"],
    ["tr", [], "tr"],
    ["p", ["td"], undefined],
    ["p", ["tr", "td"], undefined],
    ["p", ["div", "tr", "th"], "p"],
  ] as const)("the end tag of %s in %s is written before %s", (tag, around, next) => {
    expect(isEndOptional(tag, around, next)).toBe(false);
  });
});
