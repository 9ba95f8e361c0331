// Recognizes controls that can't be seen and are used all the same: the real checkbox under a drawn one.
import { isTwin } from "../naming/drawn-controls.ts";
import { labelsOf } from "../../dom/labels.ts";
import { isRendered } from "../../dom/rendered.ts";
import type { ElementVisibility } from "../visibility/element-visibility.ts";

/** Tells whether a person can still use a control of this visibility. */
export function isKeptUnseen(
  element: Element,
  tag: string,
  style: CSSStyleDeclaration,
  visibility: ElementVisibility,
): boolean {
  if (!visibility.hiddenAlone || style.visibility !== "visible") return false;
  if (tag !== "input" && tag !== "select" && tag !== "textarea") return false;
  if (isTwin(element)) return false;
  if (element instanceof HTMLInputElement) {
    if (element.type === "hidden") return false;
    // A range input may be clipped away under a drawn thumb, and the keyboard moves it all the same.
    if (element.type === "range" && visibility.clear && element.tabIndex >= 0) return true;
    // A label draws the control and takes the click.
    for (const label of labelsOf(element)) {
      if (isRendered(label, { opacity: true })) return true;
    }
  }
  return style.pointerEvents !== "none" && visibility.clippedBox.shows && !visibility.empty;
}
