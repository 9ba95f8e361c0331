// Tells what the keyboard goes to.
import { unshadowed } from "./unshadowed.ts";

/** Whether the keyboard goes to `element`, also inside shadow roots. */
export function hasFocus(element: Element): boolean {
  const root = unshadowed(element).getRootNode();
  return (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === element;
}
