// Tells which selects have so many options that most are left out while they are closed.

/** A closed select with more options is not told whole. */
const MAX_CLOSED = 30;
/** The number of options that are told of one that is not told whole, besides those that are selected. */
export const BRIEF_OPTIONS = 10;

/** Tells whether a select shows no options but the selected one, and has so many that most are left out. */
export function isCutShort(element: Element): boolean {
  if (!(element instanceof HTMLSelectElement) || element.options.length <= MAX_CLOSED) return false;
  return !element.multiple && element.size <= 1 && !element.matches(":open");
}
