// Estimates the number of clones of a site that are asked for in the time it takes to make new ones.

/** Remembers the acquires of one site. Times are of any one clock that never goes back. */
export interface Demand {
  /** The latest acquires, oldest first. */
  readonly recentMs: readonly number[];
  /** The most that were asked for within a horizon, and when that was. */
  readonly peak: number;
  readonly peakAtMs: number;
}

export const noDemand: Demand = { recentMs: [], peak: 0, peakAtMs: 0 };

/** After this long without acquires half as many are expected: a training run may pause to evaluate. */
export const HALF_LIFE_MS = 300_000;

/** A pool holds no more than this, so more need not be remembered. */
const REMEMBERED = 1000;

export interface Acquire {
  readonly atMs: number;
  /** True if none was ready. */
  readonly missed: boolean;
  /** The time until a clone that is taken is replaced, in ms. */
  readonly horizonMs: number;
}

/** Environments reset in bursts, so it is the largest burst that counts and not the mean rate. */
export function countAcquire(demand: Demand, { atMs, missed, horizonMs }: Acquire): Demand {
  const recentMs = [...demand.recentMs, atMs]
    .filter((each) => each > atMs - horizonMs)
    .slice(-REMEMBERED);
  // A miss says that what was kept did not suffice, whatever the count says.
  const burst = recentMs.length + (missed && recentMs.length > 1 ? 1 : 0);
  const before = expectedDemand(demand, atMs);
  return burst >= before
    ? { recentMs, peak: burst, peakAtMs: atMs }
    : { recentMs, peak: demand.peak, peakAtMs: demand.peakAtMs };
}

/** Returns the number of acquires to be ready for; it falls by half in every half-life. */
export function expectedDemand({ peak, peakAtMs }: Demand, nowMs: number): number {
  return peak * 2 ** (-Math.max(0, nowMs - peakAtMs) / HALF_LIFE_MS);
}
