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

/** Reads `shown` first, and in the same reading `beside` too. */
function readTwice(book: IdBook, shown: Descriptor[], beside: Descriptor[]): string[] {
  const keys = new Set([...shown, ...beside].map((element) => element.key));
  const isLive = (key: number): boolean => keys.has(key);
  book.assign(shown, isLive);
  return book.assignMore([...shown, ...beside], isLive);
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

describe("in one reading", () => {
  test("what is described later takes over what has gone as if it had been there at once", () => {
    const book = new IdBook();
    read(book, link(1, "Cart", "/cart"), button(2, "Search"));
    const ids = readTwice(book, [button(2, "Search")], [link(3, "Basket", "/cart")]);
    expect(ids).toEqual(["search", "cart"]);
  });

  test("nothing that was described loses its id to what is described later", () => {
    const book = new IdBook();
    const ids = readTwice(book, [button(1, "Save")], [button(2, "Save")]);
    expect(ids).toEqual(["save", "save-2"]);
    expect(readTwice(book, [button(2, "Save")], [button(1, "Save")])).toEqual(["save-2", "save"]);
  });

  test("what has just gone from a page in another language is still just gone", () => {
    const book = new IdBook();
    const entry = (key: number, name: string, position: number): Descriptor => ({
      ...button(key, name),
      place: `nav>button${position}/2`,
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

describe("an element that lives on", () => {
  test("keeps its id when its row's key stays, whatever the row says", () => {
    const book = new IdBook();
    read(book, inRow(1, "Follow", ["anna"], "id=7"));
    expect(read(book, inRow(1, "Following", ["anne"], "id=7"))).toEqual(["anna.follow"]);
  });

  test("gives its id up where it shows another row, and the row's own id comes with it", () => {
    const book = new IdBook();
    read(book, inRow(1, "Open", ["anna"]), inRow(2, "Open", ["bob"]), inRow(3, "Open", ["cleo"]));
    expect(
      read(book, inRow(1, "Open", ["bob"]), inRow(2, "Open", ["cleo"]), inRow(3, "Open", ["dora"])),
    ).toEqual(["bob.open", "cleo.open", "dora.open"]);
    expect(book.isKnown("anna.open")).toBe(true);
    expect(book.keyOf("anna.open")).toBeUndefined();
    expect(read(book, inRow(3, "Open", ["anna"]))).toEqual(["anna.open"]);
  });

  test("is another thing when its name and its address change at once, not with one of them", () => {
    const book = new IdBook();
    read(book, link(1, "Shoes", "/shoes"));
    expect(read(book, link(1, "Boots", "/shoes"))).toEqual(["shoes"]);
    expect(read(book, link(1, "Boots", "/boots"))).toEqual(["shoes"]);
    expect(read(book, link(1, "Hats", "/hats"))).toEqual(["hats"]);
  });

  test("is another thing when it is renamed under another heading, or in another part with an id", () => {
    const book = new IdBook();
    const at = (name: string, scope: string, place: string): Descriptor => ({
      ...button(1, name, [scope]),
      place,
    });
    read(book, at("Invite", "Members", "#members>button1/2"));
    expect(read(book, at("Invited", "Members", "#members>button1/2"))).toEqual(["members.invite"]);
    expect(read(book, at("Pay", "Billing", "#members>button1/2"))).toEqual(["billing.pay"]);
    expect(read(book, at("Buy", "Billing", "#billing>button1/2"))).toEqual(["billing.buy"]);
  });

  test("lets a name that moves on to its neighbour go with it", () => {
    const book = new IdBook();
    read(book, button(1, "Anna"), button(2, "Bob"), button(3, "Cleo"));
    expect(read(book, button(1, "Bob"), button(2, "Cleo"))).toEqual(["bob", "cleo"]);
  });

  test("keeps its id through a change of the page's language", () => {
    const book = new IdBook();
    const words = [
      ["Home", "Start"],
      ["Help", "Hilfe"],
      ["Cart", "Korb"],
      ["Sale", "Angebote"],
    ];
    const ids = read(book, ...words.map(([english = ""], at) => button(at + 1, english)));
    const german = words.map(([, german = ""], at) => button(at + 1, german));
    const keys = (key: number): boolean => key <= words.length;
    expect(book.assign(german, keys, { language: "de", path: "/" })).toEqual(ids);
  });

  test("of a recycled list gets a new id when its row says another position and another name", () => {
    const book = new IdBook();
    const at = (name: string, slot: string): Descriptor => ({
      ...button(1, name),
      row: { ...row([], "", slot), name: "" },
    });
    read(book, at("Anna", "top: 0px"));
    expect(read(book, at("Anna", "top: 40px"))).toEqual(["anna"]);
    expect(read(book, at("Zoe", "top: 80px"))).toEqual(["zoe"]);
  });
});

describe("a new element in a list", () => {
  test("does not get the id of a row that went as it came", () => {
    const book = new IdBook();
    read(book, inRow(1, "Delete", ["anna"]), inRow(2, "Delete", ["bob"]));
    expect(read(book, inRow(1, "Delete", ["anna"]), inRow(3, "Delete", ["cleo"]))).toEqual([
      "anna.delete",
      "cleo.delete",
    ]);
  });

  test("of the same name as one that went is another where its key is", () => {
    const book = new IdBook();
    read(book, inRow(1, "Delete", ["anna"], "id=7"));
    expect(read(book, inRow(2, "Delete", ["anna"], "id=8"))).toEqual(["anna.delete-2"]);
  });

  test("gets none of the ids of likes that went while others of them stayed", () => {
    const book = new IdBook();
    read(book, button(1, "Remove"), button(2, "Remove"));
    expect(read(book, button(1, "Remove"), button(3, "Remove"))).toEqual(["remove", "remove-3"]);
  });

  test("gets no id where two that went have the same claim", () => {
    const book = new IdBook();
    const one = (key: number, context: string): Descriptor => button(key, "Edit", [], context);
    read(book, one(1, "a"), one(2, "b"));
    expect(read(book, one(3, "b"), one(4, "c"))).toEqual(["edit-2", "edit-3"]);
  });

  test("has its id again when its row comes back much later", () => {
    const book = new IdBook();
    read(book, inRow(1, "Open", ["anna"]), inRow(2, "Open", ["bob"]));
    read(book, inRow(2, "Open", ["bob"]));
    read(book, inRow(2, "Open", ["bob"]), inRow(3, "Open", ["cleo"]));
    expect(read(book, inRow(4, "Open", ["anna"]), inRow(2, "Open", ["bob"]))).toEqual([
      "anna.open",
      "bob.open",
    ]);
  });
});

describe("a translated page", () => {
  const german = { language: "de", path: "/" };
  const places = (key: number, name: string, place: string): Descriptor => ({
    ...button(key, name),
    place,
  });

  test("rendered anew keeps its ids by address and by place", () => {
    const book = new IdBook();
    const [cart, form] = [link(1, "Cart", "/cart"), places(2, "Send", "#form>button1/1")];
    book.assign([cart, form], () => true, { language: "en", path: "/" });
    const now = [link(3, "Korb", "/cart"), places(4, "Senden", "#form>button1/1")];
    expect(book.assign(now, (key) => key > 2, german)).toEqual(["cart", "send"]);
  });

  test("keeps the id of the one field for mail in its form, wherever that stands now", () => {
    const book = new IdBook();
    const mail = (key: number, name: string, place: string): Descriptor => ({
      ...places(key, name, place),
      tag: "input-email",
    });
    book.assign([mail(1, "Mail", "form>div1/2>input1/1")], () => true, german);
    const english = { language: "en", path: "/" };
    const now = [mail(2, "Post", "form>div2/3>input1/1")];
    expect(book.assign(now, (key) => key > 1, english)).toEqual(["mail"]);
  });

  test("tells nothing by place where a row came or went with it", () => {
    const book = new IdBook();
    const english = { language: "en", path: "/" };
    book.assign([places(1, "Red", "ul>li1/2>button1/1")], () => true, english);
    const now = [places(2, "Blau", "ul>li1/3>button1/1")];
    expect(book.assign(now, (key) => key > 1, german)).toEqual(["blau"]);
  });
});

test("on another path of the application a control under another heading is another", () => {
  const book = new IdBook();
  const add = (key: number, product: string): Descriptor => ({
    ...button(key, "Add to cart", [product]),
    marks: ["id=add"],
  });
  book.assign([add(1, "Tote")], () => true, { language: "", path: "/tote" });
  const ids = book.assign([add(2, "Scarf")], (key) => key > 1, { language: "", path: "/scarf" });
  expect(ids).toEqual(["scarf.add-to-cart"]);
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
