// Shares a budget of tokens among the parts of a page, by weight.

/** The least that is worth showing of a part, in tokens. */
export const LEAST = 24;

export interface Demand {
  readonly cost: number;
  readonly weight: number;
}

/**
 * Returns weighted shares of `budget`, none larger than its cost; 0 for those who would get less
 * than `LEAST`.
 */
export function shareOut(demands: readonly Demand[], budget: number): number[] {
  const shares = demands.map(() => 0);
  // The heaviest come first, in the page's order: if there is not enough for all, the last ones go
  // without.
  let open = [...demands.keys()].sort(
    (a, b) => (demands[b]?.weight ?? 0) - (demands[a]?.weight ?? 0) || a - b,
  );
  let left = Math.max(0, budget);
  let promised = 0;
  const last = open.findIndex((index) => {
    promised += Math.min(LEAST, demands[index]?.cost ?? 0);
    return promised > left;
  });
  if (last !== -1) open = open.slice(0, last);
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
