// Finds the card that takes the pointer in place of an element in it, which lets the pointer through.
import { ancestors } from "../../dom/composed-tree.ts";
import { isDisabled } from "../../observe/interactivity/interaction.ts";

/**
 * Returns the nearest element around that can be acted on, if the element itself takes no pointer. A hand that goes
 * for a link in such a card presses the card. What is disabled is to have no effect, and so nothing acts for it.
 */
export function cardAround(
  element: Element,
  isActedOn: (around: Element) => boolean,
): Element | undefined {
  if (getComputedStyle(element).pointerEvents !== "none" || isDisabled(element)) return undefined;
  return [...ancestors(element)].find((at) => at !== element && isActedOn(at));
}
