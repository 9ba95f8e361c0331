// Finds the series of like elements that stands in an element, itself or through wrappers and groups.
//
// Where a series lies in series, such as the cells of rows, the inner one counts: a click in a cell is a click in its row
// too. If the page marks the outer entries under the pointer, these are what a person aims at.
import { composedChildren } from "../../dom/composed-tree.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import type { HoverRules } from "./hover-rules.ts";
import type { Likes } from "./likes.ts";
import { ENTRY_TAGS, isAlike, likesIn, mayBeEntry } from "./likes.ts";

export interface SeriesHolder {
  readonly element: Element;
  readonly style: CSSStyleDeclaration;
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
  readonly hoverRules: HoverRules;
}

/** Series lie at most so many steps within their holder. */
const MAX_STEPS = 5;
/** So many entries tell what stands in each. */
export const SAMPLE = 12;

export interface Series {
  readonly likes: Likes;
  /** The depth of its entries. */
  readonly depth: number;
  readonly entries: readonly Element[];
}

/** Returns the series that stands among `nodes`, or in the one element that they are. */
export function seriesIn(
  nodes: readonly Node[],
  depth: number,
  { shadowRootOf }: SeriesHolder,
): Series | undefined {
  let within = nodes;
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const [only, ...others] = within.filter(isShown);
    if (only instanceof Element && ENTRY_TAGS.has(unshadowed(only).localName)) {
      // A list of one entry is a list.
      const { localName: tag } = unshadowed(only);
      if (others.length === 0) {
        const likes = { tag, shared: "", first: only, count: 1 };
        return { likes, depth: depth + steps, entries: [only] };
      }
    }
    if (only instanceof Element && others.length > 0 && isTable(only)) {
      return tableSeries(within, depth + steps, shadowRootOf);
    }
    if (!(only instanceof Element) || others.length > 0) {
      const likes = likesIn(within);
      if (likes === undefined) return undefined;
      const entries = within.filter(
        (node): node is Element => node instanceof Element && isAlike(node, likes),
      );
      return { likes, depth: depth + steps, entries };
    }
    // The shapes of a drawing are told by what draws them.
    if (only instanceof SVGElement) return undefined;
    within = composedChildren(only, shadowRootOf);
  }
  return undefined;
}

/** Tells whether an element is a part of a table that others may stand beside. */
function isTable(element: Element): boolean {
  return TABLE_PARTS.has(unshadowed(element).localName);
}

const TABLE_PARTS: ReadonlySet<string> = new Set("thead tbody tfoot caption colgroup".split(" "));

function tableSeries(
  nodes: readonly Node[],
  depth: number,
  shadowRootOf: SeriesHolder["shadowRootOf"],
): Series | undefined {
  const entries = nodes.flatMap((node) =>
    node instanceof Element && unshadowed(node).localName === "tbody"
      ? composedChildren(node, shadowRootOf).filter(
          (each): each is Element => each instanceof Element,
        )
      : [],
  );
  const [first] = entries;
  if (first === undefined) return undefined;
  const likes = { tag: "tr", shared: "", first, count: entries.length };
  return { likes, depth: depth + 1, entries };
}

export function isShown(node: Node): boolean {
  if (node instanceof Element) return !NEVER_SHOWN.has(unshadowed(node).localName);
  return node.nodeType === Node.TEXT_NODE && /\S/.test(node.nodeValue ?? "");
}

const NEVER_SHOWN: ReadonlySet<string> = new Set("script style template link meta br".split(" "));

/**
 * Follows series within series.
 *
 * @param groups gets those around the innermost one that hold now more and now fewer entries
 */
export function innermost(
  series: Series | undefined,
  container: SeriesHolder,
  groups: Series[],
): Series | undefined {
  let at = series;
  for (let steps = 0; at !== undefined && steps < 3; steps++) {
    const outer = at;
    if (isWhole(outer, container)) return outer;
    const inner = seriesWithin(outer, container);
    const most = inner.reduce<Series | undefined>(
      (most, each) => (each.entries.length > (most?.entries.length ?? 0) ? each : most),
      undefined,
    );
    if (most === undefined) return outer;
    const sizes = new Set(inner.map(({ entries }) => entries.length));
    if (sizes.size > 1 || inner.length < Math.min(outer.entries.length, SAMPLE)) groups.push(outer);
    at = { ...most, entries: inner.flatMap(({ entries }) => entries) };
  }
  return at;
}

/** Tells whether the entries of a series are what a person aims at, whatever stands in them. */
function isWhole({ likes, entries }: Series, container: SeriesHolder): boolean {
  if (likes.tag === "li" || likes.tag === "article" || likes.tag === "dd") return true;
  return entries.slice(0, 3).some((entry) => {
    return isAimed(entry, container) || container.hoverRules.mark(entry);
  });
}

/** Tells whether an element has a cursor of its own that says that it can be pressed or dragged. */
export function isAimed(entry: Element, { style }: SeriesHolder): boolean {
  const { cursor } = getComputedStyle(entry);
  return cursor !== style.cursor && (cursor === "pointer" || isGrip(cursor));
}

/** Returns the series that stand in the entries of another. */
function seriesWithin(outer: Series, container: SeriesHolder): Series[] {
  const entries = outer.entries.slice(0, SAMPLE);
  const found = entries.flatMap((entry) => innerSeries(entry, outer, container) ?? []);
  if (found.length > 0) return found;
  const classes = entries.map((entry) => classesIn(entry, outer, container));
  const names = new Set(classes.flatMap((each) => [...each.keys()]));
  const remembered = cardsIn.get(container.element) ?? "";
  const name = names.has(remembered)
    ? remembered
    : [...names].find((each) =>
        areCards(
          classes.map((one) => one.get(each) ?? []),
          container,
        ),
      );
  if (name === undefined) return [];
  cardsIn.set(container.element, name);
  return classes.flatMap((each) => {
    const cards = each.get(name) ?? [];
    const [first] = cards;
    if (first === undefined) return [];
    const likes = { tag: unshadowed(first).localName, shared: name, first, count: cards.length };
    return [{ likes, depth: outer.depth + 1, entries: cards }];
  });
}

/** The class of the cards of each board: when all columns hold as many, these look like the lines of cards. */
const cardsIn = new WeakMap<Element, string>();

/**
 * Tells whether elements of one class, listed by the column that they stand in, are cards. Columns hold now more and
 * now fewer of them, and the lines of cards are as many in each.
 */
function areCards(columns: readonly (readonly Element[])[], container: SeriesHolder): boolean {
  const counts = columns.map(({ length }) => length);
  if (Math.max(...counts) > 1 && (new Set(counts).size > 1 || columns.flat().every(isShort))) {
    return true;
  }
  const first = columns.flat().slice(0, 3);
  return first.some((each) => isAimed(each, container) || container.hoverRules.mark(each));
}

/** Returns the elements in an entry by the first class of each. */
function classesIn(
  entry: Element,
  { likes }: Series,
  { shadowRootOf }: SeriesHolder,
): ReadonlyMap<string, readonly Element[]> {
  if (ENTRY_TAGS.has(likes.tag)) return new Map();
  const within = composedChildren(entry, shadowRootOf).filter((node) => node instanceof Element);
  const classed = within.filter(
    (each) => unshadowed(each).classList.length > 0 && mayBeEntry(each),
  );
  return Map.groupBy(classed, (each) => unshadowed(each).classList[0] ?? "");
}

/** Returns the series in an entry, if that is more than one thing in parts. */
function innerSeries(
  entry: Element,
  { likes, depth }: Series,
  container: SeriesHolder,
): Series | undefined {
  const inner = seriesIn(composedChildren(entry, container.shadowRootOf), depth + 1, container);
  if (inner === undefined || ENTRY_TAGS.has(inner.likes.tag) || inner.likes.shared !== "")
    return inner;
  // Parts without a class are cells only if each says as little as a cell of a board does.
  return likes.shared === "" && inner.entries.every(isShort) ? inner : undefined;
}

function isShort(element: Element): boolean {
  return unshadowed(element).textContent.trim().length <= MAX_CELL;
}

/** The most characters in a cell of a board or a calendar. */
const MAX_CELL = 3;

/** Tells whether this cursor says that what it is over can be dragged. */
export function isGrip(cursor: string): boolean {
  return cursor === "grab" || cursor === "move" || cursor.endsWith("-resize");
}
