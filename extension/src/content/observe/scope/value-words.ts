// Takes the value of a slider and its like out of the words that name it: these move with the
// value, and the thing stays.
import { unshadowed } from "../../dom/unshadowed.ts";

/** Roles whose value a person sets or reads as a number. */
const RANGES: ReadonlySet<string> = new Set(
  "slider spinbutton scrollbar progressbar meter".split(" "),
);

const NUMBER = /[-+]?\d[\d.,\u00a0' ]*\d|[-+]?\d/gu;

/**
 * Returns `name` without its numbers, if what it names has a value that only its words show. That
 * one of them equals the value would say nothing: it may do so by chance, and the value may be
 * written in another way.
 */
export function withoutValue(element: Element, name: string): string {
  if (!/\d/.test(name) || !isToldByWords(element)) return name;
  const kept = name.replace(NUMBER, " ").replace(/\s+/g, " ").trim();
  return /\p{L}/u.test(kept) ? kept : name;
}

/**
 * Tells whether an element has a value that it does not show in figures itself. A field does, so a
 * number in its label tells which one it is.
 */
export function isToldByWords(element: Element): boolean {
  // Tags are compared first: nearly all elements are none of these, and looking up a role takes far
  // longer.
  switch (element.localName) {
    case "input":
      return element instanceof HTMLInputElement && element.type === "range";
    case "progress":
    case "meter":
      return element instanceof HTMLProgressElement || element instanceof HTMLMeterElement;
    default:
      return RANGES.has(unshadowed(element).getAttribute("role") ?? "");
  }
}
