// Tells what a click at a point would land on, through shadow roots, and whether that is the target.
import { composedParent, shadowRootIn } from "./composed-tree.ts";
import { unshadowed } from "./unshadowed.ts";

export interface Point {
  /** CSS px from the frame's top left corner. */
  readonly x: number;
  readonly y: number;
}

/** The innermost element at a point; null outside the viewport. */
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
 * Whether input at `hit` goes to `target`: it is the target or inside it, with no other control
 * between, or it is in a label of the target.
 * @param isOther whether an element inside the target is something to act on by itself
 */
export function goesTo(
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

/** Whether `element` shows inside `around`. */
export function isWithin(element: Element, around: Element): boolean {
  for (let at: Element | null = element; at !== null; at = composedParent(at)) {
    if (at === around) return true;
  }
  return false;
}
