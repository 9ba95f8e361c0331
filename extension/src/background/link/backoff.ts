// Says how long to wait before the next attempt to connect.

export const FIRST_RETRY_MS = 200;
export const LAST_RETRY_MS = 5_000;
/** After a refusal something must be updated first; trying often helps nobody. */
export const REFUSED_RETRY_MS = 30_000;

/**
 * Doubles the wait from 0.2 s to 5 s; each wait lies between half and the whole of that, so that many browsers do not
 * come back in step. `attempt` counts from 0, `random` lies in [0, 1).
 */
export function retryDelayMs(attempt: number, random: number): number {
  const ceiling = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempt, 10));
  return Math.round(ceiling / 2 + (random * ceiling) / 2);
}
