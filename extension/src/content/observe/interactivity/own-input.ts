// Tells whether an element takes input for itself, so that input at it is not for the elements around it.
import { isEditingHost } from "../../dom/element-kinds.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { isNativeControl } from "./interaction.ts";

/** @param isActedOn tells whether the element has an id, and does more than hear the pointer come and go */
export function takesOwnInput(element: Element, isActedOn: (element: Element) => boolean): boolean {
  return (
    isNativeControl(element, unshadowed(element).localName) ||
    isEditingHost(element) ||
    isActedOn(element)
  );
}
