// Measures sustained resets: their rate by several agents at once, after the first pool is used up.
import type { SandboxBackend } from "../../../host/src/sandbox/backend.ts";
import type { BenchSite } from "./engine.ts";
import type { ResetRate } from "./figures.ts";
import { withPool } from "./pool.ts";

/** The smallest pool: one clone is ready for each agent, except if there is only one agent. */
const LEAST_POOL = 2;
const COUNTED_MS = 10_000;

export async function measureResets(
  backend: SandboxBackend,
  site: BenchSite,
  atOnce: number,
  signal: AbortSignal,
): Promise<ResetRate> {
  const size = Math.max(LEAST_POOL, atOnce);
  const ids = Array.from({ length: atOnce }, (_, index) => `bench-reset-${index}`);
  return await withPool(backend, site, size, async (pool) => {
    try {
      for (const sandboxId of ids) {
        await backend.create({ source: site.source, sandboxId }, signal);
      }
      await pool.full(signal);
      const ends = await resetFor(backend, ids, size, signal);
      return rateOf(ends, size, atOnce);
    } finally {
      await Promise.all(ids.map((id) => backend.delete(id)));
    }
  });
}

/** Resolves with the end of each reset, in ms, until ten seconds after as many as the pool held at first. */
async function resetFor(
  backend: SandboxBackend,
  ids: readonly string[],
  head: number,
  signal: AbortSignal,
): Promise<number[]> {
  const ends: number[] = [];
  const agents = ids.map(async (id) => {
    for (;;) {
      const from = ends[head - 1];
      if (from !== undefined && performance.now() - from >= COUNTED_MS) return;
      await backend.reset(id, signal);
      ends.push(performance.now());
    }
  });
  for (const outcome of await Promise.allSettled(agents)) {
    if (outcome.status === "rejected") throw outcome.reason;
  }
  return ends;
}

/** Computes the rate. The first `head` resets only empty the pool: what is counted begins after them. */
export function rateOf(ends: readonly number[], head: number, atOnce: number): ResetRate {
  const [from, to] = [ends[head - 1], ends.at(-1)];
  const resets = ends.length - head;
  if (from === undefined || to === undefined || resets < 1) {
    throw new Error(`${ends.length} resets are too few after a pool of ${head}`);
  }
  const seconds = (to - from) / 1000;
  return { atOnce, perSecond: resets / seconds, resets, seconds };
}
