// Tells fields that are drawn as boxes for one character each, as codes are asked for.
import { isEditable } from "./editing.ts";
import { composedChildren, composedParent } from "../../dom/composed-tree.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** So many alike in a row are boxes of one thing: dates have three parts. */
export const MIN_BOXES = 4;
/** The widest, in the size of its letters, and in its own height. */
const MAX_EMS = 4;
const MAX_RATIO = 1.5;
/** How far out the others may stand, and elements looked at there. */
const MAX_LEVELS = 5;
const MAX_VISITS = 200;

/** All boxes of the row that `field` is one of, in order; none if it is not. */
export function boxesAround(
  field: Element,
  shadowRootOf: (element: Element) => ShadowRoot | null,
): readonly Element[] {
  const box = unshadowed(field).getBoundingClientRect();
  const letters = Number.parseFloat(getComputedStyle(field).fontSize);
  if (box.width > MAX_EMS * letters || box.width > MAX_RATIO * box.height) return [];
  return rowAround(field, MIN_BOXES, shadowRootOf);
}

/** All fields of one size that stand in one row with `field`, in order, if there are so many. */
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
