// Tests what becomes of names in ids.
import { expect, test } from "vitest";

import { MAX_SLUG, slug } from "../../../../../../extension/src/content/observe/naming/slug.ts";

test.each([
  ["Add to cart", "add-to-cart"],
  ["  Don’t   panic! ", "dont-panic"],
  ["Größe (EU)", "größe-eu"],
  ["加入购物车", "加入购物车"],
  ["कार्ट में जोड़ें", "कार्ट-में-जोड़ें"],
  ["ＦＵＬＬ width", "full-width"],
  ["$1,299.00", "1-299-00"],
  ["🛒", ""],
  ["❤️ 1", "1"],
  ["❤️", ""],
  ["", ""],
  ["\ud800", ""],
])("the name %j becomes %j in an id", (name, expected) => {
  expect(slug(name)).toBe(expected);
});

test("a long name is cut between words in an id", () => {
  expect(slug("Subscribe to our weekly newsletter")).toBe("subscribe-to-our-weekly");
});

test("a long word is cut between characters in an id", () => {
  const family = "क्षि".repeat(20);
  const short = slug(family);
  expect(short.length).toBeLessThanOrEqual(MAX_SLUG);
  expect(family.startsWith(short)).toBe(true);
  expect(short.isWellFormed()).toBe(true);
  expect(short.length % "क्षि".length).toBe(0);
});
