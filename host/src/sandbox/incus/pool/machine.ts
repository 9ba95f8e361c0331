// Reads the resources that this machine has for a pool: memory and cores.
import { cpus, freemem, totalmem } from "node:os";
import type { CpuInfo } from "node:os";

import type { MachineFacts } from "./policy.ts";

const MIB = 1024 * 1024;

/** Shorter times say more about the one asking than about the machine. */
const SAMPLE_MS = 500;

/** Returns a reader of the facts; the load of the cores is that between two readings. */
export function watchMachine(now: () => number = () => performance.now()): () => MachineFacts {
  let before = { atMs: now(), ...coreTimes(cpus()) };
  let busy = 0;
  return () => {
    const atMs = now();
    if (atMs - before.atMs >= SAMPLE_MS) {
      const after = { atMs, ...coreTimes(cpus()) };
      busy = busyShare(before, after);
      before = after;
    }
    return {
      cores: cpus().length,
      busy,
      // On Linux this is MemAvailable: it counts page cache that can be given up.
      freeMiB: freemem() / MIB,
      totalMiB: totalmem() / MIB,
    };
  };
}

interface CoreTimes {
  readonly idleMs: number;
  readonly allMs: number;
}

function coreTimes(cores: readonly CpuInfo[]): CoreTimes {
  let idleMs = 0;
  let allMs = 0;
  for (const { times } of cores) {
    idleMs += times.idle;
    allMs += times.idle + times.user + times.nice + times.sys + times.irq;
  }
  return { idleMs, allMs };
}

function busyShare(before: CoreTimes, after: CoreTimes): number {
  const all = after.allMs - before.allMs;
  if (all <= 0) return 0;
  return Math.min(1, Math.max(0, 1 - (after.idleMs - before.idleMs) / all));
}
