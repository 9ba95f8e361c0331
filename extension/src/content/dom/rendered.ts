// Tells whether an element is drawn, also if it has no box of its own.
import { composedParent } from "./composed-tree.ts";
import { unshadowed } from "./unshadowed.ts";

/**
 * Tells whether an element, or what stands in it, is drawn and not made invisible. The browser's own answer is no for
 * what is `display: contents`: then it is as visible as what it stands in.
 * @param opacity says that what is fully transparent does not count
 */
export function isRendered(element: Element, { opacity = false } = {}): boolean {
  let at: Element | null = element;
  while (at !== null) {
    const own = unshadowed(at);
    if (own.checkVisibility({ visibilityProperty: at === element, opacityProperty: opacity })) {
      return true;
    }
    const { display, visibility } = getComputedStyle(at);
    if (display !== "contents" || (at === element && visibility !== "visible")) return false;
    at = composedParent(at);
  }
  return false;
}
