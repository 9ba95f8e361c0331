// Controls that can't be seen and yet are used: the real checkbox under a drawn one.
import { isTwin } from "../naming/drawn-controls.ts";
import { labelsOf } from "../../dom/labels.ts";
import type { Look } from "../visibility/element-visibility.ts";

/** Whether a control hidden by `look` is still a person's to use. */
export function isKeptUnseen(
  element: Element,
  tag: string,
  style: CSSStyleDeclaration,
  look: Look,
): boolean {
  if (!look.hiddenAlone || style.visibility !== "visible") return false;
  if (tag !== "input" && tag !== "select" && tag !== "textarea") return false;
  if (isTwin(element)) return false;
  if (element instanceof HTMLInputElement) {
    if (element.type === "hidden") return false;
    // Cut away under a drawn thumb, and moved by the keyboard all the same.
    if (element.type === "range" && look.clear && element.tabIndex >= 0) return true;
    // Drawn by its label, which takes the click.
    for (const label of labelsOf(element)) {
      if (label.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return true;
    }
  }
  return style.pointerEvents !== "none" && look.place.shows && !look.empty;
}
