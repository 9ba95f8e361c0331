// Reads the position that a row of a virtual list says it has. The list reuses its elements for
// other rows as it is scrolled.
import { unshadowed } from "../../dom/unshadowed.ts";

const MAX_LENGTH = 80;
const POSITIONS = ["aria-rowindex", "aria-posinset", "data-index", "data-item-index"];

/** Returns the row's number among all rows, or else where it is drawn; empty if it says neither. */
export function rowPositionOf(element: Element): string {
  const own = unshadowed(element);
  for (const name of POSITIONS) {
    const position = own.getAttribute(name);
    if (position !== null) return position.slice(0, 20);
  }
  const style = own.getAttribute("style") ?? "";
  if (!/absolute|translate/.test(style)) return "";
  return (/(?:^|[;\s])top:[^;]*|translate[^;]*/.exec(style)?.[0] ?? "").slice(0, MAX_LENGTH);
}

/**
 * Tells whether both are numbers of rows, and not the same. Where a row is drawn also changes with
 * what is above it, and tells nothing.
 */
export function isOtherPosition(before: string, now: string): boolean {
  return before !== now && [before, now].every((position) => /^\d+$/.test(position));
}
