// Describes an element by what it is known by, and compares two descriptions.
import { isBareNumber } from "../scope/shown-values.ts";
import { slug } from "../naming/slug.ts";
import { withoutVolatile } from "../naming/volatile.ts";
import type { Row } from "../scope/element-locations.ts";

/** Describes an element: its id is made from this, and found again by it. */
export interface Descriptor {
  /** The element's identity: a number never given to another element. */
  readonly key: number;
  /** The element's tag; an input's with its type. */
  readonly tag: string;
  /** The accessible name; may be long, in any script, or empty. */
  readonly name: string;
  /** The element's role or kind, which stands for a name without letters. */
  readonly kind: string;
  /** Names of what the element stands in, nearest first. */
  readonly scopes: readonly string[];
  /** A row's texts, which tell apart elements that are otherwise the same. */
  readonly context: string;
  /** The author's names for the element, whatever the language: `id=menu`, `href=/cart`. */
  readonly marks: readonly string[];
  readonly row: Row | undefined;
  /** Tags and positions from the nearest anchor, such as `#cart>li2/5>button1/1`. */
  readonly domPath: string;
  /**
   * The number of the first reading in which the element was there without an id, if there was one.
   * An id that was live at that reading too, and has gone since, belonged to another thing.
   */
  readonly since?: number | undefined;
}

/** Tells whether an element clearly shows another thing than when it was last read. */
export type IsOther = (now: Descriptor) => boolean;

/**
 * Kinds of marks that are one thing's alone; others, such as a class, may be shared by its likes.
 */
const OWN_MARKS: ReadonlySet<string> = new Set([
  "id",
  "name",
  "test",
  "record",
  "href",
  "autocomplete",
]);

/** Returns the name without what comes and goes, such as counts. */
export function nameOf(descriptor: Descriptor): string {
  return withoutVolatile(descriptor.name).toLowerCase();
}

/** Tells whether two rows are one; undefined if nothing tells. */
export function sameRow(a: Row | undefined, b: Row | undefined): boolean | undefined {
  if (a === undefined || b === undefined) return undefined;
  const inner = sameEntry(a, b);
  if (inner === false) return false;
  // A key is its row's alone; by its name alone a row is only one of those around it.
  if (a.outer === undefined || b.outer === undefined) return inner;
  const outer = sameRow(a.outer, b.outer);
  return outer === false ? false : (inner ?? outer);
}

function sameEntry(a: Row, b: Row): boolean | undefined {
  if (a.key !== "" && b.key !== "") return sameKey(a, b);
  if (a.name === "" || b.name === "") return undefined;
  const shared = a.texts.filter((text) => b.texts.includes(text)).length;
  const hasBoth = a.texts.includes(b.name) && b.texts.includes(a.name);
  if (hasBoth) return shared * 2 >= Math.min(a.texts.length, b.texts.length);
  // A row that has got another word, such as a week with a new event, may be called by it.
  const hasOne = a.texts.includes(b.name) || b.texts.includes(a.name);
  return hasOne && shared * 2 > Math.max(a.texts.length, b.texts.length);
}

function sameKey(a: Row, b: Row): boolean {
  return a.keys.includes(b.key) && b.keys.includes(a.key);
}

/** Tells whether both rows are known by keys, and by different ones. */
export function keysDiffer(a: Row | undefined, b: Row | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  if (a.key !== "" && b.key !== "" && !sameKey(a, b)) return true;
  return keysDiffer(a.outer, b.outer);
}

/** Returns the row as one string; empty if nothing tells it from others. */
export function rowId(row: Row | undefined): string {
  if (row === undefined) return "";
  const own = row.key === "" ? row.name : row.key;
  return row.outer === undefined ? own : `${own}/${rowId(row.outer)}`;
}

/** Returns the same without words, which change with the language. */
export function rowKey(row: Row | undefined): string {
  if (row === undefined) return "";
  return row.outer === undefined ? row.key : `${row.key}/${rowKey(row.outer)}`;
}

/** Returns the series of an element: its path without its position at the end. */
export function seriesOf(descriptor: Descriptor): string {
  return descriptor.domPath.slice(0, descriptor.domPath.lastIndexOf(">") + 1) + descriptor.tag;
}

/** Tells whether both elements stand in parts of the page that have ids, and in different ones. */
export function anchorsDiffer(a: Descriptor, b: Descriptor): boolean {
  const [from, to] = [anchorOf(a), anchorOf(b)];
  return from.startsWith("#") && to.startsWith("#") && from !== to;
}

export function anchorOf(descriptor: Descriptor): string {
  return descriptor.domPath.slice(0, descriptor.domPath.indexOf(">"));
}

/** Returns the kinds of marks that both elements have, with different values. */
export function marksThatDiffer(a: Descriptor, b: Descriptor): string[] {
  const differing: string[] = [];
  for (const mark of a.marks) {
    const kind = kindOfMark(mark);
    if (!isOwnMark(mark) || b.marks.includes(mark)) continue;
    const others = b.marks.filter((other) => kindOfMark(other) === kind);
    // Outside of series a number in an id is most likely one of the rendering.
    const isNumbering = a.row === undefined && kind === "id";
    if (isNumbering && others.some((other) => digitless(other) === digitless(mark))) continue;
    if (others.length > 0) differing.push(kind);
  }
  return differing;
}

/**
 * Tells whether a mark can be only one thing's. A class, or a function that each row has, is not.
 */
export function isOwnMark(mark: string): boolean {
  return OWN_MARKS.has(kindOfMark(mark));
}

function digitless(mark: string): string {
  return mark.replace(/\d+/g, "0");
}

export function kindOfMark(mark: string): string {
  return mark.slice(0, mark.indexOf("="));
}

/** Returns the nearest scope as the id has it. */
export function scopeSlug(descriptor: Descriptor): string {
  return scopeSlugs(descriptor, nameSlug(descriptor))[0] ?? "";
}

export function nameSlug(descriptor: Pick<Descriptor, "name" | "kind">): string {
  return slug(withoutVolatile(descriptor.name)) || slug(descriptor.kind) || "element";
}

export function scopeSlugs(
  { scopes, row }: Pick<Descriptor, "scopes" | "row">,
  name: string,
): string[] {
  return slugsAround(scopes, row?.name ?? "", name);
}

/**
 * Returns the scopes that may stand before a name in an id, nearest first. Each says something that
 * the name does not.
 *
 * @param isNearest true if the row is nearer than the scopes
 */
export function slugsAround(
  scopes: readonly string[],
  rowName: string,
  name: string,
  isNearest = false,
): string[] {
  const slugs: string[] = [];
  for (const scope of scopes) {
    const text = slug(withoutVolatile(scope));
    if (text !== "" && text !== name && !slugs.includes(text)) slugs.push(text);
  }
  const row = slug(rowName);
  // The row may be the element itself, or begin with it.
  if (row !== "" && !name.startsWith(row) && !slugs.includes(row)) {
    if (isNearest) slugs.unshift(row);
    else slugs.push(row);
  }
  // A day is not called after its week, which begins with a day.
  const worded = isBareNumber(name) ? slugs.filter((each) => !isBareNumber(each)) : [];
  return worded.length === 0 ? slugs : worded;
}
