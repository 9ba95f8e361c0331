// Tests which line of a long text an element is called by.
import { expect, test } from "vitest";

import {
  labelWords,
  salientLine,
} from "../../../../../../extension/src/content/observe/naming/name.ts";

test.each([
  ["Add to cart", "Add to cart"],
  ["New\nTonal\nCopse Wireless Keyboard", "Copse Wireless Keyboard"],
  ["Clothing\n60 products", "Clothing"],
  ["Jackets\n15", "Jackets"],
  ["4.5\nand up\n5", "4.5 and up"],
  ["15\n85", "15"],
  ["3 comments", "3 comments"],
  [`Release notes\n${"What has changed in this version and why. ".repeat(3)}`, "Release notes"],
  ["", ""],
])("an element with the text %j is called %j", (text, expected) => {
  expect(salientLine(text)).toBe(expected);
});

test.each([
  ["Invoice\nPay within 14 days", "Invoice Pay within 14 days"],
  ["Standard delivery\nFree on orders from £60", "Standard delivery Free on orders from £60"],
  ["Lanterns\n8", "Lanterns"],
])("a field whose label is %j is called %j, its name before its explanation", (text, expected) => {
  expect(labelWords(text)).toBe(expected);
});
