// What a page says, as it is told beside what WebServ says: bounded, in characters that can be seen.
import { visibleCharacters } from "./visible-characters.ts";

/** The longest title of a page that is told, in UTF-16 units. */
export const MAX_TITLE = 300;

/** On one line; what is longer than `max` UTF-16 units is cut, with a sign. */
export function pageWords(text: string, max: number): string {
  // Of a text of any length only the beginning is of interest.
  const near = begun(text, max * 4);
  const words = visibleCharacters(near).replace(/\s+/g, " ").trim();
  return near.length === text.length && words.length <= max ? words : `${begun(words, max - 1)}…`;
}

/** With its line breaks, as the value of a field; cut without a sign. */
export function pageLines(text: string, max: number): string {
  return visibleCharacters(begun(text, max)).replace(/[\u2028\u2029]/g, "\n");
}

/** Not within a pair of surrogates. */
function begun(text: string, max: number): string {
  const cut = text.slice(0, max);
  return cut.length < text.length ? cut.replace(/[\uD800-\uDBFF]$/, "") : cut;
}
