import { expect, test } from "vitest";

import { mixed } from "../../../../scripts/tests/longest-first.ts";

test("groups are mixed so that each is spread over the whole run, in its own order", () => {
  expect(mixed([["a1", "a2", "a3", "a4"], ["b1", "b2"], [], ["c1"]])).toEqual([
    "a1",
    "b1",
    "c1",
    "a2",
    "a3",
    "b2",
    "a4",
  ]);
});
