// Finds like elements among those that stand side by side: entries of a list, tiles of a board, cells of a row.
import { SKIPPED } from "../../dom/element-kinds.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** Describes elements that are alike. */
export interface Likes {
  readonly tag: string;
  /** The class that they share; empty if their tag says enough, or nothing else does. */
  readonly shared: string;
  readonly first: Element;
  readonly count: number;
}

/** No more neighbours than these are looked at. */
const MAX_LOOKED_AT = 100;

/** Tags that an author writes for entries. */
export const ENTRY_TAGS: ReadonlySet<string> = new Set("li tr td th dt dd article".split(" "));

/** Words and lines of one text, and controls that speak for themselves. */
const NO_ENTRIES: ReadonlySet<string> = new Set(
  `h1 h2 h3 h4 h5 h6 p b strong em code mark sub sup small abbr cite q time blockquote pre hr br
  a button input select textarea label summary nav header footer main aside form dialog canvas iframe option`.split(
    /\s+/,
  ),
);
/** Of these, some are entries all the same if their author gave all of them one class. */
const CLASSED: ReadonlySet<string> = new Set("p b a small time".split(" "));

/** Finds the elements that are alike among `nodes`; undefined if these are no series, or words stand between them. */
export function likesIn(nodes: readonly Node[]): Likes | undefined {
  const elements: Element[] = [];
  for (const node of nodes.slice(0, MAX_LOOKED_AT * 2)) {
    if (node instanceof Element) {
      const tag = unshadowed(node).localName;
      if (!SKIPPED.has(tag) && tag !== "br") elements.push(node);
    } else if (node.nodeType === Node.TEXT_NODE && /\S/.test(node.nodeValue ?? ""))
      return undefined;
  }
  const [tag, likes] = mostFrequent(elements, tagOf);
  const [first] = likes;
  if (first === undefined || likes.length < 2) return undefined;
  if (first instanceof SVGElement && first.ownerSVGElement !== null) return undefined;
  const others = elements.length - likes.length;
  const isEntryTag = ENTRY_TAGS.has(tag);
  if (isEntryTag && others < likes.length) return { tag, shared: "", first, count: likes.length };
  const [shared, classed] = mostFrequent(likes, ...classReaders(likes));
  if (NO_ENTRIES.has(tag) && !(CLASSED.has(tag) && others === 0 && classed.length > 2)) {
    return undefined;
  }
  if (others === 0 && classed.length === likes.length) {
    return { tag, shared, first, count: likes.length };
  }
  const isPlain = !NO_ENTRIES.has(tag) && others === 0;
  if (isPlain && (classed.length === 0 || likes.every(isLeaf))) {
    return { tag, shared: "", first, count: likes.length };
  }
  // A heading or a row of tools may stand beside many entries.
  const [one] = classed;
  if (one === undefined || classed.length < 3 || NO_ENTRIES.has(tag)) return undefined;
  const furniture = elements.length - classed.length;
  return furniture <= classed.length && furniture < 4
    ? { tag, shared, first: one, count: classed.length }
    : undefined;
}

/** Definitions and their terms are the entries of one list. */
function tagOf(element: Element): string {
  const { localName } = unshadowed(element);
  return localName === "dt" ? "dd" : localName;
}

/** Tells whether an element could be an entry by its tag, if its author gave it a class too. */
export function mayBeEntry(element: Element): boolean {
  const { localName } = unshadowed(element);
  return !NO_ENTRIES.has(localName) || CLASSED.has(localName);
}

/** Tells whether an element is one of those that are alike. */
export function isAlike(element: Element, { tag, shared }: Pick<Likes, "tag" | "shared">): boolean {
  return tagOf(element) === tag && (shared === "" || hasClass(element, shared));
}

function hasClass(element: Element, name: string): boolean {
  return unshadowed(element).classList.contains(name);
}

function isLeaf(element: Element): boolean {
  return unshadowed(element).firstElementChild === null;
}

/** Returns the key that most elements have, with these; an element may have several, or none. */
function mostFrequent(
  elements: readonly Element[],
  ...readers: readonly ((element: Element) => string)[]
): readonly [string, readonly Element[]] {
  const groups = new Map<string, Element[]>();
  for (const element of elements) {
    for (const read of readers) {
      const key = read(element);
      if (key === "") continue;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [element]);
      else if (group.at(-1) !== element) group.push(element);
    }
  }
  let most: readonly [string, readonly Element[]] = ["", []];
  for (const group of groups) if (group[1].length > most[1].length) most = group;
  return most;
}

/** Returns a reader for each class that one of the elements has. */
function classReaders(elements: readonly Element[]): ((element: Element) => string)[] {
  const names = new Set(elements.slice(0, 8).flatMap((each) => [...unshadowed(each).classList]));
  return [...names].slice(0, 12).map((name) => (each) => (hasClass(each, name) ? name : ""));
}
