// Computes the wait before the next attempt to connect.

export const FIRST_RETRY_MS = 200;
export const LAST_RETRY_MS = 5_000;
/** The wait after a refusal, in ms: something must be updated first, so that frequent attempts are of no use. */
export const REFUSED_RETRY_MS = 30_000;

/**
 * Returns a wait of at most 0.2 s, which doubles with each attempt up to 5 s. It lies between half and the whole of
 * that, so that many browsers do not reconnect at once. `attempt` counts from 0, `random` lies in [0, 1).
 */
export function retryDelayMs(attempt: number, random: number): number {
  const ceiling = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempt, 10));
  return Math.round(ceiling / 2 + (random * ceiling) / 2);
}
