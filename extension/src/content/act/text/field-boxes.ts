// Finds fields that are drawn as boxes for one character each, such as those for codes.
import { isEditable } from "./editing.ts";
import { composedChildren, composedParent } from "../../dom/composed-tree.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** The fewest fields in a row that count as boxes of one text. Dates have three parts. */
export const MIN_BOXES = 4;
/** The greatest width of a box, in multiples of its font size and of its own height. */
const MAX_EMS = 4;
const MAX_RATIO = 1.5;
/** The most ancestors in which the other boxes are looked for, and the most elements that are looked at in one. */
const MAX_LEVELS = 5;
const MAX_VISITS = 200;

/** Returns all boxes of the row that `field` is one of, in order; none if it is no box. */
export function boxesAround(
  field: Element,
  shadowRootOf: (element: Element) => ShadowRoot | null,
): readonly Element[] {
  const box = unshadowed(field).getBoundingClientRect();
  const letters = Number.parseFloat(getComputedStyle(field).fontSize);
  if (box.width > MAX_EMS * letters || box.width > MAX_RATIO * box.height) return [];
  return rowAround(field, MIN_BOXES, shadowRootOf);
}

/** Returns all fields of one size in one row with `field`, in order; none if there are fewer than `fewest`. */
export function rowAround(
  field: Element,
  fewest: number,
  shadowRootOf: (element: Element) => ShadowRoot | null,
): readonly Element[] {
  const box = unshadowed(field).getBoundingClientRect();
  let around = composedParent(field);
  for (let level = 0; level < MAX_LEVELS && around !== null; level++) {
    const alike = fieldsIn(around, shadowRootOf).filter((each) => isAlike(box, each));
    if (alike.length >= fewest) return alike;
    around = composedParent(around);
  }
  return [];
}

function isAlike(box: DOMRect, other: Element): boolean {
  const { width, height, y } = unshadowed(other).getBoundingClientRect();
  const isNear = (a: number, b: number): boolean => Math.abs(a - b) < 2;
  return isNear(width, box.width) && isNear(height, box.height) && isNear(y, box.y);
}

function fieldsIn(
  around: Element,
  shadowRootOf: (element: Element) => ShadowRoot | null,
): Element[] {
  const found: Element[] = [];
  const waiting: Node[] = [around];
  for (let visits = 0; visits < MAX_VISITS; visits++) {
    const node = waiting.pop();
    if (node === undefined) break;
    if (!(node instanceof Element)) continue;
    if (isEditable(node)) found.push(node);
    else waiting.push(...composedChildren(node, shadowRootOf).toReversed());
  }
  return found;
}
