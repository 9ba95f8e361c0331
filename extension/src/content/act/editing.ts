// Tells how the value of an element is set.
import type { Result } from "@webserv/shared/protocol/methods.ts";
import { isEditingHost } from "../dom/element-kinds.ts";

export type Editing = Result<"frame.locate">["editing"];

export function editingOf(element: Element): Editing {
  if (element instanceof HTMLInputElement) return TYPES.get(element.type) ?? "line";
  if (element instanceof HTMLTextAreaElement) return "lines";
  if (element instanceof HTMLSelectElement) return "select";
  return isEditingHost(element) ? "contenteditable" : "none";
}

export function isEditable(element: Element): boolean {
  const editing = editingOf(element);
  return editing !== "none" && editing !== "select";
}

/**
 * Whether what is edited in place holds lines and no paragraphs, and takes line ends as text.
 * CodeMirror overlooks a new paragraph in an empty line.
 */
export function isPlain(element: Element): boolean {
  return (
    element instanceof HTMLElement &&
    (element.contentEditable === "plaintext-only" || element.classList.contains("cm-content"))
  );
}

/** Pickers take no typed text: their value is set whole. */
const TYPES: ReadonlyMap<string, Editing> = new Map([
  ...["date", "time", "month", "week", "datetime-local", "range", "color"].map(
    (type): [string, Editing] => [type, "setter"],
  ),
  ...["button", "checkbox", "file", "hidden", "image", "radio", "reset", "submit"].map(
    (type): [string, Editing] => [type, "none"],
  ),
  ["number", "number"],
]);
