// Finds the name that ARIA or a label gives an element, before its contents are considered.
import { twinOf } from "./drawn-controls.ts";
import { labelText, referredText } from "./label-text.ts";
import { labelsOf } from "../../dom/labels.ts";
import { cachedPerReading } from "../../dom/reading-cache.ts";
import { roleOf } from "../../dom/element-kinds.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** The longest name that is told, in UTF-16 units. */
export const MAX_NAME = 200;

/** Returns the name that ARIA or a label gives, before the contents are considered. */
export const labelledName = cachedPerReading((element: Element): string | undefined => {
  const own = unshadowed(element);
  // An element that has no attributes and is no control is named by its contents alone.
  if (!own.hasAttributes() && !("labels" in element)) return undefined;
  return (
    labelledBy(element, (label) => !isItsValue(label, element)) ??
    worded(own.getAttribute("aria-label")) ??
    labelName(element) ??
    buttonValue(element) ??
    labelledBy(element, (label) => isItsValue(label, element))
  );
});

/** Tells whether a label is or stands in the list's opener that it labels: it is what is chosen there, and changes. */
function isItsValue(label: Element, element: Element): boolean {
  const own = unshadowed(element);
  const opensList = roleOf(element) === "combobox" || own.ariaHasPopup === "listbox";
  return opensList && own.contains(label);
}

function labelledBy(element: Element, counts: (label: Element) => boolean): string | undefined {
  const own = unshadowed(element);
  const ids = own.getAttribute("aria-labelledby");
  if (ids === null) return undefined;
  const root = own.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return undefined;
  const texts = ids
    .split(/\s+/)
    .slice(0, 10)
    .map((id) => {
      const label = id === "" ? null : root.getElementById(id);
      return label === null || !counts(label)
        ? ""
        : (worded(label.getAttribute("aria-label")) ?? referredText(label, MAX_NAME));
    });
  return worded(texts.join(" "));
}

function labelName(element: Element): string | undefined {
  const own = labelsOf(element);
  const twin = own.length === 0 ? twinOf(element) : undefined;
  const labels = twin === undefined ? own : labelsOf(twin);
  return labels.length === 0
    ? undefined
    : worded(labels.map((label) => labelText(label, MAX_NAME)).join(" "));
}

function buttonValue(element: Element): string | undefined {
  if (!(element instanceof HTMLInputElement)) return undefined;
  switch (element.type) {
    case "submit":
    case "reset":
    case "button":
      return worded(element.value) ?? element.type;
    case "image":
      return worded(element.alt);
    default:
      return undefined;
  }
}

/** Returns a text if it has at least one letter or digit, and so can name something. */
export function worded(text: string | null | undefined): string | undefined {
  return text !== null && text !== undefined && /[\p{L}\p{N}]/u.test(text) ? text : undefined;
}
