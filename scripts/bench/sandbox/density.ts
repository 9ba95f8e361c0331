// Measures density: runs clones at once, each of which shows its page, until there are enough or memory runs short.
import { waitUntilReady } from "../../../host/src/sandbox/readiness.ts";
import { spreadOf } from "../report.ts";
import type { BenchSite, Engine, Running } from "./engine.ts";
import type { Density, Held } from "./figures.ts";
import { memoryNow } from "./machine-use.ts";

const MIB = 1024 * 1024;
const RESERVE_BYTES = 1024 * MIB;
const LAUNCHES_AT_ONCE = 3;
const ASKED_AT_ONCE = 8;

export interface Crowd {
  readonly site: BenchSite;
  readonly wanted: number;
}

interface LaunchedCrowd extends Crowd {
  readonly running: readonly Running[];
  readonly seconds: number;
  readonly stoppedBy?: string;
}

/** Launches one crowd after the other and keeps all of them, then asks every clone for its page. */
export async function measureDensity(
  engine: Engine,
  crowds: readonly Crowd[],
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<Density> {
  const launched: LaunchedCrowd[] = [];
  const all: Running[] = [];
  try {
    for (const crowd of crowds) {
      launched.push(await launchCrowd(engine, crowd, all, signal));
      say(`  ${launched.at(-1)?.running.length} of ${crowd.site.label} run`);
    }
    const held: Held[] = [];
    for (const crowd of launched) held.push(await askCrowd(crowd, signal));
    return { held, availableMiB: (await memoryNow()).availableBytes / MIB };
  } finally {
    say(`  deleting ${all.length} clones`);
    await forEachAtOnce(all, ASKED_AT_ONCE, (clone) => clone.delete());
  }
}

/** Launches a crowd and adds to `all` as it goes, so that whatever was launched is deleted also after an error. */
async function launchCrowd(
  engine: Engine,
  crowd: Crowd,
  all: Running[],
  signal: AbortSignal,
): Promise<LaunchedCrowd> {
  const { site, wanted } = crowd;
  const running: Running[] = [];
  let begun = 0;
  let stoppedBy: string | undefined;
  const startedAt = performance.now();
  const worker = async (): Promise<void> => {
    while (stoppedBy === undefined && begun < wanted) {
      const { availableBytes } = await memoryNow();
      if (availableBytes < RESERVE_BYTES) {
        stoppedBy ??= `only ${Math.round(availableBytes / MIB)} MiB of memory are left`;
        return;
      }
      begun++;
      try {
        const clone = await engine.launch(site, signal);
        all.push(clone);
        running.push(clone);
      } catch (error) {
        signal.throwIfAborted();
        stoppedBy ??= error instanceof Error ? error.message : String(error);
      }
    }
  };
  await settleAll(Array.from({ length: LAUNCHES_AT_ONCE }, worker));
  const seconds = (performance.now() - startedAt) / 1000;
  return { ...crowd, running, seconds, ...(stoppedBy === undefined ? {} : { stoppedBy }) };
}

async function askCrowd(crowd: LaunchedCrowd, signal: AbortSignal): Promise<Held> {
  const { site, wanted, running, seconds, stoppedBy } = crowd;
  const pageMs: number[] = [];
  await forEachAtOnce(running, ASKED_AT_ONCE, async ({ page }) => {
    const startedAt = performance.now();
    const shortcoming = await waitUntilReady(page, signal);
    if (shortcoming === undefined) pageMs.push(performance.now() - startedAt);
  });
  return {
    key: site.key,
    label: site.label,
    wanted,
    launched: running.length,
    answering: pageMs.length,
    seconds,
    ...(pageMs.length === 0 ? {} : { pageMs: spreadOf(pageMs) }),
    ...(stoppedBy === undefined ? {} : { stoppedBy }),
  };
}

async function forEachAtOnce<T>(
  items: readonly T[],
  atOnce: number,
  body: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await body(item);
  };
  await settleAll(Array.from({ length: atOnce }, worker));
}

/** Waits for all of them also if one fails, since each may hold a clone that is being made. */
async function settleAll(work: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(work)) {
    if (outcome.status === "rejected") throw outcome.reason;
  }
}
