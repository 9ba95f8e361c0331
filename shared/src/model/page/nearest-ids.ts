// Finds the known ids that an unknown one was most likely meant to be.
import { FRAME_SEPARATOR } from "./frame-place.ts";

const MAX_NEAREST = 5;

/**
 * Returns at most five, nearest first, by edit distance; a shared last part counts for much. The likes of one that was
 * left unnumbered are nearest: `day-30-2` to `day-30`.
 */
export function nearestIds(wanted: string, known: Iterable<string>): string[] {
  const name = lastPart(wanted);
  const rated: { id: string; distance: number }[] = [];
  for (const id of known) {
    const distance = isLike(wanted, id)
      ? 0
      : Math.min(editDistance(wanted, id), editDistance(name, lastPart(id)) + 1);
    if (distance <= Math.max(3, Math.ceil(wanted.length * 0.6))) rated.push({ id, distance });
  }
  rated.sort((a, b) => a.distance - b.distance);
  return rated.slice(0, MAX_NEAREST).map(({ id }) => id);
}

function isLike(wanted: string, id: string): boolean {
  return id.startsWith(`${wanted}-`) && /^\d+$/.test(id.slice(wanted.length + 1));
}

/**
 * Returns at most twenty ids that begin or end with `wanted` at a boundary of parts: it may be an
 * id with parts left out.
 */
export function idsHolding(wanted: string, known: Iterable<string>): string[] {
  const holding: string[] = [];
  for (const id of known) {
    const at = id.length - wanted.length;
    const ends = at > 0 && id.endsWith(wanted) && isBetweenParts(id[at - 1]);
    const begins = at > 0 && id.startsWith(wanted) && isBetweenParts(id[wanted.length]);
    if ((ends || begins) && holding.length < MAX_HOLDING) holding.push(id);
  }
  return holding;
}

const MAX_HOLDING = 20;

function isBetweenParts(character: string | undefined): boolean {
  return character === "." || character === FRAME_SEPARATOR;
}

function lastPart(id: string): string {
  return id.slice(Math.max(id.lastIndexOf("."), id.lastIndexOf(FRAME_SEPARATOR)) + 1);
}

/** Computes Levenshtein's distance in UTF-16 units, over two rows. */
export function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      current.push(
        Math.min(
          (previous[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (previous[column - 1] ?? 0) + same,
        ),
      );
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
