// Tells whether the browser drags an element by itself.
import { composedParent } from "../../dom/composed-tree.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** Links and pictures are draggable unless the page says otherwise. */
export function isDraggable(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = composedParent(at)) {
    if (at instanceof HTMLElement && unshadowed(at).draggable) return true;
  }
  return false;
}
