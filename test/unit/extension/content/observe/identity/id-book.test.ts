// Tests how ids are given, kept and taken over.
import { describe, expect, test } from "vitest";

import type { Descriptor } from "../../../../../../extension/src/content/observe/identity/descriptor.ts";
import { IdBook } from "../../../../../../extension/src/content/observe/identity/id-book.ts";
import { button, link, read, readTwice } from "./descriptors.ts";

describe("ids in one reading", () => {
  test("an element described later in a reading takes over the id of one that has gone", () => {
    const book = new IdBook();
    read(book, link(1, "Cart", "/cart"), button(2, "Search"));
    const ids = readTwice(book, [button(2, "Search")], [link(3, "Basket", "/cart")]);
    expect(ids).toEqual(["search", "cart"]);
  });

  test("an element without an id takes over that of one gone before it came, and of none it stood beside", () => {
    const gone = (since: number): string[] => {
      const book = new IdBook();
      read(book, link(1, "Cart", "/cart"), button(2, "Search"));
      read(book, button(2, "Search"));
      read(book, button(2, "Search"));
      return read(book, button(2, "Search"), { ...link(3, "Basket", "/cart"), since });
    };
    expect(gone(2)).toEqual(["search", "cart"]);
    expect(gone(1)).toEqual(["search", "basket"]);
  });

  test("no element loses its id to one that is described later in the reading", () => {
    const book = new IdBook();
    const ids = readTwice(book, [button(1, "Save")], [button(2, "Save")]);
    expect(ids).toEqual(["save", "save-2"]);
    expect(readTwice(book, [button(2, "Save")], [button(1, "Save")])).toEqual(["save-2", "save"]);
  });

  test("an element of a page just translated takes over its id also if it is described later", () => {
    const book = new IdBook();
    const entry = (key: number, name: string, position: number): Descriptor => ({
      ...button(key, name),
      domPath: `nav>button${position}/2`,
    });
    const isLive = (key: number): boolean => key > 1;
    const german = { language: "de", path: "/" };
    book.assign([entry(1, "Menu", 1), entry(2, "Search", 2)], () => true, {
      language: "en",
      path: "/",
    });
    book.assign([entry(2, "Suche", 2)], isLive, german);
    const ids = book.assignMore([entry(2, "Suche", 2), entry(3, "Speisekarte", 1)], isLive);
    expect(ids).toEqual(["search", "menu"]);
  });
});

describe("an id", () => {
  test("an id is the element's name within its nearest scope", () => {
    expect(read(new IdBook(), button(1, "Add to cart", ["Canvas tote", "Sale"]))).toEqual([
      "canvas-tote.add-to-cart",
    ]);
  });

  test("an id takes a farther scope if the nearest does not tell it apart, and a number last", () => {
    const ids = read(
      new IdBook(),
      button(1, "City", ["Address", "Billing"]),
      button(2, "City", ["Address", "Shipping"]),
      button(3, "City", ["Address", "Shipping"]),
    );
    expect(ids).toEqual(["address.city", "shipping.city", "address.city-2"]);
  });

  test("an id leaves out a scope of the element's own name", () => {
    expect(read(new IdBook(), button(1, "Men", ["Men", "Departments"]))).toEqual([
      "departments.men",
    ]);
  });

  test("an id falls back to the element's kind if its name has no letters", () => {
    expect(read(new IdBook(), button(1, "🛒"), button(2, ""))).toEqual(["button", "button-2"]);
  });

  test("an id never equals another, also if a name looks like a numbered one", () => {
    const names = ["a", "a-2", "a", "a", "a-2", "a-2-2"];
    const ids = read(new IdBook(), ...names.map((name, index) => button(index + 1, name)));
    expect(new Set(ids).size).toBe(names.length);
  });
});

describe("an element", () => {
  test("an element keeps its id while it lives, whatever it is called meanwhile", () => {
    const book = new IdBook();
    read(book, button(1, "Follow"));
    expect(read(book, button(1, "Following"))).toEqual(["follow"]);
  });

  test("an element keeps its id while it is in the document but out of sight", () => {
    const book = new IdBook();
    read(book, button(1, "Menu"), button(2, "Close"));
    book.assign([button(1, "Menu")], () => true);
    // Of two the second could be `close-2`, wherever it was not shown yet.
    expect(read(book, button(3, "Close"), button(1, "Menu"), button(2, "Close"))).toEqual([
      "close-3",
      "menu",
      "close",
    ]);
  });

  test("an element takes its id again if it is put back into the document", () => {
    const book = new IdBook();
    read(book, button(1, "Save"));
    read(book);
    expect(read(book, button(1, "Save"))).toEqual(["save"]);
  });
});

describe("an element that is rendered again", () => {
  test("an element that is rendered again takes over the id of the one it replaces", () => {
    const book = new IdBook();
    read(book, button(1, "Add", ["Tote"]), button(2, "Add", ["Scarf"]));
    expect(read(book, button(3, "Add", ["Scarf"]), button(4, "Add", ["Tote"]))).toEqual([
      "scarf.add",
      "tote.add",
    ]);
  });

  test("equal elements take ids over in order if all of them are rendered again", () => {
    const book = new IdBook();
    read(book, button(1, "Remove"), button(2, "Remove"));
    expect(read(book, button(3, "Remove"), button(4, "Remove"))).toEqual(["remove", "remove-2"]);
    expect(read(book, button(5, "Remove"), button(6, "Remove"))).toEqual(["remove", "remove-2"]);
  });

  test.each([
    ["an arrow that turns", "▸ Reports", "▾ Reports", "reports"],
    ["the sign of an order", "Due date ▲", "Due date ▼", "due-date"],
    ["a box that is ticked", "☐ Water the fern", "☑ Water the fern", "water-the-fern"],
    ["a sign that comes", "Due date", "Due date ↓", "due-date"],
  ])("an element that is rendered again with another sign is the same: %s", (_, was, is, id) => {
    const book = new IdBook();
    read(book, button(1, was), button(2, "Close"));
    expect(read(book, button(3, is), button(4, "Close"))).toEqual([id, "close"]);
  });

  test("elements that only a sign tells apart keep their own ids", () => {
    const book = new IdBook();
    read(book, button(1, "Move ▲"), button(2, "Move ▼"));
    expect(read(book, button(3, "Move ▼"), button(4, "Move ▲"))).toEqual(["move-2", "move"]);
    expect(read(book, button(5, "Move ▶"))).toEqual(["move-3"]);
  });

  test.each([
    ["C++", "C#"],
    ["♠ 7", "♥ 7"],
    ["+ Oats", "− Oats"],
  ])("a sign that is a part of the name is no state: %s, then %s", (was, is) => {
    const book = new IdBook();
    const [before] = read(book, button(1, was));
    expect(read(book, button(2, is))).not.toEqual([before]);
  });

  test("an element that is rendered again is told from equal ones by its surroundings", () => {
    const book = new IdBook();
    read(book, button(1, "Remove", [], "tote"), button(2, "Remove", [], "scarf"));
    expect(read(book, button(3, "Remove", [], "scarf"))).toEqual(["remove-2"]);
  });

  test("an element that is rendered again gets a new id if it can't be told which it replaces", () => {
    const book = new IdBook();
    read(book, button(1, "Remove"), button(2, "Remove"), button(3, "Remove"));
    expect(read(book, button(4, "Remove"), button(5, "Remove"))).toEqual(["remove-4", "remove-5"]);
    // And keeps that through the next rendering.
    expect(read(book, button(6, "Remove"), button(7, "Remove"))).toEqual(["remove-4", "remove-5"]);
  });
});

describe("a retired id", () => {
  test("a retired id is not given to something else of the same name", () => {
    const book = new IdBook();
    read(book, button(1, "Save"));
    const link: Descriptor = { ...button(2, "Save"), tag: "a" };
    expect(read(book, link)).toEqual(["save-2"]);
  });

  test("a retired id still tells which element had it", () => {
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
