// Elements as ids are given to them, for tests of the book that gives them.
import type {
  Descriptor,
  IsOther,
} from "../../../../../../extension/src/content/observe/identity/descriptor.ts";
import type { Row } from "../../../../../../extension/src/content/observe/scope/element-locations.ts";
import type { IdBook } from "../../../../../../extension/src/content/observe/identity/id-book.ts";

export function button(key: number, name: string, scopes: string[] = [], context = ""): Descriptor {
  return {
    key,
    tag: "button",
    name,
    kind: "button",
    scopes,
    context,
    marks: [],
    row: undefined,
    domPath: `body>div1/1>button${key}/9`,
  };
}

export function link(key: number, name: string, href: string): Descriptor {
  return { ...button(key, name), tag: "a", kind: "link", marks: [`href=${href}`] };
}

/** Reads `shown` first, and in the same reading `beside` too. */
export function readTwice(
  book: IdBook,
  shown: Descriptor[],
  beside: Descriptor[],
  isOther?: IsOther,
): string[] {
  const keys = new Set([...shown, ...beside].map((element) => element.key));
  const isLive = (key: number): boolean => keys.has(key);
  book.assign(shown, isLive, undefined, undefined, isOther);
  return book.assignMore([...shown, ...beside], isLive, undefined, isOther);
}

/** A button in a row known by its texts, or by its key. */
export function inRow(key: number, name: string, texts: string[], rowKey = ""): Descriptor {
  return { ...button(key, name), row: row(texts, rowKey), domPath: `ul>li${key}/9>button1/1` };
}

export function row(texts: string[], key = "", position = ""): Row {
  const keys = key === "" ? [] : [key];
  return { key, keys, name: texts[0] ?? "", texts, position, outer: undefined };
}

/** Reads a page of these elements, which are all there is in the document. */
export function read(book: IdBook, ...elements: Descriptor[]): string[] {
  const keys = new Set(elements.map((element) => element.key));
  return book.assign(elements, (key) => keys.has(key));
}
