// Keeps a list of tabs or windows in the order in which somebody was at them.

/** Limits how far back the list goes. */
const KEPT = 50;

export function latestLast(order: readonly number[], latest: number): number[] {
  return [...order.filter((each) => each !== latest), latest].slice(-KEPT);
}
