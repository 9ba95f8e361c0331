// Finds what a thing is compared with: its like siblings, or what stands at its place in like entries.
import { entryKind } from "../../dom/element-kinds.ts";
import { cachedPerReading } from "../../dom/reading-cache.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { LikeGroup } from "./like-group.ts";

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
    // To count the children of a long list takes long.
    const { firstElementChild, lastElementChild } = unshadowed(parentElement);
    if (firstElementChild !== lastElementChild) break;
    at = parentElement;
  }
  return at;
}

/** Returns the siblings of an element that are written with its tag and role, with the element. */
export function likeSiblings(element: Element): LikeGroup {
  const { parentElement } = unshadowed(element);
  return (parentElement && groupIn(parentElement, element)) ?? new LikeGroup([element]);
}

/** Returns the group of a child; of many like children, those that are near it. */
function groupIn(parent: Element, child: Element): LikeGroup | undefined {
  const kind = kindOf(child);
  const groups = groupsIn(parent);
  const known = groups.get(kind) ?? inGroups(shownOf(parent, kind));
  groups.set(kind, known);
  return known.length < 2 ? known[0] : (known.find((group) => group.has(child)) ?? known[0]);
}

/** Keeps the groups of the children that were asked for, by their kind. */
const groupsIn = cachedPerReading((_parent: Element) => new Map<string, readonly LikeGroup[]>());

function inGroups(all: readonly Element[]): readonly LikeGroup[] {
  const size = Math.ceil(all.length / Math.ceil(all.length / MOST_LIKES));
  const groups: LikeGroup[] = [];
  for (let from = 0; from < all.length; from += size) {
    groups.push(new LikeGroup(all.slice(from, from + size)));
  }
  return groups;
}

/** Returns those children of a kind that are shown. An only one is not asked whether it is. */
function shownOf(parent: Element, kind: string): readonly Element[] {
  const all = childrenByKind(parent).get(kind) ?? [];
  if (all.length < 2) return all;
  const known = shownIn(parent);
  const shown = known.get(kind) ?? all.filter((child) => child.checkVisibility());
  known.set(kind, shown);
  return shown;
}

const shownIn = cachedPerReading((_parent: Element) => new Map<string, readonly Element[]>());

const childrenByKind = cachedPerReading((parent: Element): ReadonlyMap<string, Element[]> =>
  Map.groupBy(unshadowed(parent).children, kindOf),
);

function kindOf(element: Element): string {
  const own = unshadowed(element);
  const role = own.getAttribute("role");
  return role === null ? own.localName : `${own.localName} ${role}`;
}

interface Step {
  readonly kind: string;
  /** Its place among the children of this kind. */
  readonly at: number;
}

/** Returns what stands in like entries at the place where an element stands in its own, with the element. */
export function counterparts(element: Element): LikeGroup {
  const around = stepsTo(element);
  if (around === undefined) return new LikeGroup([element]);
  const { entries, path, place } = around;
  const known = counterpartsIn(entries[0] ?? element);
  const group = known.get(place) ?? groupAt(entries, path);
  known.set(place, group);
  return group;
}

/** The way to an element from the nearest entry around it that has likes. */
interface Steps {
  readonly entries: readonly Element[];
  readonly path: readonly Step[];
  /** The path as a text. */
  readonly place: string;
}

/** @returns undefined if no such entry is near */
function stepsTo(element: Element): Steps | undefined {
  const { parentElement } = unshadowed(element);
  if (parentElement === null || parentElement === document.body) return undefined;
  const around = stepsWithin(parentElement);
  if (around === undefined) return undefined;
  const { kind, at } = stepTo(element, parentElement);
  const path = [...around.path, { kind, at }];
  return { entries: around.entries, path, place: `${around.place}/${kind} ${at}` };
}

/** Asked once for all that stands in an element. */
const stepsWithin = cachedPerReading((holder: Element): Steps | undefined => {
  const path: Step[] = [];
  let at = holder;
  for (let level = 1; level < MOST_LEVELS; level++) {
    const entries = likeEntries(at);
    if (entries.length >= 2) {
      return { entries, path, place: path.map((step) => `/${step.kind} ${step.at}`).join("") };
    }
    const { parentElement } = unshadowed(at);
    if (parentElement === null || parentElement === document.body) return undefined;
    path.unshift(stepTo(at, parentElement));
    at = parentElement;
  }
  return undefined;
});

function stepTo(element: Element, parent: Element): Step {
  const kind = kindOf(element);
  return { kind, at: shownOf(parent, kind).indexOf(element) };
}

function likeEntries(entry: Element): readonly Element[] {
  const { all } = likeSiblings(entry);
  if (all.length < 2) return all;
  return likeEntriesOf(all[0] ?? entry).get(entryKind(entry)) ?? [];
}

/** Sorts the group whose first element is given. */
const likeEntriesOf = cachedPerReading((first: Element) =>
  Map.groupBy(likeSiblings(first).all, entryKind),
);

/** Keeps the groups of counterparts in entries, by the first of these and the place in them. */
const counterpartsIn = cachedPerReading((_first: Element) => new Map<string, LikeGroup>());

function groupAt(entries: readonly Element[], path: readonly Step[]): LikeGroup {
  return new LikeGroup(entries.flatMap((entry) => followed(entry, path) ?? []));
}

/** Returns what is shown at a place in an entry. */
function followed(entry: Element, path: readonly Step[]): Element | undefined {
  let found: Element | undefined = entry;
  for (const { kind, at } of path) {
    found = found === undefined ? undefined : shownOf(found, kind)[at];
  }
  return found?.checkVisibility() === true ? found : undefined;
}
