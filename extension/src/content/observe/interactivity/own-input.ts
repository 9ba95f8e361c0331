// Tells whether an element takes input for itself, so that input at it is not for the elements around it.
import { editorOf } from "../../dom/drawn-editors.ts";
import { isEditingHost } from "../../dom/element-kinds.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { isNativeControl } from "./interaction.ts";

/** @param isActedOn tells whether the element has an id, and does more than hear the pointer come and go */
export function takesOwnInput(element: Element, isActedOn: (element: Element) => boolean): boolean {
  // The field that takes an editor's keys may lie over its text, and is a part of the editor.
  if (editorOf(element) !== undefined) return false;
  return (
    isNativeControl(element, unshadowed(element).localName) ||
    isEditingHost(element) ||
    isActedOn(element)
  );
}
