// Turns a name in any script into a short part of a semantic id.
import { remembered } from "../../dom/remembered.ts";

/** The longest part of an id, in UTF-16 units. */
export const MAX_SLUG = 24;

const NOT_WORD = /[^\p{L}\p{M}\p{N}]+/gu;

/** Lower-case letters, marks and digits of any script, joined by hyphens; empty where there are none. */
export function slug(name: string, max: number = MAX_SLUG): string {
  return max === MAX_SLUG ? usualSlug(name) : slugOf(name, max);
}

/** The same, for one of many names that nobody will ask for again: it is not remembered. */
export function slugOnce(name: string): string {
  return slugOf(name, MAX_SLUG);
}

const usualSlug = remembered(slugOnce);

function slugOf(name: string, max: number): string {
  // Names can be whole paragraphs; what is far beyond the limit never shows.
  const words = name
    .slice(0, max * 8)
    .toWellFormed()
    .normalize("NFKC")
    .toLowerCase()
    // An apostrophe belongs to its word: "don't" reads better as dont than as don-t.
    .replace(/(?<=\p{L})['’](?=\p{L})/gu, "")
    .split(NOT_WORD)
    .filter((word) => word !== "" && word !== "\ufffd");
  let result = "";
  for (const word of words) {
    const longer = result === "" ? word : `${result}-${word}`;
    if (longer.length > max) break;
    result = longer;
  }
  return result === "" ? cut(words[0] ?? "", max) : result;
}

/** Made once: each takes as long as hundreds of names. */
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Cuts between characters, never inside a surrogate pair or before a combining mark. */
function cut(word: string, max: number): string {
  let end = 0;
  // Of a word of any length only the beginning is of interest.
  for (const { segment } of graphemes.segment(word.slice(0, max * 2))) {
    if (end + segment.length > max) break;
    end += segment.length;
  }
  return word.slice(0, end);
}
