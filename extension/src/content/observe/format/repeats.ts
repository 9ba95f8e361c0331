// Tells what an element's own words, its id or its card have said already, so that it is not
// written again.
import { addsRemark } from "../naming/label-text.ts";
import type { ElementPart, Part } from "../tree/parts.ts";
import { isBlank } from "../tree/parts.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { slug } from "../naming/slug.ts";

/** The most parts of a card that are searched for the names of its pictures. */
const MAX_VISITS = 200;
/** A slug longer than any id, so that none that was cut short counts as equal. */
const MAX_WORDS = 300;

/** Tells whether the id of a part is made of all of these words. */
export function isInId({ id }: ElementPart, words: string): boolean {
  return id !== undefined && slug(words, MAX_WORDS) === lastOf(id);
}

/**
 * Tells whether the element shows these words, or shows words of its own and begins with these in
 * its id.
 */
export function isToldBy(part: ElementPart, words: string): boolean {
  if (isInId(part, words) || saysAgain(part, words)) return true;
  if (addsRemark(words, textsIn(part).join(""))) return false;
  const name = part.id === undefined ? "" : lastOf(part.id);
  return name !== "" && slug(words, name.length) === name && saysSomething(part);
}

/** Tells whether these words are what the one control is called that stands in an element without an id. */
export function isToldWithin(part: ElementPart, words: string): boolean {
  if (part.id !== undefined) return false;
  const solid = part.children.filter((child) => !isBlank(child));
  const [only] = solid;
  if (solid.length !== 1 || only?.kind !== "element") return false;
  if (only.id === undefined) return isToldWithin(only, words);
  const own = unshadowed(only.element);
  return [own.getAttribute("aria-label"), own.getAttribute("title")].includes(words);
}

/**
 * Keeps the titles that were told of the entries of lists. If the next entry's title says the same but for the words of
 * the entry itself, such as the name of a file among its size and dates, it is not told.
 */
export class ToldTitles {
  readonly #last = new WeakMap<Element, string>();

  /** Tells whether the entry before has said the same. */
  isRepeated(part: ElementPart, title: string): boolean {
    if (title.length < LONG_TITLE) return false;
    const own = unshadowed(part.element);
    const list = unshadowed(own.closest(ENTRIES) ?? own).parentElement;
    if (list === null) return false;
    const rest = textsIn(part)
      .map((text) => text.trim())
      .filter((text) => text.length > 1)
      .reduce((kept, text) => kept.replaceAll(text, ""), title);
    const key = `${own.localName} ${rest}`;
    const isSame = this.#last.get(list) === key;
    this.#last.set(list, key);
    return isSame;
  }
}

const LONG_TITLE = 40;
const ENTRIES = "li, tr, article, dd";

/** Tells whether these words stand in `part` as text. */
export function saysAgain(part: ElementPart, words: string): boolean {
  const wanted = plain(words);
  return wanted !== "" && plain(textsIn(part).join("")).includes(wanted);
}

/** Tells whether one text is the other, or a part of it. */
export function saysAlike(words: string, others: string): boolean {
  return plain(others).includes(plain(words));
}

function saysSomething(part: ElementPart): boolean {
  return textsIn(part).some((text) => /[\p{L}\p{N}]/u.test(text));
}

/** Returns the texts of a part without its pictures' names. */
function textsIn(part: ElementPart): string[] {
  const texts: string[] = [];
  let visits = 0;
  const visit = (part: Part): void => {
    if (part.spoken === true || visits++ > MAX_VISITS) return;
    if (part.kind === "text") texts.push(part.text);
    else if (part.kind === "element") for (const child of part.children) visit(child);
  };
  visit(part);
  return texts;
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase();
}

function lastOf(id: string): string {
  return id.slice(Math.max(id.lastIndexOf("."), id.lastIndexOf("/")) + 1);
}
