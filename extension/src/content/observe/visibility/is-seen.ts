// Tells whether a person can see one field, outside of a reading and by the same rules as one.
import { hitsTarget, isComposedDescendant } from "../../dom/hit-test.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { pageAreas } from "../geometry/area.ts";
import { composedParent } from "../../dom/composed-tree.ts";
import { visibilityOf } from "./element-visibility.ts";
import { isRoot, ClippedBox } from "../geometry/clipped-box.ts";

/** A field that is as narrow or as low as this shows nothing of what it holds. */
const THIN = 1;

/** Tells whether a field can be seen, now or after scrolling. It reads a style and a box of each ancestor. */
export function isSeen(element: Element): boolean {
  const own = unshadowed(element);
  if (!own.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  const { width, height } = own.getBoundingClientRect();
  return width > THIN && height > THIN && isInSight(element) && !isCoveredAtMiddle(element);
}

function isInSight(element: Element): boolean {
  const { ownerDocument } = element;
  const clippedBox = ClippedBox.ofPage(pageAreas(ownerDocument), ownerDocument.documentElement);
  let around: { clippedBox: ClippedBox; opacity: number; shown?: boolean } = {
    clippedBox,
    opacity: 1,
  };
  for (const each of inwardsTo(element)) {
    const style = getComputedStyle(each);
    const rooted = isRoot(each, unshadowed(each).localName);
    around = visibilityOf(each, style, style.display, rooted, around);
  }
  return around.shown === true;
}

/** Returns the ancestors of an element, the outermost first, and the element. */
function inwardsTo(element: Element): Element[] {
  const chain: Element[] = [];
  for (let at: Element | null = element; at !== null; at = composedParent(at)) chain.unshift(at);
  return chain;
}

/** Tells whether something covers the middle of an element; one out of view can't be hit-tested and counts as free. */
function isCoveredAtMiddle(element: Element): boolean {
  const root = unshadowed(element).getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return false;
  const { x, y, width, height } = unshadowed(element).getBoundingClientRect();
  const hit = root.elementFromPoint(x + width / 2, y + height / 2);
  if (hit === null || hitsTarget(hit, element, () => false)) return false;
  return !isComposedDescendant(element, hit);
}
