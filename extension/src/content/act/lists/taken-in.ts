// Waits until a page has taken in the text of a field: its suggestions may still be loading, and Enter chooses one.
import type { Params } from "@webserv/shared/protocol/methods.ts";
import { composedParent } from "../../dom/composed-tree.ts";
import { roleOf } from "../../dom/element-kinds.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { drawingAround } from "../../observe/naming/drawn-selects.ts";
import type { FieldSources } from "../text/field-within.ts";
import { fieldOf } from "../text/field-within.ts";
import { MAX_AROUND } from "./openers.ts";
import type { RestSources } from "./rest.ts";

/** The longest wait for the list of a field that says that it has one, in ms. */
const LIST_MS = 4_000;
/** The longest wait, in ms, for a field that does not say so, and keeps the browser from suggesting anything. */
const UNSAID_MS = 1_500;

/** Resolves at once for a field that has no suggestions. */
export async function awaitTakenIn(
  sources: FieldSources & RestSources,
  { id }: Params<"frame.taken-in">,
  signal: AbortSignal,
): Promise<void> {
  const field = fieldOf(sources, id);
  const budgetMs = hasList(field) ? LIST_MS : mayHaveList(field) ? UNSAID_MS : 0;
  if (budgetMs > 0) await sources.work.settle({ budgetMs, awaitsWorkers: false }, signal);
}

/** Tells whether a field says that it suggests from a list: itself, or the combobox around it. */
function hasList(field: Element): boolean {
  const own = unshadowed(field);
  if (/^(?:list|both)$/.test(own.ariaAutoComplete ?? "") || own.ariaHasPopup === "listbox") {
    return true;
  }
  let at: Element | null = field;
  for (let step = 0; step <= MAX_AROUND && at !== null; step++) {
    if (roleOf(at) === "combobox") return true;
    at = composedParent(at);
  }
  return drawingAround(field) !== undefined;
}

function mayHaveList(field: Element): boolean {
  if (!(field instanceof HTMLInputElement)) return false;
  return field.type === "search" || (field.type === "text" && field.autocomplete === "off");
}
