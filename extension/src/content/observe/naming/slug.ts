// Turns a name in any script into a short part of a semantic id.
import { memoized } from "../../dom/memoized.ts";

/** The longest part of an id, in UTF-16 units. */
export const MAX_SLUG = 24;

const NOT_WORD = /[^\p{L}\p{M}\p{N}]+/gu;
/** Marks that choose how the character before is drawn, as a sign or as a picture. */
const VARIATION = /[\ufe00-\ufe0f\u20e3]/g;

/** Returns lower-case letters, marks and digits of any script, joined by hyphens; empty if there are none. */
export function slug(name: string, max: number = MAX_SLUG): string {
  return max === MAX_SLUG ? usualSlug(name) : slugOf(name, max);
}

/** Returns the same without memoizing it, for one of many names that nobody will ask for again. */
export function slugOnce(name: string): string {
  return slugOf(name, MAX_SLUG);
}

const usualSlug = memoized(slugOnce);

function slugOf(name: string, max: number): string {
  // Names can be whole paragraphs, and words far beyond the limit never show.
  const words = name
    .slice(0, max * 8)
    .toWellFormed()
    .normalize("NFKC")
    .replace(VARIATION, "")
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

/** Segments graphemes. It is made once: that takes as long as to read hundreds of names. */
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Cuts between characters, never inside a surrogate pair or before a combining mark. */
function cut(word: string, max: number): string {
  if (word.length <= max) return word;
  let end = 0;
  // Only the beginning of a word matters, however long it is.
  for (const { segment } of graphemes.segment(word.slice(0, max * 2))) {
    if (end + segment.length > max) break;
    end += segment.length;
  }
  return word.slice(0, end);
}
