// Shortens what a page's own words say about a field.
import { pageWords } from "@webserv/shared/model/text/page-words.ts";

/** The longest string of the page's own that is told about a field, in UTF-16 units. */
const MAX_HINT = 200;

/** Shortens a string of the page's own to what an observation holds of it. */
export function boundedWords(words: string): string {
  return pageWords(words, MAX_HINT);
}
