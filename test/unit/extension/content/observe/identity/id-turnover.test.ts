// Tests when what lives on, comes or is translated is the same thing, and when it is another.
import { describe, expect, test } from "vitest";

import type { Descriptor } from "../../../../../../extension/src/content/observe/identity/descriptor.ts";
import { IdBook } from "../../../../../../extension/src/content/observe/identity/id-book.ts";
import { button, inRow, link, read, readTwice, row } from "./descriptors.ts";

describe("an element that lives on", () => {
  test("an element keeps its id if its row's key stays, whatever the row says", () => {
    const book = new IdBook();
    read(book, inRow(1, "Follow", ["anna"], "id=7"));
    expect(read(book, inRow(1, "Following", ["anne"], "id=7"))).toEqual(["anna.follow"]);
  });

  test("an element keeps its id if its row has got a word by which it is called now", () => {
    const book = new IdBook();
    read(book, inRow(1, "Open", ["1", "2", "3", "4"]));
    const week = { ...row(["1", "review", "2", "3"]), name: "review" };
    expect(read(book, { ...inRow(1, "Open", ["1"]), row: week })).toEqual(["1.open"]);
    expect(read(book, inRow(1, "Open", ["5", "1", "6", "7"]))).toEqual(["5.open"]);
  });

  test("an element that shows another row gives its id up, and the row's own id comes with it", () => {
    const book = new IdBook();
    read(book, inRow(1, "Open", ["anna"]), inRow(2, "Open", ["bob"]), inRow(3, "Open", ["cleo"]));
    expect(
      read(book, inRow(1, "Open", ["bob"]), inRow(2, "Open", ["cleo"]), inRow(3, "Open", ["dora"])),
    ).toEqual(["bob.open", "cleo.open", "dora.open"]);
    expect(book.isKnown("anna.open")).toBe(true);
    expect(book.keyOf("anna.open")).toBeUndefined();
    expect(read(book, inRow(3, "Open", ["anna"]))).toEqual(["anna.open"]);
  });

  test("a link is another thing if its name and its address change at once, but not if one does", () => {
    const book = new IdBook();
    read(book, link(1, "Shoes", "/shoes"));
    expect(read(book, link(1, "Boots", "/shoes"))).toEqual(["shoes"]);
    expect(read(book, link(1, "Boots", "/boots"))).toEqual(["shoes"]);
    expect(read(book, link(1, "Hats", "/hats"))).toEqual(["hats"]);
  });

  test("an element that is renamed under another heading, or in another part with an id, is another thing", () => {
    const book = new IdBook();
    const at = (name: string, scope: string, domPath: string): Descriptor => ({
      ...button(1, name, [scope]),
      domPath,
    });
    read(book, at("Invite", "Members", "#members>button1/2"));
    expect(read(book, at("Invited", "Members", "#members>button1/2"))).toEqual(["members.invite"]);
    expect(read(book, at("Pay", "Billing", "#members>button1/2"))).toEqual(["billing.pay"]);
    expect(read(book, at("Buy", "Billing", "#billing>button1/2"))).toEqual(["billing.buy"]);
  });

  test("an element gives its id up once if what was read of it tells that it shows another thing", () => {
    const book = new IdBook();
    const remove: Descriptor = { ...button(1, "Delete", ["Alice"]), marks: ["test=delete"] };
    read(book, remove);
    const other: Descriptor = { ...remove, scopes: ["Bob"] };
    const isOther = ({ key }: Descriptor): boolean => key === remove.key;
    const help = button(2, "Help");
    expect(readTwice(book, [other], [help], isOther)).toEqual(["bob.delete", "help"]);
    expect(book.keyOf("alice.delete")).toBeUndefined();
    expect(readTwice(book, [remove], [help], isOther)).toEqual(["alice.delete", "help"]);
  });

  test("a name that moves on to a neighbour of its element takes its id along", () => {
    const book = new IdBook();
    read(book, button(1, "Anna"), button(2, "Bob"), button(3, "Cleo"));
    expect(read(book, button(1, "Bob"), button(2, "Cleo"))).toEqual(["bob", "cleo"]);
  });

  test("an element keeps its id through a change of the page's language", () => {
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

  test("an element of a recycled list gets a new id if its row's position and its name are others", () => {
    const book = new IdBook();
    const at = (name: string, position: string): Descriptor => ({
      ...button(1, name),
      row: { ...row([], "", position), name: "" },
    });
    read(book, at("Anna", "top: 0px"));
    expect(read(book, at("Anna", "top: 40px"))).toEqual(["anna"]);
    expect(read(book, at("Zoe", "top: 80px"))).toEqual(["zoe"]);
  });
});

describe("a new element in a list", () => {
  test("a new element does not get the id of a row that went as it came", () => {
    const book = new IdBook();
    read(book, inRow(1, "Delete", ["anna"]), inRow(2, "Delete", ["bob"]));
    expect(read(book, inRow(1, "Delete", ["anna"]), inRow(3, "Delete", ["cleo"]))).toEqual([
      "anna.delete",
      "cleo.delete",
    ]);
  });

  test("a new element in a row of the same name with another key gets a new id", () => {
    const book = new IdBook();
    read(book, inRow(1, "Delete", ["anna"], "id=7"));
    expect(read(book, inRow(2, "Delete", ["anna"], "id=8"))).toEqual(["anna.delete-2"]);
  });

  test("a new element gets no id of equal ones that went if others of them stayed", () => {
    const book = new IdBook();
    read(book, button(1, "Remove"), button(2, "Remove"));
    expect(read(book, button(1, "Remove"), button(3, "Remove"))).toEqual(["remove", "remove-3"]);
  });

  test("a new element takes one of two retired ids of its name only if its surroundings are the same", () => {
    const book = new IdBook();
    const one = (key: number, context: string): Descriptor => button(key, "Edit", [], context);
    read(book, one(1, "a"), one(2, "b"));
    expect(read(book, one(3, "b"), one(4, "c"))).toEqual(["edit-2", "edit-3"]);
  });

  test("a new element gets no id of two equal ones that went, as it could be either", () => {
    const book = new IdBook();
    const one = (key: number): Descriptor => button(key, "Edit", [], "a");
    read(book, one(1), one(2));
    expect(read(book, one(3))).toEqual(["edit-3"]);
  });

  test("a new element has its id again if its row comes back after two readings without it", () => {
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
  const places = (key: number, name: string, domPath: string): Descriptor => ({
    ...button(key, name),
    domPath,
  });

  test("a translated page that is rendered anew keeps its ids by address and by place", () => {
    const book = new IdBook();
    const [cart, form] = [link(1, "Cart", "/cart"), places(2, "Send", "#form>button1/1")];
    book.assign([cart, form], () => true, { language: "en", path: "/" });
    const now = [link(3, "Korb", "/cart"), places(4, "Senden", "#form>button1/1")];
    expect(book.assign(now, (key) => key > 2, german)).toEqual(["cart", "send"]);
  });

  test("a translated page keeps the id of the one field for mail in its form, wherever that stands now", () => {
    const book = new IdBook();
    const mail = (key: number, name: string, domPath: string): Descriptor => ({
      ...places(key, name, domPath),
      tag: "input-email",
    });
    book.assign([mail(1, "Mail", "form>div1/2>input1/1")], () => true, german);
    const english = { language: "en", path: "/" };
    const now = [mail(2, "Post", "form>div2/3>input1/1")];
    expect(book.assign(now, (key) => key > 1, english)).toEqual(["mail"]);
  });

  test("a translated page tells nothing by place if a row came or went with the translation", () => {
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
