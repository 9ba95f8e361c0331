// Counts what a piece of work goes through: how much it is, whatever the machine's speed.
import { vi } from "vitest";

/** How many entries of maps and sets `work` goes through one by one. */
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

/** The object that all iterators of its kind share. */
function prototypeOf<T extends object>(iterator: T): T {
  return Object.getPrototypeOf(iterator) as T;
}
