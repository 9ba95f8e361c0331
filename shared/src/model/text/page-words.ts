// Prepares a page's words for use beside WebServ's: bounded, in visible characters.
import { visibleCharacters } from "./visible-characters.ts";

/** The longest title of a page that is shown, in UTF-16 units. */
export const MAX_TITLE = 300;

/** Returns the text on one line; if it is longer than `max` UTF-16 units it is cut, with an ellipsis. */
export function pageWords(text: string, max: number): string {
  // Only the beginning of a text, however long, is processed.
  const near = begun(text, max * 4);
  const words = visibleCharacters(near).replace(/\s+/g, " ").trim();
  return near.length === text.length && words.length <= max ? words : `${begun(words, max - 1)}…`;
}

/** Returns the text with its line breaks, as for the value of a field; cut without an ellipsis. */
export function pageLines(text: string, max: number): string {
  return visibleCharacters(begun(text, max)).replace(/[\u2028\u2029]/g, "\n");
}

/** Cuts a text, but not within a pair of surrogates. */
function begun(text: string, max: number): string {
  const cut = text.slice(0, max);
  return cut.length < text.length ? cut.replace(/[\uD800-\uDBFF]$/, "") : cut;
}
