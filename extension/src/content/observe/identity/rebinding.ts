// Finds elements that live on but show another thing than before.
import type { Descriptor, IsOther } from "./descriptor.ts";
import type { Row } from "../scope/element-locations.ts";
import { renamingOf } from "./renaming.ts";
import {
  anchorsDiffer,
  isOwnMark,
  keysDiffer,
  marksThatDiffer,
  nameOf,
  rowId,
  sameRow,
  scopeSlug,
  seriesOf,
} from "./descriptor.ts";

/** One element in two readings. */
export interface Pair {
  readonly before: Descriptor;
  readonly now: Descriptor;
}

/** Fewer changes at once could each have a cause of their own. */
const MANY = 3;

/**
 * Returns those of `pairs` that show another thing now, as recycled elements of a list do.
 *
 * @param previous all that there was before, with what is gone
 */
export function findRebound(
  pairs: readonly Pair[],
  previous: Iterable<Descriptor>,
  translated: boolean,
  isOther: IsOther,
): Set<Pair> {
  const rebound = new Set<Pair>();
  const shared = sharedMarks(pairs);
  const unmarked: Pair[] = [];
  for (const pair of pairs) {
    const verdict = showsTheSame(pair, translated, shared, isOther);
    if (verdict === false) rebound.add(pair);
    else if (verdict === undefined) unmarked.push(pair);
  }
  for (const pair of movedAlong(unmarked, pairs, previous)) rebound.add(pair);
  const rowless = unmarked.filter(({ before, now }) => sameRow(before.row, now.row) !== true);
  for (const pair of changedTogether(rowless, pairs)) rebound.add(pair);
  return rebound;
}

/** Tells whether most words are others now although no list was scrolled. */
export function isTranslation(pairs: readonly Pair[]): boolean {
  const shared = sharedMarks(pairs);
  const worded = pairs.filter(
    (pair) =>
      (pair.before.row === undefined || keepsMark(pair, shared)) &&
      /\p{L}/u.test(pair.before.name + pair.now.name),
  );
  // An element that keeps some of its words in their places says something else in the same
  // language.
  const changed = worded.filter(
    ({ before, now }) =>
      nameOf(before) !== nameOf(now) && renamingOf(before.name, now.name) === "all",
  );
  return changed.length >= MANY && changed.length * 5 >= worded.length * 3;
}

/**
 * Tells whether an element shows the same thing; undefined if its name changed and nothing but its
 * likes can tell.
 */
function showsTheSame(
  pair: Pair,
  translated: boolean,
  shared: ReadonlySet<string>,
  isOther: IsOther,
): boolean | undefined {
  const { before, now } = pair;
  if (isUnchanged(before, now)) return true;
  // In another language everything says something else.
  if (!translated && isOther(now)) return false;
  if (keysDiffer(before.row, now.row)) return false;
  const renamed = nameOf(before) !== nameOf(now);
  const marked = keepsMark(pair, shared);
  const differing = marksThatDiffer(before, now);
  if (renamed && !marked && anchorsDiffer(before, now)) return false;
  // Addresses can be in the page's language too.
  if (translated) return marked || differing.every((kind) => kind === "href");
  const row = sameRow(before.row, now.row);
  // A position in a mark stays with the element, whatever it shows.
  if (row === false) return keepsMark(pair, shared, /^\D*$/);
  if (!renamed || marked) return true;
  if (row === true) return undefined;
  if (differing.length > 0 || scopeSlug(before) !== scopeSlug(now)) return false;
  const position = now.row?.position ?? "";
  return position !== "" && position !== before.row?.position ? false : undefined;
}

/** Tells whether nothing that could matter has changed, by far the most frequent case. */
function isUnchanged(before: Descriptor, now: Descriptor): boolean {
  return (
    before.name === now.name &&
    before.domPath === now.domPath &&
    isSameList(before.marks, now.marks) &&
    isSameList(before.scopes, now.scopes) &&
    isUnchangedRow(before.row, now.row)
  );
}

function isUnchangedRow(before: Row | undefined, now: Row | undefined): boolean {
  if (before === undefined || now === undefined) return before === now;
  return (
    before.key === now.key &&
    before.name === now.name &&
    before.position === now.position &&
    isSameList(before.keys, now.keys) &&
    isSameList(before.texts, now.texts) &&
    isUnchangedRow(before.outer, now.outer)
  );
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at]);
}

/** Tells whether a mark of its own, such as `pattern` describes, is still on it. */
function keepsMark({ before, now }: Pair, shared: ReadonlySet<string>, pattern?: RegExp): boolean {
  return before.marks.some(
    (mark) =>
      isOwnMark(mark) &&
      pattern?.test(mark) !== false &&
      !shared.has(mark) &&
      now.marks.includes(mark),
  );
}

/** Returns the marks that several have: they say what each does in its row, not which one it is. */
function sharedMarks(pairs: readonly Pair[]): Set<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { now } of pairs) {
    for (const mark of now.marks) {
      if (seen.has(mark)) shared.add(mark);
      else seen.add(mark);
    }
  }
  return shared;
}

/**
 * Returns pairs whose names moved on to them from their neighbours: a list without keys was
 * rendered in place.
 */
function movedAlong(
  renamed: readonly Pair[],
  all: readonly Pair[],
  previous: Iterable<Descriptor>,
): Pair[] {
  if (renamed.length === 0) return [];
  const spot = (it: Descriptor): string => `${seriesOf(it)}\n${rowId(it.row)}\n${nameOf(it)}`;
  const held = new Set<string>();
  const keeping = new Set<string>();
  for (const before of previous) held.add(spot(before));
  for (const { before, now } of all) {
    if (nameOf(before) === nameOf(now)) keeping.add(spot(now));
  }
  return renamed.filter(({ now }) => held.has(spot(now)) && !keeping.has(spot(now)));
}

/**
 * Returns pairs of a series of which most have new names, no two the same: other entries are shown
 * in its elements.
 */
function changedTogether(renamed: readonly Pair[], all: readonly Pair[]): Pair[] {
  if (renamed.length < MANY) return [];
  const sizes = new Map<string, number>();
  for (const { now } of all) sizes.set(seriesOf(now), (sizes.get(seriesOf(now)) ?? 0) + 1);
  const rebound: Pair[] = [];
  for (const [series, group] of Map.groupBy(renamed, ({ now }) => seriesOf(now))) {
    const names = new Set(group.map(({ now }) => nameOf(now)));
    const isMost = group.length * 2 >= (sizes.get(series) ?? 0);
    if (group.length < MANY || names.size < group.length || !isMost) continue;
    for (const pair of group) rebound.push(pair);
  }
  return rebound;
}
