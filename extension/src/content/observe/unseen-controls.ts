// Controls that can't be seen and yet are used: the real checkbox under a drawn one.

import { labelsOf } from "./labels.ts";

/**
 * Whether a control of opacity 0 or without size is still a person's to use.
 * @param unseen that its opacity or its size, nothing else, is what hides it
 */
export function isKeptUnseen(
  element: Element,
  tag: string,
  style: CSSStyleDeclaration,
  unseen: boolean,
): boolean {
  if (!unseen || style.visibility !== "visible") return false;
  if (tag !== "input" && tag !== "select" && tag !== "textarea") return false;
  if (element instanceof HTMLInputElement) {
    if (element.type === "hidden") return false;
    // Drawn by its label, which takes the click.
    for (const label of labelsOf(element)) {
      if (label.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return true;
    }
  }
  const box = element.getBoundingClientRect();
  return style.pointerEvents !== "none" && box.width > 0 && box.height > 0;
}
