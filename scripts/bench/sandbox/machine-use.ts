// Measures how much memory and disk the machine has in use, once it has come to rest.
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const SAMPLES = 5;
const SAMPLE_MS = 100;
const REST_MS = 500;
const LONGEST_REST_MS = 30_000;
/** A file system at rest still writes a page of its own now and then. */
const STILL_BYTES = 64 * 1024;

export interface MemoryInUse {
  /** Everything that is not free, page cache and all, in bytes. */
  readonly usedBytes: number;
  readonly availableBytes: number;
}

/** Reads the text of /proc/meminfo. */
export function memoryIn(text: string): MemoryInUse {
  const [total, free, available] = ["MemTotal", "MemFree", "MemAvailable"].map((name) => {
    const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(text)?.[1];
    if (kilobytes === undefined) throw new Error(`/proc/meminfo does not tell ${name}`);
    return Number(kilobytes) * 1024;
  });
  if (total === undefined || free === undefined || available === undefined) {
    throw new Error("/proc/meminfo is not whole");
  }
  return {
    usedBytes: total - free,
    availableBytes: available,
  };
}

export async function memoryNow(): Promise<MemoryInUse> {
  return memoryIn(await readFile("/proc/meminfo", "utf8"));
}

/** Measures after everything is written to disk; resolves with the sample in the middle of several. */
export async function memoryAtRest(signal: AbortSignal): Promise<MemoryInUse> {
  await writeOut(signal);
  const samples: MemoryInUse[] = [];
  while (samples.length < SAMPLES) {
    samples.push(await memoryNow());
    await delay(SAMPLE_MS, undefined, { signal });
  }
  const sorted = samples.toSorted((a, b) => a.usedBytes - b.usedBytes);
  return sorted[Math.floor(SAMPLES / 2)] ?? (await memoryNow());
}

/** Empties what the kernel keeps of files, so that what is cached from then on is counted. */
export async function dropCaches(signal: AbortSignal): Promise<void> {
  await writeOut(signal);
  await writeFile("/proc/sys/vm/drop_caches", "3");
}

/** Resolves with `read`'s answer once it is the same twice: btrfs frees what was deleted a while later. */
export async function diskAtRest(
  read: (signal: AbortSignal) => Promise<number>,
  signal: AbortSignal,
): Promise<number> {
  const until = Date.now() + LONGEST_REST_MS;
  let before = Number.NaN;
  for (;;) {
    await writeOut(signal);
    const now = await read(signal);
    if (Math.abs(now - before) <= STILL_BYTES || Date.now() > until) return now;
    before = now;
    await delay(REST_MS, undefined, { signal });
  }
}

export async function writeOut(signal: AbortSignal): Promise<void> {
  await run("sync", { signal });
}
