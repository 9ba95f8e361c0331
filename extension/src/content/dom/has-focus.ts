// Tells whether an element has the focus.
import { unshadowed } from "./unshadowed.ts";

/** Tells whether `element` is the active element of its own tree, which may be a shadow root. */
export function hasFocus(element: Element): boolean {
  const root = unshadowed(element).getRootNode();
  return (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === element;
}
