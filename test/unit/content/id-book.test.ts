// How ids are given, kept and taken over.
import { describe, expect, test } from "vitest";

import type { Descriptor, Row } from "../../../extension/src/content/observe/evidence.ts";
import { IdBook } from "../../../extension/src/content/observe/id-book.ts";

function button(key: number, name: string, scopes: string[] = [], context = ""): Descriptor {
  return {
    key,
    tag: "button",
    name,
    kind: "button",
    scopes,
    context,
    marks: [],
    row: undefined,
    place: `body>div1/1>button${key}/9`,
  };
}

function link(key: number, name: string, href: string): Descriptor {
  return { ...button(key, name), tag: "a", kind: "link", marks: [`href=${href}`] };
}

/** A button in a row known by its texts, or by its key. */
function inRow(key: number, name: string, texts: string[], rowKey = ""): Descriptor {
  return { ...button(key, name), row: row(texts, rowKey), place: `ul>li${key}/9>button1/1` };
}

function row(texts: string[], key = "", slot = ""): Row {
  const keys = key === "" ? [] : [key];
  return { key, keys, name: texts[0] ?? "", texts, slot, outer: undefined };
}

/** Reads a page of these elements, which are all there is in the document. */
function read(book: IdBook, ...elements: Descriptor[]): string[] {
  const keys = new Set(elements.map((element) => element.key));
  return book.assign(elements, (key) => keys.has(key));
}

describe("an id", () => {
  test("is the name within the nearest scope", () => {
    expect(read(new IdBook(), button(1, "Add to cart", ["Canvas tote", "Sale"]))).toEqual([
      "canvas-tote.add-to-cart",
    ]);
  });

  test("takes a farther scope where the nearest does not tell apart, a number last", () => {
    const ids = read(
      new IdBook(),
      button(1, "City", ["Address", "Billing"]),
      button(2, "City", ["Address", "Shipping"]),
      button(3, "City", ["Address", "Shipping"]),
    );
    expect(ids).toEqual(["address.city", "shipping.city", "address.city-2"]);
  });

  test("leaves out a scope of the element's own name", () => {
    expect(read(new IdBook(), button(1, "Men", ["Men", "Departments"]))).toEqual([
      "departments.men",
    ]);
  });

  test("falls back to the kind where the name has no letters", () => {
    expect(read(new IdBook(), button(1, "🛒"), button(2, ""))).toEqual(["button", "button-2"]);
  });

  test("never equals another, also where a name looks like a numbered one", () => {
    const names = ["a", "a-2", "a", "a", "a-2", "a-2-2"];
    const ids = read(new IdBook(), ...names.map((name, index) => button(index + 1, name)));
    expect(new Set(ids).size).toBe(names.length);
  });
});

describe("an element", () => {
  test("keeps its id while it lives, whatever it is called meanwhile", () => {
    const book = new IdBook();
    read(book, button(1, "Follow"));
    expect(read(book, button(1, "Following"))).toEqual(["follow"]);
  });

  test("keeps its id while it is in the document but out of sight", () => {
    const book = new IdBook();
    read(book, button(1, "Menu"), button(2, "Close"));
    book.assign([button(1, "Menu")], () => true);
    expect(read(book, button(3, "Close"), button(1, "Menu"), button(2, "Close"))).toEqual([
      "close-2",
      "menu",
      "close",
    ]);
  });

  test("takes its id again when it is put back into the document", () => {
    const book = new IdBook();
    read(book, button(1, "Save"));
    read(book);
    expect(read(book, button(1, "Save"))).toEqual(["save"]);
  });
});

describe("a rendered-again element", () => {
  test("takes over the id of the one it replaces", () => {
    const book = new IdBook();
    read(book, button(1, "Add", ["Tote"]), button(2, "Add", ["Scarf"]));
    expect(read(book, button(3, "Add", ["Scarf"]), button(4, "Add", ["Tote"]))).toEqual([
      "scarf.add",
      "tote.add",
    ]);
  });

  test("takes ids over in order where all of a kind are replaced", () => {
    const book = new IdBook();
    read(book, button(1, "Remove"), button(2, "Remove"));
    expect(read(book, button(3, "Remove"), button(4, "Remove"))).toEqual(["remove", "remove-2"]);
    expect(read(book, button(5, "Remove"), button(6, "Remove"))).toEqual(["remove", "remove-2"]);
  });

  test("is told from its likes by its surroundings", () => {
    const book = new IdBook();
    read(book, button(1, "Remove", [], "tote"), button(2, "Remove", [], "scarf"));
    expect(read(book, button(3, "Remove", [], "scarf"))).toEqual(["remove-2"]);
  });

  test("gets a new id where it can't be told which it replaces", () => {
    const book = new IdBook();
    read(book, button(1, "Remove"), button(2, "Remove"), button(3, "Remove"));
    expect(read(book, button(4, "Remove"), button(5, "Remove"))).toEqual(["remove-4", "remove-5"]);
    // And keeps that through the next rendering.
    expect(read(book, button(6, "Remove"), button(7, "Remove"))).toEqual(["remove-4", "remove-5"]);
  });
});

describe("a vacated id", () => {
  test("is not given to something else of the same name", () => {
    const book = new IdBook();
    read(book, button(1, "Save"));
    const link: Descriptor = { ...button(2, "Save"), tag: "a" };
    expect(read(book, link)).toEqual(["save-2"]);
  });

  test("still tells which element had it", () => {
    const book = new IdBook();
    read(book, button(1, "Save"));
    read(book);
    expect(book.keyOf("save")).toBe(1);
    expect([...book.liveIds()]).toEqual([]);
    expect(book.keyOf("load")).toBeUndefined();
  });
});

test("ten thousand elements of one name take no more steps each than ten", () => {
  const book = new IdBook();
  let asked = 0;
  const elements = Array.from({ length: 10_000 }, (_, index) => button(index, "Remove"));
  book.assign(elements, () => true);
  const ids = book.assign(elements, () => {
    asked++;
    return true;
  });
  expect(asked).toBe(10_000);
  expect(ids.at(-1)).toBe("remove-10000");
});
