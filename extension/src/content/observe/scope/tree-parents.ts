// Finds what an entry of a flat tree stands under: such a tree says the level of each entry, and does not nest them.
import { cachedPerReading } from "../../dom/reading-cache.ts";
import { levelOf } from "../../dom/element-kinds.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { labelledName } from "../naming/labelled-name.ts";

/** The most entries before one among which its parent is searched for. */
const MAX_BEFORE = 500;
const MAX_LENGTH = 80;

/** Returns the words of the entry that this one stands under; undefined if it is on the first level, or in no tree. */
export const treeParentOf = cachedPerReading((entry: Element): string | undefined => {
  const level = levelOf(entry);
  if (level === undefined || level < 2) return undefined;
  let at = unshadowed(entry).previousElementSibling;
  for (let steps = 0; at !== null && steps < MAX_BEFORE; steps++) {
    if ((levelOf(at) ?? level) < level) return wordsOf(at);
    at = unshadowed(at).previousElementSibling;
  }
  return undefined;
});

function wordsOf(entry: Element): string {
  const words = labelledName(entry) ?? unshadowed(entry).textContent;
  return words.slice(0, MAX_LENGTH).replace(/\s+/g, " ").trim();
}
