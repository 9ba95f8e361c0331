// Counts the entries that a piece of work goes through: its amount, whatever the machine's speed.
import { vi } from "vitest";

/** Counts the entries of maps and sets that `work` goes through one by one. */
export function entriesGoneThrough(work: () => void): number {
  const iterators = [new Map().entries(), new Set().values()];
  const watched = iterators.map((iterator) => vi.spyOn(prototypeOf(iterator), "next"));
  try {
    work();
    return watched.reduce((sum, next) => sum + next.mock.calls.length, 0);
  } finally {
    for (const next of watched) next.mockRestore();
  }
}

/** Returns the object that all iterators of its kind share. */
function prototypeOf<T extends object>(iterator: T): T {
  return Object.getPrototypeOf(iterator) as T;
}
