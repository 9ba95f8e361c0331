// Writes what a layout says beyond the order of its parts: what scrolls and how far, what stays in
// place, how a grid runs.
import type { Attribute, Box, ElementPart } from "../tree/parts.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** The most that boxes in one line of a grid may differ, in CSS pixels. */
const SAME_LINE = 3;
/** Fewer cells make no grid; and the first lines tell of all others. */
const LEAST_CELLS = 4;
const MAX_CELLS = 60;

/** Returns attributes such as `scrolled="0/2400"`, `clipped="0/900"`, `grid="4x15"`, `covered="cookie-banner"`. */
export function layoutAttributes(part: ElementPart): Attribute[] {
  const attributes: Attribute[] = [];
  const { layout } = part;
  if (layout?.scrolled !== undefined) attributes.push(["scrolled", layout.scrolled]);
  if (layout?.clipped !== undefined) attributes.push(["clipped", layout.clipped]);
  // A modal dialog says already that it stays in place.
  if (layout?.stays !== undefined && part.mark !== "modal") attributes.push([layout.stays, ""]);
  if (layout?.coveredBy !== undefined) attributes.push(["covered", layout.coveredBy]);
  if (layout?.level !== undefined) attributes.push(["level", String(layout.level)]);
  const grid = gridOf(part);
  if (grid !== undefined) attributes.push(["grid", grid]);
  const row = rowOf(part);
  if (row !== undefined) attributes.push(["row", row]);
  return attributes;
}

/** Returns the columns and lines of boxes that stand in a grid without being a table. */
function gridOf({ tag, children }: ElementPart): string | undefined {
  if (TABLE.has(tag)) return undefined;
  const boxes: Box[] = [];
  let like: string | undefined;
  let unread = 0;
  for (const child of children) {
    if (child.kind === "unread") unread += child.count;
    if (child.kind !== "element" || child.box === undefined) continue;
    like ??= child.tag;
    if (child.tag !== like) return undefined;
    boxes.push(child.box);
  }
  const [first] = boxes;
  if (boxes.length < LEAST_CELLS || first === undefined) return undefined;
  let columns = 0;
  while (columns < boxes.length && isLevel(boxes[columns], first)) columns++;
  if (columns < 2 || columns === boxes.length) return undefined;
  // Each line begins where the first one does, and is as long, but for the last.
  for (let at = columns; at < Math.min(boxes.length, MAX_CELLS); at++) {
    const above = boxes[at - columns];
    const box = boxes[at];
    if (above === undefined || box === undefined) return undefined;
    if (Math.abs(above.left - box.left) > SAME_LINE || box.top <= above.top) return undefined;
  }
  return `${columns}x${Math.ceil((boxes.length + unread) / columns)}`;
}

const TABLE: ReadonlySet<string> = new Set("table thead tbody tfoot tr p".split(" "));

function isLevel(box: Box | undefined, first: Box): boolean {
  return box !== undefined && Math.abs(box.top - first.top) <= SAME_LINE;
}

/** Returns a row's place in a table of which the page holds some rows only, by ARIA's count. */
function rowOf({ element }: ElementPart): string | undefined {
  const own = unshadowed(element);
  const index = own.getAttribute("aria-rowindex");
  if (index === null || !/^\d{1,9}$/.test(index)) return undefined;
  const table = own.closest("[aria-rowcount]");
  const count = table === null ? null : unshadowed(table).getAttribute("aria-rowcount");
  return count !== null && /^\d{1,9}$/.test(count) ? `${index}/${count}` : index;
}
