// A list of places in the order in which somebody was at them.

/** How far back it is known. */
const KEPT = 50;

export function latestLast(places: readonly number[], place: number): number[] {
  return [...places.filter((each) => each !== place), place].slice(-KEPT);
}
