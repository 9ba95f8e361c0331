// Ids for very many things of one name cost what as many of different names cost: so much for each.
import { expect, test } from "vitest";

import type { Descriptor } from "../../../../../../extension/src/content/observe/identity/descriptor.ts";
import { IdBook } from "../../../../../../extension/src/content/observe/identity/id-book.ts";
import { button, inRow, read } from "./descriptors.ts";

type Make = (key: number) => Descriptor;

const KINDS: readonly (readonly [kind: string, make: Make])[] = [
  ["name", (key) => button(key, "Edit")],
  ["name in one part of the page", (key) => button(key, "Edit", ["Orders", "Shop"])],
  ["name in rows of one name", (key) => inRow(key, "Edit", ["Order"])],
  ["name that ends in numbers of its own", (key) => button(key, `Edit ${key % 7}`)],
];

test.each(KINDS)(
  "ids for 1200 things of one %s take no more work each than ids for 150",
  (_kind, make) => {
    const few = workOf(150, make);
    const many = workOf(1200, make);
    // Eight times as many, with a little for what grows more slowly than that; a square would be 64.
    expect(many / few).toBeLessThan(10);
  },
);

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
  const one = (): void => {
    steps++;
  };
  const length = (list: unknown): void => {
    steps += Array.isArray(list) ? list.length : 0;
  };
  const restore = [
    ...["get", "has", "set"].map((name) => tapped(Map.prototype, name, one)),
    ...["has", "add"].map((name) => tapped(Set.prototype, name, one)),
    ...["includes", "indexOf"].map((name) => tapped(Array.prototype, name, length)),
  ];
  try {
    run();
  } finally {
    for (const each of restore) each();
  }
  return steps;
}

/** Tells of each call of a method; until what it returns is called. */
function tapped(owner: object, name: string, onCall: (self: unknown) => void): () => void {
  const own: unknown = Reflect.get(owner, name);
  if (typeof own !== "function") throw new Error(`there is no method ${name}`);
  Reflect.set(owner, name, function (this: unknown, ...args: unknown[]): unknown {
    onCall(this);
    const result: unknown = Reflect.apply(own, this, args);
    return result;
  });
  return () => {
    Reflect.set(owner, name, own);
  };
}
