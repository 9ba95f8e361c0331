// Which ids are offered for one that is not known.
import { expect, test } from "vitest";

import { editDistance, nearestIds } from "@webserv/shared/model/nearest-ids.ts";

test("the nearest come first", () => {
  const known = ["cart.checkout", "tote.add-to-cart", "scarf.add-to-cart", "search", "sort"];
  expect(nearestIds("tote.add-to-cart-2", known)[0]).toBe("tote.add-to-cart");
  expect(nearestIds("add-to-cart", known).slice(0, 2).sort()).toEqual([
    "scarf.add-to-cart",
    "tote.add-to-cart",
  ]);
  expect(nearestIds("serach", known)[0]).toBe("search");
});

test("nothing is offered for what resembles nothing", () => {
  expect(nearestIds("zzzzzzzz", ["search", "sort"])).toEqual([]);
});

test("the distance counts insertions, deletions and replacements", () => {
  expect(editDistance("kitten", "sitting")).toBe(3);
  expect(editDistance("", "abc")).toBe(3);
  expect(editDistance("abc", "abc")).toBe(0);
});
