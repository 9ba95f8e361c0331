// Keeps a pool of a site's clones for as long as a measurement takes.
import { setTimeout as delay } from "node:timers/promises";

import type { SandboxBackend } from "../../../host/src/sandbox/backend.ts";
import type { BenchSite } from "./engine.ts";

const FULL_MS = 300_000;
const POLL_MS = 20;

export interface FullPool {
  /** Resolves when nothing is being made and all of it is ready; throws why it is not. */
  full(signal: AbortSignal): Promise<void>;
}

export async function withPool<T>(
  backend: SandboxBackend,
  { source, label }: BenchSite,
  size: number,
  work: (pool: FullPool) => Promise<T>,
): Promise<T> {
  const state = () => backend.pools().find(({ site }) => site === source.site.name);
  await backend.setPool(source, { min: size, max: size });
  try {
    return await work({
      async full(signal) {
        const until = Date.now() + FULL_MS;
        for (;;) {
          const now = state();
          if (now !== undefined && now.ready >= size && now.filling === 0) return;
          if (Date.now() > until) {
            throw new Error(
              `the pool of ${label} has ${now?.ready ?? 0} of ${size} clones after ${FULL_MS} ms: ${now?.held ?? "no reason told"}`,
            );
          }
          await delay(POLL_MS, undefined, { signal });
        }
      },
    });
  } finally {
    await backend.setPool(source, { min: 0, max: 0 });
  }
}
