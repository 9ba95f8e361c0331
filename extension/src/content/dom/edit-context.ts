// Reaches the text of an element that takes its keys through an `EditContext`, which has no field at all.
import { SHADOW_HOSTS } from "./element-kinds.ts";
import { unshadowed } from "./unshadowed.ts";

/** Is the part of the EditContext API that is used here. */
export interface EditContextOf extends EventTarget {
  readonly text: string;
  readonly selectionStart: number;
  readonly selectionEnd: number;
  updateText(start: number, end: number, text: string): void;
  updateSelection(start: number, end: number): void;
}

/** Returns the element's edit context. Only canvases, custom elements and what can host a shadow tree can have one. */
export function editContextOf(element: Element): EditContextOf | undefined {
  const tag = unshadowed(element).localName;
  if (tag !== "canvas" && !SHADOW_HOSTS.has(tag) && !tag.includes("-")) return undefined;
  const context: unknown = Reflect.get(element, "editContext");
  return isEditContext(context) ? context : undefined;
}

function isEditContext(value: unknown): value is EditContextOf {
  return value instanceof EventTarget && "updateText" in value && "selectionStart" in value;
}
