// Keeps a list of tabs or windows in the order in which they were last used.

/** The most entries of the list. */
const KEPT = 50;

export function latestLast(order: readonly number[], latest: number): number[] {
  return [...order.filter((each) => each !== latest), latest].slice(-KEPT);
}
