// Finds what opens a list that a page has drawn itself, from the element that an agent names.
import { composedChildren, composedParent } from "../../dom/composed-tree.ts";
import { roleOf } from "../../dom/element-kinds.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { drawingAround } from "../../observe/naming/drawn-selects.ts";
import { isDisabled } from "../../observe/interactivity/interaction.ts";
import type { FieldSources } from "../text/field-within.ts";

/** The most ancestors of an element among which its list's opener is looked for. */
export const MAX_AROUND = 3;
const MAX_VISITS = 20_000;

/** The roles of lists from which one chooses. */
export const LISTS: ReadonlySet<string> = new Set(["listbox", "menu", "tree"]);

/**
 * Finds what opens the list that `element` is about: itself, a descendant, or else an ancestor. If ARIA names none,
 * it is the control drawn for a hidden select, or a text field that takes no text.
 */
export function openerOf(
  element: Element,
  shadowRootOf: FieldSources["shadowRootOf"],
): Element | undefined {
  if (isOpener(element)) return element;
  const labelled = labelledBy(element);
  if (labelled !== undefined) return openerOf(labelled, shadowRootOf);
  for (const inside of within(element, shadowRootOf)) if (isOpener(inside)) return inside;
  let around = composedParent(element);
  for (let step = 0; step < MAX_AROUND && around !== null; step++) {
    if (isOpener(around) && !LISTS.has(roleOf(around))) return around;
    around = composedParent(around);
  }
  return drawingAround(element)?.control ?? readOnlyFieldIn(element, shadowRootOf);
}

/** Returns what a label is for, also if that is no control of HTML's own. */
function labelledBy(label: Element): Element | undefined {
  if (!(label instanceof HTMLLabelElement)) return undefined;
  const root = label.getRootNode();
  if (label.control !== null || !(root instanceof Document || root instanceof ShadowRoot)) {
    return label.control ?? undefined;
  }
  const named = label.htmlFor === "" ? null : root.getElementById(label.htmlFor);
  const naming =
    label.id === "" ? null : root.querySelector(`[aria-labelledby~="${CSS.escape(label.id)}"]`);
  return named ?? naming ?? undefined;
}

/** Tells by ARIA whether an element is a list, or opens one. */
export function isOpener(element: Element): boolean {
  const own = unshadowed(element);
  return (
    LISTS.has(roleOf(element)) ||
    roleOf(element) === "combobox" ||
    /^(?:listbox|menu|tree|true)$/.test(own.ariaHasPopup ?? "")
  );
}

/** Returns the only field for text in an element, or that itself, if it can't be typed into. */
function readOnlyFieldIn(
  element: Element,
  shadowRootOf: FieldSources["shadowRootOf"],
): Element | undefined {
  const fields = [element, ...within(element, shadowRootOf)].filter(
    (inside) => inside instanceof HTMLInputElement && inside.type !== "hidden",
  );
  const [only, ...others] = fields;
  return only !== undefined && others.length === 0 && isReadOnlyText(only) ? only : undefined;
}

function isReadOnlyText(field: Element): boolean {
  const isText = field instanceof HTMLInputElement && /^(?:text|search)$/.test(field.type);
  return isText && field.readOnly && !isDisabled(field);
}

/** Goes through all that is shown in an element, in order. */
export function* within(
  around: Element,
  shadowRootOf: FieldSources["shadowRootOf"],
): Generator<Element, void, void> {
  const waiting: Node[] = composedChildren(around, shadowRootOf).toReversed();
  for (let visits = 0; visits < MAX_VISITS; visits++) {
    const node = waiting.pop();
    if (node === undefined) return;
    if (!(node instanceof Element)) continue;
    yield node;
    waiting.push(...composedChildren(node, shadowRootOf).toReversed());
  }
}
