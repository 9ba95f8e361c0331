// Finds what a thing is compared with: its like siblings, or what stands at its place in like entries.
import { entryKind } from "../../dom/element-kinds.ts";
import { cachedPerReading } from "../../dom/reading-cache.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** The most likes that are compared. */
const MOST_LIKES = 60;
/** How far up an entry is looked for. */
const MOST_LEVELS = 6;

/** Returns the outermost element that holds nothing but this one. */
export function wrapperOf(element: Element): Element {
  let at = element;
  for (let level = 0; level < 3; level++) {
    const { parentElement } = unshadowed(at);
    if (parentElement === null || parentElement === document.body) break;
    if (unshadowed(parentElement).childElementCount !== 1) break;
    at = parentElement;
  }
  return at;
}

/** Returns the siblings of an element that are written with its tag and role, and the element. */
export function likeSiblings(element: Element): readonly Element[] {
  const { parentElement } = unshadowed(element);
  if (parentElement === null) return [element];
  const all = childrenByKind(parentElement).get(kindOf(element)) ?? [element];
  if (all.length <= MOST_LIKES) return all;
  const from = Math.max(0, all.indexOf(element) - MOST_LIKES / 2);
  return all.slice(from, from + MOST_LIKES);
}

const childrenByKind = cachedPerReading((parent: Element): ReadonlyMap<string, Element[]> => {
  const shown = [...unshadowed(parent).children].filter((child) => child.checkVisibility());
  return Map.groupBy(shown, kindOf);
});

function kindOf(element: Element): string {
  const own = unshadowed(element);
  return `${own.localName} ${own.getAttribute("role") ?? ""}`;
}

/** Returns what stands in like entries at the place where an element stands in its own; also the element. */
export function counterparts(element: Element): readonly Element[] {
  const path: { readonly kind: string; readonly at: number }[] = [];
  let at: Element = element;
  for (let level = 0; level < MOST_LEVELS; level++) {
    const { parentElement } = unshadowed(at);
    if (parentElement === null || parentElement === document.body) return [element];
    const kind = kindOf(at);
    path.unshift({ kind, at: (childrenByKind(parentElement).get(kind) ?? []).indexOf(at) });
    at = parentElement;
    const entry = at;
    const entries = likeSiblings(entry).filter((each) => entryKind(each) === entryKind(entry));
    if (entries.length < 2) continue;
    return entries.flatMap((each) => followed(each, path) ?? []);
  }
  return [element];
}

function followed(
  entry: Element,
  path: readonly { readonly kind: string; readonly at: number }[],
): Element | undefined {
  let found: Element | undefined = entry;
  for (const { kind, at } of path) {
    found = found === undefined ? undefined : childrenByKind(found).get(kind)?.[at];
  }
  return found;
}
