// Measures weight: how much of the machine's memory and disk each running clone takes that has shown its page.
import { waitUntilReady } from "../../../host/src/sandbox/readiness.ts";
import { spreadOf } from "../report.ts";
import { memoryHeldBy } from "./engine-memory.ts";
import type { BenchSite, Engine, Running } from "./engine.ts";
import type { Weight } from "./figures.ts";
import { diskAtRest, dropCaches, memoryAtRest } from "./machine-use.ts";

const MIB = 1024 * 1024;

/** Holds bytes, with the number of clones running. */
export interface MemoryReading {
  readonly held: number;
  readonly notFree: number;
}

/**
 * Weighs in the same way for both engines. The caches are emptied, and one clone is launched, whose share all of
 * them have in common. Then `clones` more are launched, each of which shows its page before the next.
 */
export async function weigh(
  engine: Engine,
  site: BenchSite,
  clones: number,
  signal: AbortSignal,
): Promise<Weight> {
  const running: Running[] = [];
  const launch = async (): Promise<MemoryReading> => {
    running.push(await engine.launch(site, signal));
    const { usedBytes } = await memoryAtRest(signal);
    // The kernel may have taken back what the first ones have mapped, so all do the same work before each
    // measurement.
    for (const { page } of running) {
      const shortcoming = await waitUntilReady(page, signal);
      if (shortcoming !== undefined) throw new Error(`a clone of ${site.label}: ${shortcoming}`);
    }
    return { held: await memoryHeldBy(engine.processes), notFree: usedBytes };
  };
  try {
    await dropCaches(signal);
    const memory = [await launch()];
    const diskBefore = await diskAtRest((signal) => engine.diskBytes(signal), signal);
    for (let clone = 0; clone < clones; clone++) memory.push(await launch());
    const diskAfter = await diskAtRest((signal) => engine.diskBytes(signal), signal);
    return weightOf(memory, diskAfter - diskBefore);
  } finally {
    await Promise.all(running.map((clone) => clone.delete()));
  }
}

/** Computes the weight; `memory` is read before the first counted clone and after each one. */
export function weightOf(memory: readonly MemoryReading[], diskBytes: number): Weight {
  const [first, last] = [memory[0], memory.at(-1)];
  const clones = memory.length - 1;
  if (first === undefined || last === undefined || clones < 1) {
    throw new Error("a weight needs at least one clone");
  }
  const steps = memory.slice(1).map(({ held }, index) => {
    const before = memory[index]?.held ?? held;
    return (held - before) / MIB;
  });
  return {
    clones,
    diskMiB: diskBytes / clones / MIB,
    memoryMiB: (last.held - first.held) / clones / MIB,
    memorySpread: spreadOf(steps),
    notFreeMiB: (last.notFree - first.notFree) / clones / MIB,
  };
}
