// Tests what is asked of an element once a reading.
import { expect, test } from "vitest";

import type { ReadingCache } from "../../../../../extension/src/content/dom/reading-cache.ts";
import {
  cachedPerReading,
  withReadingCache,
} from "../../../../../extension/src/content/dom/reading-cache.ts";

/** Stands for a node: only that it is one and no other is asked of it. */
function node(): Node {
  return {} as Node;
}

test("a reading cache asks once of each node in a reading, and again in the next one", () => {
  const asked: Node[] = [];
  const find = cachedPerReading((each) => asked.push(each));
  const [one, other] = [node(), node()];
  const notes: ReadingCache = new Map();
  expect(withReadingCache(() => [find(one), find(one), find(other), find(one)], notes)).toEqual([
    1, 1, 2, 1,
  ]);
  // A reading that goes on later still knows it.
  expect(withReadingCache(() => find(other), notes)).toBe(2);
  expect(withReadingCache(() => find(one), new Map())).toBe(3);
  expect(asked).toEqual([one, other, one]);
});

test("a reading cache keeps what was not found as well, and each question's answers apart", () => {
  let asked = 0;
  const nothing = cachedPerReading((): undefined => void asked++);
  const something = cachedPerReading(() => "found");
  const one = node();
  const found = withReadingCache(() => [nothing(one), nothing(one), something(one)], new Map());
  expect(found).toEqual([undefined, undefined, "found"]);
  expect(asked).toBe(1);
});

test("a reading cache keeps nothing outside of a reading, or after one that failed", () => {
  let asked = 0;
  const find = cachedPerReading(() => ++asked);
  const one = node();
  const fail = (): never => {
    find(one);
    throw new Error("failed");
  };
  expect(() => withReadingCache(fail, new Map())).toThrow("failed");
  expect([find(one), find(one)]).toEqual([2, 3]);
});
