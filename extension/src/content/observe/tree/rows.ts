// Puts rows in the order of their numbers, and tells how far entries are indented.
import type { ElementPart, Part } from "./parts.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** Orders the rows among `parts` as they are numbered: a grid may place them by their styles, as they were made. */
export function orderRows(parts: Part[]): void {
  const places: number[] = [];
  const rows: { readonly part: ElementPart; readonly index: number }[] = [];
  for (const [at, part] of parts.entries()) {
    // Rows that were left unread stand between those before and after them.
    if (part.kind === "unread") return;
    if (part.kind !== "element" || part.interaction !== undefined) continue;
    const index = rowIndexOf(part.element);
    if (index === undefined) continue;
    places.push(at);
    rows.push({ part, index });
  }
  if (rows.every(({ index }, at) => at === 0 || (rows[at - 1]?.index ?? 0) <= index)) return;
  const ordered = rows.toSorted((a, b) => a.index - b.index);
  for (const [at, { part }] of ordered.entries()) {
    const place = places[at];
    if (place !== undefined) parts[place] = part;
  }
}

function rowIndexOf(element: Element): number | undefined {
  const own = unshadowed(element);
  if (own.getAttribute("role") !== "row") return undefined;
  const index = own.getAttribute("aria-rowindex");
  return index !== null && /^\d{1,9}$/.test(index) ? Number(index) : undefined;
}

/** Fewer entries are no tree. */
const LEAST = 3;
/** The most that the edges of boxes may differ which stand in one column, in CSS px. */
const SAME_EDGE = 1;
/** Less is no indentation, in CSS px. */
const LEAST_INDENT = 6;

/** Tells the levels of entries that stand one below the other and are indented, as those of a tree are. */
export function tellLevels(parts: readonly Part[]): void {
  const entries: (ElementPart & { readonly indent: number })[] = [];
  for (const part of parts) {
    if (part.kind === "element" && isIndentable(part)) entries.push(part);
    else if (part.kind === "element") return;
  }
  const [first] = entries;
  const steps = [...new Set(entries.map(({ indent }) => Math.round(indent)))].sort((a, b) => a - b);
  if (
    entries.length < LEAST ||
    steps.length < 2 ||
    first?.indent !== Math.min(...entries.map(({ indent }) => indent))
  )
    return;
  if (steps.some((step, at) => at > 0 && step - (steps[at - 1] ?? 0) < LEAST_INDENT)) return;
  if (!entries.every((entry, at) => at === 0 || isBelow(entry, entries[at - 1]))) return;
  for (const entry of entries) {
    const level = steps.indexOf(Math.round(entry.indent)) + 1;
    if (level > 1) entry.layout = { ...entry.layout, level };
  }
}

function isIndentable(part: ElementPart): part is ElementPart & { readonly indent: number } {
  return part.indent !== undefined && part.box !== undefined;
}

/** Tells whether a box stands below another and ends at the same edge: centred ones do not. */
function isBelow({ box }: ElementPart, above: ElementPart | undefined): boolean {
  if (box === undefined || above?.box === undefined) return false;
  return (
    box.top >= above.box.bottom - SAME_EDGE && Math.abs(box.right - above.box.right) <= SAME_EDGE
  );
}
