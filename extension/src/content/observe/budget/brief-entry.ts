// Shows an entry of a series by its name and what sets it apart alone, with a mark that it holds more,
// and estimates what that costs.
import type { Costs } from "../tree/cost.ts";
import { ownCost } from "../tree/cost.ts";
import type { Brief } from "./entry-name.ts";
import type { ElementPart, ElisionPart, Part, TextPart, ViewPart } from "../tree/parts.ts";
import { isBlank, ownText } from "../tree/parts.ts";

/** The most that is shown of the part that names an entry, in tokens. */
const BRIEF = 24;

/** The cost of the mark that an entry holds more, in tokens. */
const MARK = 4;

/** Returns the cost of what is shown of the entry, with all that this stands in, in tokens. */
export function briefCost(entry: Part, { paths }: Brief, costs: Costs): number {
  const cost = costs.of(entry);
  if (entry.kind !== "element" || cost <= BRIEF) return cost;
  let shown = ownCost(entry);
  for (const part of new Set(paths.flat())) if (part.kind === "element") shown += ownCost(part);
  for (const end of paths.length === 0 ? [entry] : paths.map((path) => path.at(-1))) {
    if (end === undefined) continue;
    shown += Math.min(BRIEF, end.kind === "element" ? costs.ofAll(end.children) : costs.of(end));
  }
  return Math.min(cost, shown);
}

/** Leaves of an entry what names it, and what sets it apart from others of that name. */
export function shorten(entry: ElementPart, { paths, apart }: Brief, costs: Costs): void {
  if (costs.of(entry) <= BRIEF) return;
  const onPath = new Set(paths.flat());
  const visit = (part: ElementPart): void => {
    if (!part.children.some((child) => onPath.has(child))) {
      // This part names the entry, or nothing names it: as much is shown as there is room for.
      part.view = beginning(part, BRIEF, costs);
      return;
    }
    const shown: ViewPart[] = [];
    const others: Part[] = [];
    for (const child of part.children) {
      if (child.kind === "element" && onPath.has(child)) visit(child);
      const isShown = onPath.has(child) || (isBlank(child) && shown.length > 0);
      if (!isShown) others.push(child);
      else if (child.kind === "text") shown.push(...textOf(child, others));
      else shown.push(child);
    }
    // A mark would cost as much as what it stands for.
    part.view =
      costs.ofAll(others) <= MARK ? [...part.children] : [...shown, briefly(others, part)];
  };
  /** A text that names an entry may be all of it, and long. */
  const textOf = (text: TextPart, others: Part[]): ViewPart[] => {
    const cost = costs.of(text);
    if (cost <= BRIEF) return [text];
    others.push(text);
    return [ownText(beginningOf(text.text, BRIEF / cost))];
  };
  visit(entry);
  dropInnerMarks(entry);
  entry.brief = { apart };
}

/**
 * Returns as much of a part as there is room for, and always something of what comes first in it.
 */
function beginning(part: ElementPart, budget: number, costs: Costs): ViewPart[] {
  if (costs.ofAll(part.children) <= budget) return [...part.children];
  const shown: ViewPart[] = [];
  let left = budget;
  for (const child of part.children) {
    const cost = costs.of(child);
    if (cost <= left) {
      shown.push(child);
      left -= cost;
      continue;
    }
    if (child.kind === "text") shown.push(ownText(beginningOf(child.text, left / cost)));
    else if (child.kind === "element" && shown.every(isUnsaid)) {
      // A link costs as much as its address is long, and yet it is the name.
      if (child.children.length > 0) child.view = beginning(child, left, costs);
      shown.push(child);
    }
    break;
  }
  const rest = part.children.slice(shown.length);
  return rest.every(isBlank) ? shown : [...shown, briefly(rest, part)];
}

function isUnsaid(part: ViewPart): boolean {
  return part.kind === "text" && isBlank(part);
}

function briefly(parts: readonly Part[], container: ElementPart): ElisionPart {
  return { kind: "elision", parts, container, brief: true };
}

/** Cuts a text after a word, if there is one. */
export function beginningOf(text: string, share: number): string {
  const units = Math.max(1, Math.floor(text.length * Math.min(1, share)));
  const cut = text.slice(0, units);
  const atWord = cut.lastIndexOf(" ");
  return (atWord > units / 2 ? cut.slice(0, atWord) : cut).toWellFormed();
}

/** Removes all marks of an entry but the first: one is enough to say that it holds more. */
function dropInnerMarks(entry: ElementPart): void {
  let seen = false;
  const visit = (part: ElementPart): void => {
    part.view = part.view?.filter((child) => {
      if (child.kind !== "elision") return true;
      const isFirst = !seen;
      seen = true;
      return isFirst;
    });
    for (const child of part.view ?? []) if (child.kind === "element") visit(child);
  };
  visit(entry);
}
