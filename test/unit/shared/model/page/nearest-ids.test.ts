// Tests which ids are offered for one that is not known.
import { expect, test } from "vitest";

import { editDistance, idsHolding, nearestIds } from "@webserv/shared/model/page/nearest-ids.ts";
import { missingId } from "@webserv/shared/protocol/missing-id.ts";

test("the ids nearest to an unknown one come first", () => {
  const known = ["cart.checkout", "tote.add-to-cart", "scarf.add-to-cart", "search", "sort"];
  expect(nearestIds("tote.add-to-cart-2", known)[0]).toBe("tote.add-to-cart");
  expect(nearestIds("add-to-cart", known).slice(0, 2).sort()).toEqual([
    "scarf.add-to-cart",
    "tote.add-to-cart",
  ]);
  expect(nearestIds("serach", known)[0]).toBe("search");
});

test("the numbered likes of an unknown id come before ids that differ by one sign", () => {
  const known = ["may.3", "may.20", "may.31", "may.30-2", "may.30-day"];
  expect(nearestIds("may.30", known)[0]).toBe("may.30-2");
});

test("no id is offered for one that resembles none", () => {
  expect(nearestIds("zzzzzzzz", ["search", "sort"])).toEqual([]);
});

test("the edit distance counts insertions, deletions and replacements", () => {
  expect(editDistance("kitten", "sitting")).toBe(3);
  expect(editDistance("", "abc")).toBe(3);
  expect(editDistance("abc", "abc")).toBe(0);
});

test("an id is held by those ids that begin or end with all of it, between two parts", () => {
  const known = ["tote.add", "pay/mug.add", "tote.add.more", "address", "sad.read", "add"];
  expect(idsHolding("add", known)).toEqual(["tote.add", "pay/mug.add"]);
  expect(idsHolding("tote", known)).toEqual(["tote.add", "tote.add.more"]);
  expect(idsHolding("mug.add", known)).toEqual(["pay/mug.add"]);
});

test("a part of several ids is ambiguous, and one of a single id is unknown and names that id", () => {
  const known = ["tote.add-to-cart", "mug.add-to-cart", "search.go"];
  expect(missingId("add-to-cart", "unknown-id", known)).toMatchObject({
    code: "ambiguous",
    details: { candidates: ["tote.add-to-cart", "mug.add-to-cart"] },
  });
  expect(missingId("go", "unknown-id", known)).toMatchObject({
    code: "unknown-id",
    details: { nearest: ["search.go"] },
  });
  expect(missingId("add-to-cart", "stale-id", known).code).toBe("stale-id");
});
