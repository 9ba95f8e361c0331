// Says when a key that is held repeats, as a keyboard's does by default.

/** The time after which a held key begins to repeat, and the time between two repeats, in ms. */
const DELAY_MS = 500;
const EVERY_MS = 33;

/** Returns the times at which a key that is held for so long repeats, from its press on, in ms. */
export function repeatTimes(holdMs: number): number[] {
  const times: number[] = [];
  for (let at = DELAY_MS; at < holdMs; at += EVERY_MS) times.push(at);
  return times;
}
