// Decides whether an element is a field, and of which kind.
import { editContextOf } from "../../dom/edit-context.ts";
import { FIELD_ROLES, GRID_ROLES, isEditingHost } from "../../dom/element-kinds.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { countInteractive } from "./controls-within.ts";
import type { FieldKind, Part } from "../tree/parts.ts";

/** What the decision is made from, as in `Signals`. */
interface FieldSignals {
  readonly element: Element;
  readonly tag: string;
  readonly attributes: readonly string[];
  readonly role: string;
  readonly children: readonly Part[];
}

/** Returns what kind of field an element is; undefined if it is none. */
export function fieldKindOf(signals: FieldSignals): FieldKind | undefined {
  const { element, tag, role } = signals;
  if (element instanceof HTMLInputElement) {
    return NOT_FIELDS.has(element.type) ? undefined : "input";
  }
  if (tag === "textarea" || tag === "select") return tag;
  if (isEditingHost(element)) return "contenteditable";
  if (editContextOf(element) !== undefined) return "editor";
  if (isShownValue(signals)) return undefined;
  return FIELD_ROLES.has(role) && !isWrapper(signals) ? "widget" : undefined;
}

/** Tells whether an element has an active role, and leaves it to others to be acted on. */
export function isForOthers(signals: FieldSignals): boolean {
  if (isWrapper(signals) || isShownValue(signals)) return true;
  // The keyboard may reach what a cell holds, and not the cell.
  const isPlainCell = GRID_ROLES.has(signals.role) && !signals.attributes.includes("tabindex");
  return isPlainCell && countInteractive(signals.children, 1) > 0;
}

/** Tells whether an element only shows what a field around it holds: it takes neither text nor the focus. */
function isShownValue({ element, attributes, role }: FieldSignals): boolean {
  if (role !== "textbox" || attributes.includes("tabindex")) return false;
  return unshadowed(element).ariaReadOnly === "true" && !isEditingHost(element);
}

/** Tells whether an element has a field's role, but stands around the real field (ARIA 1.1's combobox). */
function isWrapper({ element, attributes, children, role }: FieldSignals): boolean {
  if (!FIELD_ROLES.has(role) || role === "listbox" || !holdsField(children)) return false;
  // What takes the focus itself is a field, and what it holds are parts of it.
  return !attributes.includes("tabindex") || !(tabIndexOf(element) >= 0);
}

function tabIndexOf(element: Element): number {
  return Number.parseInt(unshadowed(element).getAttribute("tabindex") ?? "", 10);
}

function holdsField(parts: readonly Part[]): boolean {
  return parts.some(
    (part) =>
      part.kind === "element" &&
      (part.interaction?.field !== undefined || holdsField(part.children)),
  );
}

const NOT_FIELDS: ReadonlySet<string> = new Set(["hidden", "submit", "button", "reset", "image"]);
