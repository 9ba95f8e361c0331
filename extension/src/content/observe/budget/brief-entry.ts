// Shows an entry of a series by what names it alone, with a mark that it holds more, and estimates
// what that costs.
import type { Costs } from "../tree/cost.ts";
import { ownCost } from "../tree/cost.ts";
import { pathToName } from "./entry-name.ts";
import type { ElementPart, ElisionPart, Part, ViewPart } from "../tree/parts.ts";
import { isBlank, ownText } from "../tree/parts.ts";

/** The most that is shown of the part that names an entry, in tokens. */
const BRIEF = 24;

/** Returns the cost of what names the entry, with all that this stands in, in tokens. */
export function briefCost(entry: Part, costs: Costs): number {
  const cost = costs.of(entry);
  if (entry.kind !== "element" || cost <= BRIEF) return cost;
  const path = [entry, ...pathToName(entry)];
  const name = path.at(-1);
  let brief = name?.kind === "text" ? Math.min(BRIEF, costs.of(name)) : BRIEF;
  for (const part of path) if (part.kind === "element") brief += ownCost(part);
  return Math.min(cost, brief);
}

/** Leaves of an entry what names it. */
export function shorten(entry: ElementPart, costs: Costs): void {
  if (costs.of(entry) <= BRIEF) return;
  const path = pathToName(entry);
  const visit = (part: ElementPart): void => {
    const on = path.find((each) => part.children.includes(each));
    if (on === undefined) {
      // This part names the entry, or nothing names it: as much is shown as there is room for.
      part.view = beginning(part, BRIEF, costs);
      return;
    }
    if (on.kind === "element") visit(on);
    // A text that names an entry may be all of it, and long.
    const share = on.kind === "text" ? BRIEF / costs.of(on) : 1;
    const name = on.kind === "text" && share < 1 ? ownText(beginningOf(on.text, share)) : on;
    const others = part.children.filter((child) => child !== on || name !== on);
    part.view = others.every(isBlank) ? [name] : [name, briefly(others, part)];
  };
  visit(entry);
  dropInnerMarks(entry);
  entry.brief = true;
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
