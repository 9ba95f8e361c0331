// Estimates what an entry of a series costs that is shown by its name alone.
import type { Costs } from "../tree/cost.ts";
import { ownCost } from "../tree/cost.ts";
import { pathToName } from "./entry-name.ts";
import type { Part } from "../tree/parts.ts";

/** The most that is shown of the part that names an entry, in tokens. */
export const BRIEF = 24;
/** The most parts of an entry that are looked at for its name. */
export const NAME_VISITS = 60;

/** Returns the cost of what names the entry, with all that this stands in, in tokens. */
export function briefCost(entry: Part, costs: Costs): number {
  const cost = costs.of(entry);
  if (entry.kind !== "element" || cost <= BRIEF) return cost;
  const path = [entry, ...pathToName(entry, NAME_VISITS)];
  const name = path.at(-1);
  let brief = name?.kind === "text" ? Math.min(BRIEF, costs.of(name)) : BRIEF;
  for (const part of path) if (part.kind === "element") brief += ownCost(part);
  return Math.min(cost, brief);
}
