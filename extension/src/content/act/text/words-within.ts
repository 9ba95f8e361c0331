// Finds given words in what an element shows or a field holds, each occurrence with its place.
import { unshadowed } from "../../dom/unshadowed.ts";

/** Is a stretch of a field's value, in UTF-16 units. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Returns the stretches of a text at which the words stand; letter case counts only if that finds any. */
export function stretchesOf(words: string, text: string): Stretch[] {
  const exact = occurrences(words, text);
  return exact.length > 0 ? exact : occurrences(words.toLowerCase(), text.toLowerCase());
}

function occurrences(words: string, text: string): Stretch[] {
  const found: Stretch[] = [];
  if (words === "") return found;
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + words.length)) {
    found.push({ from: at, to: at + words.length });
  }
  return found;
}

/** Returns the ranges in which the words are shown within an element, whatever elements they run through. */
export function rangesOf(words: string, element: Element): Range[] {
  const shown = shownTexts(element);
  const wanted = words.replace(/\s+/g, " ").trim();
  return stretchesOf(wanted, shown.text).flatMap(({ from, to }): Range[] => {
    const [first, last] = [shown.places[from], shown.places[to - 1]];
    if (first === undefined || last === undefined) return [];
    const range = document.createRange();
    range.setStart(first.node, first.offset);
    range.setEnd(last.node, last.offset + 1);
    return [range];
  });
}

interface ShownTexts {
  /** The text as it reads, on one line. */
  readonly text: string;
  /** The place of each of its UTF-16 units; undefined for a space between two blocks. */
  readonly places: readonly ({ readonly node: Text; readonly offset: number } | undefined)[];
}

function shownTexts(element: Element): ShownTexts {
  const places: ({ readonly node: Text; readonly offset: number } | undefined)[] = [];
  let text = "";
  let block: Element | undefined;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() !== null) {
    const node = walker.currentNode;
    const around = node.parentElement;
    if (!(node instanceof Text) || around === null) continue;
    if (unshadowed(around).matches(UNREAD)) continue;
    if (!unshadowed(around).checkVisibility({ visibilityProperty: true })) continue;
    const ownBlock = blockAround(around);
    if (block !== undefined && block !== ownBlock && !text.endsWith(" ")) {
      text += " ";
      places.push(undefined);
    }
    block = ownBlock;
    for (let offset = 0; offset < node.data.length; offset++) {
      const unit = node.data[offset] ?? "";
      const isSpace = /\s/.test(unit);
      if (isSpace && (text === "" || text.endsWith(" "))) continue;
      text += isSpace ? " " : unit;
      places.push({ node, offset });
    }
  }
  return { text, places };
}

/** These show something else than the text in them. */
const UNREAD = "textarea, option, title";

function blockAround(element: Element): Element {
  let at = element;
  while (getComputedStyle(at).display.startsWith("inline") && at.parentElement !== null) {
    at = at.parentElement;
  }
  return at;
}
