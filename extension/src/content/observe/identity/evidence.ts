// What an element is known by, and whether two descriptions can be of the same thing.
import { slug } from "../naming/slug.ts";
import { withoutVolatile } from "../naming/volatile.ts";
import type { Row } from "../scope/surroundings.ts";

/** What an id is made from, and what it is found again by. */
export interface Descriptor {
  /** The element's identity: a number never given to another element. */
  readonly key: number;
  /** Its tag; of an input with its type. */
  readonly tag: string;
  /** What the element is called; may be long, in any script, or empty. */
  readonly name: string;
  /** Used where the name has no letters: the element's role or kind. */
  readonly kind: string;
  /** Names of what it stands in, nearest first. */
  readonly scopes: readonly string[];
  /** What stands around it (a row's texts): tells apart elements that are otherwise the same. */
  readonly context: string;
  /** What the page's author knows it by, whatever the language: `id=menu`, `href=/cart`. */
  readonly marks: readonly string[];
  readonly row: Row | undefined;
  /** Tags and positions from the nearest anchor, such as `#cart>li2/5>button1/1`. */
  readonly place: string;
  /**
   * Number of the first reading in which it was there without an id, if there was one: what was there at that
   * reading too, and has gone since, is another thing.
   */
  readonly since?: number | undefined;
}

/** Tells whether an element clearly shows another thing than when it was last read. */
export type IsOther = (now: Descriptor) => boolean;

/** Kinds of marks that are one thing's alone; others (its class) may be shared by its likes. */
const OWN_MARKS: ReadonlySet<string> = new Set([
  "id",
  "name",
  "test",
  "record",
  "href",
  "autocomplete",
]);

/** What it is called, without what comes and goes. */
export function nameOf(descriptor: Descriptor): string {
  return withoutVolatile(descriptor.name).toLowerCase();
}

/** Whether two rows are one; undefined where nothing tells. */
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
  return (
    a.texts.includes(b.name) &&
    b.texts.includes(a.name) &&
    shared * 2 >= Math.min(a.texts.length, b.texts.length)
  );
}

function sameKey(a: Row, b: Row): boolean {
  return a.keys.includes(b.key) && b.keys.includes(a.key);
}

/** Whether both rows are known by keys, and by different ones. */
export function keysDiffer(a: Row | undefined, b: Row | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  if (a.key !== "" && b.key !== "" && !sameKey(a, b)) return true;
  return keysDiffer(a.outer, b.outer);
}

/** The row in one string; empty where nothing tells it. */
export function rowId(row: Row | undefined): string {
  if (row === undefined) return "";
  const own = row.key === "" ? row.name : row.key;
  return row.outer === undefined ? own : `${own}/${rowId(row.outer)}`;
}

/** The same without words, which another language has others for. */
export function rowKey(row: Row | undefined): string {
  if (row === undefined) return "";
  return row.outer === undefined ? row.key : `${row.key}/${rowKey(row.outer)}`;
}

/** Its series: its place without its position there. */
export function seriesOf(descriptor: Descriptor): string {
  return descriptor.place.slice(0, descriptor.place.lastIndexOf(">") + 1) + descriptor.tag;
}

/** Whether both stand in parts of the page that have ids, and in different ones. */
export function anchorsDiffer(a: Descriptor, b: Descriptor): boolean {
  const [from, to] = [anchorOf(a), anchorOf(b)];
  return from.startsWith("#") && to.startsWith("#") && from !== to;
}

export function anchorOf(descriptor: Descriptor): string {
  return descriptor.place.slice(0, descriptor.place.indexOf(">"));
}

/** Kinds of marks that both have, with different values. */
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

/** What can be only one thing's, and not what its class or its function in each row is. */
export function isOwnMark(mark: string): boolean {
  return OWN_MARKS.has(kindOfMark(mark));
}

function digitless(mark: string): string {
  return mark.replace(/\d+/g, "0");
}

export function kindOfMark(mark: string): string {
  return mark.slice(0, mark.indexOf("="));
}

/** Nearest scope, as the id has it. */
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

/** What may stand before a name in an id, nearest first: each says something that the name does not. */
export function slugsAround(scopes: readonly string[], rowName: string, name: string): string[] {
  const slugs: string[] = [];
  for (const scope of scopes) {
    const text = slug(withoutVolatile(scope));
    if (text !== "" && text !== name && !slugs.includes(text)) slugs.push(text);
  }
  const row = slug(rowName);
  // The row may be the element itself, or begin with it.
  if (row !== "" && !name.startsWith(row) && !slugs.includes(row)) slugs.push(row);
  return slugs;
}
