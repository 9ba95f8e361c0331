// Estimates the most that a long series can be given of an observation's budget, before what comes
// after it is known.
import type { Costs } from "../tree/cost.ts";
import type { Weigh } from "../tree/emphasis.ts";
import { IN_USE } from "../tree/emphasis.ts";
import type { Part } from "../tree/parts.ts";
import type { ClippedBox } from "../geometry/clipped-box.ts";
import { seriesIn } from "../tree/series.ts";
import { shareOut } from "./share-out.ts";

/** An element that is being read, with those around it. */
export interface Holder {
  readonly element: object;
  readonly visibility: { readonly clippedBox: Pick<ClippedBox, "shows" | "box"> };
  /** The parts that have been read of its contents. */
  readonly parts: readonly Part[];
  readonly outer: Holder | undefined;
}

export interface Sharing {
  /** The budget of the whole observation, in tokens. */
  readonly maxTokens: number;
  readonly costs: Costs;
  readonly weightOf: Weigh;
  /** Elements that may weigh most of all once the whole page has been read. */
  readonly required: ReadonlySet<object>;
}

/**
 * The most parts before a series that are weighed. Leaving some out can only make the share larger.
 */
const MAX_BEFORE = 200;

/**
 * Returns the largest share, in tokens, of a series in `holder` that begins after `before`. The
 * budget is handed down as eliding does it later, to what has been read and to the series, as if it
 * had no end. All that is still to be read can only make its share smaller.
 */
export function mostFor(holder: Holder, before: readonly Part[], sharing: Sharing): number {
  // Its entries may be in view if the element around them is.
  return mostIn(holder, before, weightOfHolder(holder, sharing), sharing);
}

/**
 * Returns the largest share of something in `holder` that has this weight and comes after `before`.
 */
function mostIn(holder: Holder, before: readonly Part[], weight: number, sharing: Sharing): number {
  const { outer } = holder;
  const given =
    outer === undefined
      ? sharing.maxTokens
      : mostIn(outer, outer.parts, weightOfHolder(holder, sharing), sharing);
  if (given === Infinity) return Infinity;
  const demands = seriesIn(before.slice(-MAX_BEFORE)).map((group) => ({
    cost: sharing.costs.ofAll(group),
    weight: Math.max(...group.map((part) => weightOf(part, sharing))),
  }));
  return shareOut([...demands, { cost: Infinity, weight }], given).at(-1) ?? 0;
}

function weightOfHolder({ element, visibility }: Holder, { weightOf, required }: Sharing): number {
  if (required.has(element)) return IN_USE;
  const { clippedBox } = visibility;
  return weightOf({ element, box: clippedBox.shows ? clippedBox.box : undefined });
}

function weightOf(part: Part, sharing: Sharing): number {
  return part.kind === "element" ? sharing.weightOf(part) : 1;
}
