// Hit tests a point through shadow roots, and tells whether input there goes to a given target.
import { composedParent, shadowRootIn } from "./composed-tree.ts";
import { unshadowed } from "./unshadowed.ts";

/** A point in CSS px from the top left corner of the frame's viewport. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Finds the innermost element at a point. Null outside the viewport. */
export function elementAt(
  point: Point,
  shadowRootOf: (element: Element) => ShadowRoot | null,
): Element | null {
  let element = document.elementFromPoint(point.x, point.y);
  while (element !== null) {
    const root = shadowRootIn(element, shadowRootOf);
    const inner = root?.elementFromPoint(point.x, point.y) ?? null;
    if (inner === null || inner === element || unshadowed(inner).getRootNode() !== root)
      return element;
    element = inner;
  }
  return element;
}

/**
 * Tells whether input that hits `hit` goes to `target`: `hit` is the target or inside it, with no other
 * control between, or it is in a label of the target.
 * @param isOther tells whether an element inside the target can be acted on by itself
 */
export function hitsTarget(
  hit: Element,
  target: Element,
  isOther: (element: Element) => boolean,
): boolean {
  for (let at: Element | null = hit; at !== null; at = composedParent(at)) {
    if (at === target) return true;
    if (at instanceof HTMLLabelElement && at.control === target) return true;
    if (isOther(at)) return false;
  }
  return false;
}

/** Tells whether `element` is `ancestor`, or stands in it as shown. */
export function isComposedDescendant(element: Element, ancestor: Element): boolean {
  for (let at: Element | null = element; at !== null; at = composedParent(at)) {
    if (at === ancestor) return true;
  }
  return false;
}
