// Ids for very many things of one name cost what as many of different names cost: so much for each.
import { expect, test } from "vitest";

import type { Descriptor } from "../../../extension/src/content/observe/evidence.ts";
import { IdBook } from "../../../extension/src/content/observe/id-book.ts";
import { button, inRow, read } from "./descriptors.ts";

type Make = (key: number) => Descriptor;

const KINDS: readonly (readonly [kind: string, make: Make])[] = [
  ["name", (key) => button(key, "Edit")],
  ["name in one part of the page", (key) => button(key, "Edit", ["Orders", "Shop"])],
  ["name in rows of one name", (key) => inRow(key, "Edit", ["Order"])],
  ["name that ends in numbers of its own", (key) => button(key, `Edit ${key % 7}`)],
];

test.each(KINDS)("things of one %s take no more work each than a few of them", (_kind, make) => {
  const few = workOf(150, make);
  const many = workOf(1200, make);
  // Eight times as many, with a little for what grows more slowly than that; a square would be 64.
  expect(many / few).toBeLessThan(10);
});

/** Steps of three readings: of all, of all again, and of them made anew. */
function workOf(count: number, make: Make): number {
  const elements = (from: number): Descriptor[] =>
    Array.from({ length: count }, (_, at) => make(from + at));
  const book = new IdBook();
  const before = elements(1);
  const after = elements(count + 1);
  return counted(() => {
    const ids = read(book, ...before);
    expect(new Set(ids).size).toBe(count);
    read(book, ...before);
    read(book, ...after);
  });
}

/** Questions put to maps and sets meanwhile, and items of lists that were searched. */
function counted(run: () => void): number {
  let steps = 0;
  const { get, has, set } = Map.prototype;
  const { has: holds, add } = Set.prototype;
  const { includes } = Array.prototype;
  Map.prototype.get = function (key) {
    steps++;
    return get.call(this, key);
  };
  Map.prototype.has = function (key) {
    steps++;
    return has.call(this, key);
  };
  Map.prototype.set = function (key, value) {
    steps++;
    return set.call(this, key, value);
  };
  Set.prototype.has = function (value) {
    steps++;
    return holds.call(this, value);
  };
  Set.prototype.add = function (value) {
    steps++;
    return add.call(this, value);
  };
  Array.prototype.includes = function (value) {
    steps += this.length;
    return includes.call(this, value);
  };
  try {
    run();
  } finally {
    Object.assign(Map.prototype, { get, has, set });
    Object.assign(Set.prototype, { has: holds, add });
    Object.assign(Array.prototype, { includes });
  }
  return steps;
}
