// Tells things of one name apart by the words of the blocks that they stand in, one in each: such as two steppers.
import { entryKind } from "../../dom/element-kinds.ts";
import { labelledName } from "../naming/labelled-name.ts";
import { withoutVolatile } from "../naming/volatile.ts";
import { MAX_STEPS, shownIn, writtenIn } from "./dom-paths.ts";
import { entryWords } from "./entry-words.ts";

/** Among more things of one name nothing is looked for: they are most likely no few blocks side by side. */
const MAX_LIKES = 20;
/** Longer words, in UTF-16 units, are a text of the block, and no name. */
const MAX_LABEL = 40;

/** Returns the words that each element is told apart by; elements that no block tells apart are left out. */
export function blockLabels(elements: readonly Element[]): ReadonlyMap<Element, string> {
  const labels = new Map<Element, string>();
  if (elements.length < 2 || elements.length > MAX_LIKES) return labels;
  const blocks = aloneIn(elements);
  const isBeside = ([, block]: readonly [Element, Element]): Element | undefined =>
    writtenIn(block);
  for (const [parent, beside] of Map.groupBy(blocks, isBeside)) {
    if (parent === undefined) continue;
    for (const likes of Map.groupBy(beside, ([, block]) => entryKind(block)).values()) {
      const words = likes.map(([, block]) => entryWords(block).texts[0] ?? "");
      if (likes.length < 2 || new Set(words).size < words.length || !words.every(isLabel)) continue;
      if (likes.some(([element], at) => isOwnLabel(words[at] ?? "", element))) continue;
      for (const [at, [element]] of likes.entries()) labels.set(element, words[at] ?? "");
    }
  }
  return labels;
}

/** Returns, for each element, the outermost element around it that holds no other one of them. */
function aloneIn(elements: readonly Element[]): (readonly [Element, Element])[] {
  const counts = new Map<Element, number>();
  for (const element of elements) {
    for (const around of ancestorsOf(element)) counts.set(around, (counts.get(around) ?? 0) + 1);
  }
  return elements.flatMap((element) => {
    const alone = ancestorsOf(element).findLast((around) => counts.get(around) === 1);
    return alone === undefined || alone === element ? [] : [[element, alone] as const];
  });
}

/** Returns the element and what it stands in, innermost first, not too far out. */
function ancestorsOf(element: Element): Element[] {
  const found: Element[] = [];
  let at: Element | undefined = element;
  while (at !== undefined && found.length <= MAX_STEPS) {
    found.push(at);
    at = shownIn(at);
  }
  return found;
}

function isLabel(words: string): boolean {
  return words.length <= MAX_LABEL && /\p{L}/u.test(words);
}

/** Tells whether a block says nothing but what its element is labelled with, which the name has as far as it lasts. */
function isOwnLabel(words: string, element: Element): boolean {
  return withoutVolatile(labelledName(element) ?? "")
    .toLowerCase()
    .includes(words);
}
