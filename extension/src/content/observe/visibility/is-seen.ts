// Whether a person can see a field at all, asked of one element outside a reading and judged as a reading does.
import { goesTo, isWithin } from "../../dom/hit-test.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { pageAreas } from "../geometry/area.ts";
import { composedParent } from "../../dom/composed-tree.ts";
import { lookAt } from "./element-visibility.ts";
import { isRoot, Place } from "../geometry/place.ts";

/** A field that is as narrow or as low as this shows nothing of what it holds. */
const THIN = 1;

/** Here or where a person can scroll to. Takes a style and a box of all that stands around the element. */
export function isSeen(element: Element): boolean {
  const own = unshadowed(element);
  if (!own.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  const { width, height } = own.getBoundingClientRect();
  return width > THIN && height > THIN && isInSight(element) && !isPaintedOver(element);
}

function isInSight(element: Element): boolean {
  const { ownerDocument } = element;
  const place = Place.ofPage(pageAreas(ownerDocument), ownerDocument.documentElement);
  let around: { place: Place; opacity: number; shown?: boolean } = { place, opacity: 1 };
  for (const each of inwardsTo(element)) {
    const style = getComputedStyle(each);
    const rooted = isRoot(each, unshadowed(each).localName);
    around = lookAt(each, style, style.display, rooted, around);
  }
  return around.shown === true;
}

/** All that an element stands in, the outermost first, and the element. */
function inwardsTo(element: Element): Element[] {
  const chain: Element[] = [];
  for (let at: Element | null = element; at !== null; at = composedParent(at)) chain.unshift(at);
  return chain;
}

/** Whether something else takes the middle of it; what is scrolled out of view can't be asked about. */
function isPaintedOver(element: Element): boolean {
  const root = unshadowed(element).getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return false;
  const { x, y, width, height } = unshadowed(element).getBoundingClientRect();
  const hit = root.elementFromPoint(x + width / 2, y + height / 2);
  if (hit === null || goesTo(hit, element, () => false)) return false;
  return !isWithin(element, hit);
}
