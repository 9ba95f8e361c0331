// Estimates what each part of a reading costs to write, before it has an id or is written.
import { estimateTokens } from "@webserv/shared/model/text/token-estimate.ts";
import type { ElementPart, Part } from "./parts.ts";
import { BRIEF_OPTIONS, isCutShort } from "./closed-select.ts";
import { hasId } from "./parts.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** Estimates for a tag, an id and a field's state, in tokens. */
const TAG = 5;
const ID = 9;
const FIELD = 10;
/** The cost of what stands in a frame, in tokens: it is read by itself, with what is left of the budget. */
const FRAME = 300;
const ADDRESS_MAX = 40;

/** Estimates parts, and keeps what it has estimated. */
export class Costs {
  readonly #whole = new Map<ElementPart, number>();

  /** Returns the cost of a part with all that stands in it, in tokens. */
  of(part: Part): number {
    if (part.spoken === true) return 0;
    if (part.kind === "text") return estimateTokens(part.text);
    // Entries were left unread because there is no room for them.
    if (part.kind === "unread") return Infinity;
    const known = this.#whole.get(part);
    if (known !== undefined) return known;
    let cost = ownCost(part);
    for (const child of part.children) cost += this.of(child);
    this.#whole.set(part, cost);
    return cost;
  }

  ofAll(parts: readonly Part[]): number {
    return parts.reduce((sum, part) => sum + this.of(part), 0);
  }
}

/** Returns the cost of the element's tags and attributes alone, in tokens. */
export function ownCost(part: ElementPart): number {
  const { element, interaction, tag } = part;
  let cost = TAG;
  if (hasId(part)) cost += ID;
  if (interaction?.field !== undefined) cost += FIELD;
  const own = unshadowed(element);
  if (tag === "a") cost += Math.min(ADDRESS_MAX, 3 + (own.getAttribute("href") ?? "").length / 3);
  if (tag === "iframe") cost += FRAME;
  if (tag === "img") cost += estimateTokens(own.getAttribute("alt") ?? "");
  if (tag === "select" && element instanceof HTMLSelectElement) {
    const most = isCutShort(element) ? BRIEF_OPTIONS + 1 : 200;
    cost += Math.min(element.options.length, most) * 12;
  } else if (tag === "textarea" && element instanceof HTMLTextAreaElement) {
    cost += Math.min(element.value.length, 2000) / 4;
  }
  return cost;
}
