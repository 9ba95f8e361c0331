// Weight: what the machine has less of, memory and disk, for each clone that runs and has shown its page.
import { spreadOf } from "../report.ts";
import type { BenchSite, Engine, Running } from "./engine.ts";
import type { Weight } from "./figures.ts";
import { diskAtRest, dropCaches, type MemoryInUse, memoryAtRest } from "./machine-use.ts";

const MIB = 1024 * 1024;

/**
 * The same for both engines: caches emptied, one clone launched, whose share is what all of them
 * have in common; then `clones` more, each of which has shown its page before the next.
 */
export async function weigh(
  engine: Engine,
  site: BenchSite,
  clones: number,
  signal: AbortSignal,
): Promise<Weight> {
  const running: Running[] = [];
  try {
    await dropCaches(signal);
    running.push(await engine.launch(site, signal));
    // Before the memory, since looking through files fills caches too.
    const diskBefore = await diskAtRest((signal) => engine.diskBytes(signal), signal);
    const memory: MemoryInUse[] = [await memoryAtRest(signal)];
    for (let clone = 0; clone < clones; clone++) {
      running.push(await engine.launch(site, signal));
      memory.push(await memoryAtRest(signal));
    }
    const diskAfter = await diskAtRest((signal) => engine.diskBytes(signal), signal);
    return weightOf(memory, diskAfter - diskBefore);
  } finally {
    await Promise.all(running.map((clone) => clone.delete()));
  }
}

/** `memory` before the first counted clone and after each one. */
export function weightOf(memory: readonly MemoryInUse[], diskBytes: number): Weight {
  const [first, last] = [memory[0], memory.at(-1)];
  const clones = memory.length - 1;
  if (first === undefined || last === undefined || clones < 1) {
    throw new Error("a weight needs at least one clone");
  }
  const steps = memory.slice(1).map(({ usedBytes }, index) => {
    const before = memory[index]?.usedBytes ?? usedBytes;
    return (usedBytes - before) / MIB;
  });
  return {
    clones,
    diskMiB: diskBytes / clones / MIB,
    memoryMiB: (last.usedBytes - first.usedBytes) / clones / MIB,
    memorySpread: spreadOf(steps),
    unreclaimableMiB: (last.unreclaimableBytes - first.unreclaimableBytes) / clones / MIB,
  };
}
