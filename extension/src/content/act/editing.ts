// Tells how the value of an element is set.
import type { Result } from "@webserv/shared/protocol/methods.ts";
import { isEditingHost } from "../observe/interaction.ts";

export type Editing = Result<"frame.locate">["editing"];

export function editingOf(element: Element): Editing {
  if (element instanceof HTMLInputElement) return TYPES.get(element.type) ?? "text";
  if (element instanceof HTMLTextAreaElement) return "text";
  if (element instanceof HTMLSelectElement) return "select";
  return isEditingHost(element) ? "contenteditable" : "none";
}

/** Pickers take no typed text: their value is set whole. */
const TYPES: ReadonlyMap<string, Editing> = new Map([
  ...["date", "time", "month", "week", "datetime-local", "range", "color"].map(
    (type): [string, Editing] => [type, "setter"],
  ),
  ...["button", "checkbox", "file", "hidden", "image", "radio", "reset", "submit"].map(
    (type): [string, Editing] => [type, "none"],
  ),
]);
