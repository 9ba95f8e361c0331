// Tells how the value of an element is set, and whether it can be set.
import type { Result } from "@webserv/shared/protocol/methods.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import { isDrawnEditor, isReadOnlyEditor } from "../../dom/drawn-editors.ts";
import { isEditingHost } from "../../dom/element-kinds.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

export type Editing = Result<"frame.locate">["editing"];

export function editingOf(element: Element): Editing {
  if (element instanceof HTMLInputElement) return TYPES.get(element.type) ?? "line";
  if (element instanceof HTMLTextAreaElement) return "lines";
  if (element instanceof HTMLSelectElement) return "select";
  if (isEditingHost(element)) return "contenteditable";
  return isDrawnEditor(element) ? "drawn" : "none";
}

export function isEditable(element: Element): boolean {
  const editing = editingOf(element);
  return editing !== "none" && editing !== "select";
}

/**
 * Tells whether an editing host holds lines and no paragraphs, and takes line ends as text. CodeMirror is one:
 * it overlooks a new paragraph in an empty line.
 */
export function isPlain(element: Element): boolean {
  return (
    element instanceof HTMLElement &&
    (element.contentEditable === "plaintext-only" || element.classList.contains("cm-content"))
  );
}

/** @throws WebservError `not-editable` */
export function assertEditable(element: Element, id: string): void {
  if (!isEditable(element)) {
    const isInput = element instanceof HTMLInputElement;
    const what = isInput
      ? `a field of type ${element.type}`
      : `a <${unshadowed(element).localName}>`;
    throw new WebservError("not-editable", `"${id}" is ${what} and takes no text`, {
      ...(isInput && ["checkbox", "radio"].includes(element.type) ? { next: "Click it." } : {}),
      ...(element instanceof HTMLSelectElement
        ? { next: "Choose one of its options instead." }
        : {}),
      details: { id },
    });
  }
}

/** @throws WebservError `not-editable` */
export function assertWritable(element: Element, id: string): void {
  if (!isReadOnly(element)) return;
  throw new WebservError("not-editable", `"${id}" is read-only`, { details: { id } });
}

export function isReadOnly(element: Element): boolean {
  if (isDrawnEditor(element)) return isReadOnlyEditor(element);
  if (isEditingHost(element)) return unshadowed(element).ariaReadOnly === "true";
  return "readOnly" in element && element.readOnly === true;
}

/** The way in which the value of each input type is set. Pickers take no typed text: their value is set whole. */
const TYPES: ReadonlyMap<string, Editing> = new Map([
  ...["date", "time", "month", "week", "datetime-local", "range", "color"].map(
    (type): [string, Editing] => [type, "setter"],
  ),
  ...["button", "checkbox", "file", "hidden", "image", "radio", "reset", "submit"].map(
    (type): [string, Editing] => [type, "none"],
  ),
  ["number", "number"],
]);
