// Shares a budget of tokens among the parts of a page, by weight.

/** The least that is worth showing of a part, in tokens. */
export const LEAST = 24;

export interface Demand {
  readonly cost: number;
  readonly weight: number;
  /** The least that shows anything of it, in tokens; `LEAST` if left out. */
  readonly least?: number;
}

/** A part that needs more than this to be shown at all goes without rather than others, in tokens. */
const MOST_LEAST = 100;

/**
 * Returns weighted shares of `budget`, none larger than its cost; 0 for those who would get less
 * than their least.
 */
export function shareOut(demands: readonly Demand[], budget: number): number[] {
  // The heaviest come first, in the page's order: if there is not enough for all, the last ones go
  // without.
  let open = [...demands.keys()].sort(
    (a, b) => (demands[b]?.weight ?? 0) - (demands[a]?.weight ?? 0) || a - b,
  );
  for (;;) {
    const shares = sharesOf(demands, withinReach(demands, open, budget), budget);
    const isShort = (index: number): boolean => {
      const least = leastOf(demands[index]);
      return least > MOST_LEAST && (shares[index] ?? 0) < least;
    };
    const enough = open.filter((index) => !isShort(index));
    if (enough.length === open.length) return shares;
    open = enough;
  }
}

function leastOf({ cost, least = LEAST }: Demand = NOTHING): number {
  return Math.min(least, cost);
}

const NOTHING: Demand = { cost: 0, weight: 0 };

/** Returns the first of `open` who can each be given their least; those who need much do not count. */
function withinReach(
  demands: readonly Demand[],
  open: readonly number[],
  budget: number,
): readonly number[] {
  let promised = 0;
  const last = open.findIndex((index) => {
    promised += Math.min(MOST_LEAST, leastOf(demands[index]));
    return promised > budget;
  });
  return last === -1 ? open : open.slice(0, last);
}

function sharesOf(
  demands: readonly Demand[],
  sharing: readonly number[],
  budget: number,
): number[] {
  const shares = demands.map(() => 0);
  let open = sharing;
  let left = Math.max(0, budget);
  for (;;) {
    const weight = open.reduce((sum, index) => sum + (demands[index]?.weight ?? 0), 0);
    const perWeight = weight === 0 ? 0 : left / weight;
    const content = open.filter((index) => {
      const demand = demands[index];
      return demand !== undefined && demand.cost <= demand.weight * perWeight;
    });
    if (content.length === 0) {
      for (const index of open) shares[index] = (demands[index]?.weight ?? 0) * perWeight;
      return shares;
    }
    for (const index of content) {
      const cost = demands[index]?.cost ?? 0;
      shares[index] = cost;
      left -= cost;
    }
    const satisfied = new Set(content);
    open = open.filter((index) => !satisfied.has(index));
  }
}
