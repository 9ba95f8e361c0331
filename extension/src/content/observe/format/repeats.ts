// Tells what an element's own words, its id or its card have said already, so that it is not
// written again.
import { addsRemark } from "../naming/label-text.ts";
import type { ElementPart, Part } from "../tree/parts.ts";
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
