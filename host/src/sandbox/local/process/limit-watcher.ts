// Holds sandboxes to their limits by measuring them, since a user's own processes can't be boxed in.
import type { Limits } from "@webserv/shared/model/site.ts";

import { hasRun, memoryBytes, readProcesses } from "./process-table.ts";
import type { ProcessRow } from "./process-table.ts";
import type { SiteProcess } from "./site-process.ts";

export interface Watched {
  readonly process: Pick<SiteProcess, "pid" | "pause">;
  readonly limits: Limits;
  /** Counts what the sandbox added to its copy, in bytes. */
  readonly addedBytes: () => Promise<number>;
  /** Called once, with the limit that was passed, in words. */
  readonly exceeded: (what: string) => void;
}

export interface LimitWatcher {
  /** Watches a sandbox until the signal aborts. */
  watch(watched: Watched, signal: AbortSignal): void;
}

const MIB = 1024 * 1024;
const PERIOD_MS = 250;
/** The time for which idle processes are not measured, in ms; a short fork does not show in their CPU time. */
const IDLE_PERIOD_MS = 1000;
const DISK_PERIOD_MS = 2000;

/**
 * These limits are enforced, so exactly:
 * - memory and number of processes of the sandbox's process group: measured four times a second
 *   while any of them runs, else once; a sandbox over its limit is stopped and fails. It can be over
 *   it for that long.
 * - disk: measured every 2 s, less often where measuring takes long; the same consequence.
 * - cpus: a group that used more than its share is paused until it has not.
 *
 * Not by rlimits: RLIMIT_AS counts what V8 merely reserves, RLIMIT_NPROC counts all processes of
 * the user. Not by cgroups: an ordinary user may write to none unless systemd delegated one. A
 * process that leaves its group leaves these limits too; who runs sites that are not trusted to
 * stay wants containers.
 */
export function createLimitWatcher(): LimitWatcher {
  const all = new Set<Entry>();
  let timer: NodeJS.Timeout | undefined;
  let measuring = false;
  let fullAtMs = 0;
  const tick = async (): Promise<void> => {
    const now = performance.now();
    if (measuring || (now < fullAtMs + IDLE_PERIOD_MS && ![...all].some(mayHaveGrown))) return;
    measuring = true;
    fullAtMs = now;
    try {
      const groups = Map.groupBy(await readProcesses(), (row) => row.groupId);
      for (const entry of all) {
        entry.rows = groups.get(entry.watched.process.pid) ?? [];
        check(entry, entry.rows);
      }
    } finally {
      measuring = false;
    }
  };
  return {
    watch(watched, signal) {
      if (Object.keys(watched.limits).length === 0 || signal.aborted) return;
      const entry: Entry = { watched, signal, rows: [], cpu: undefined, nextDiskAt: 0 };
      all.add(entry);
      timer ??= setInterval(() => {
        // A table that can't be read now can be read a quarter of a second later.
        tick().catch(() => undefined);
      }, PERIOD_MS).unref();
      signal.addEventListener(
        "abort",
        () => {
          all.delete(entry);
          if (all.size > 0) return;
          clearInterval(timer);
          timer = undefined;
        },
        { once: true },
      );
    },
  };
}

interface Entry {
  readonly watched: Watched;
  readonly signal: AbortSignal;
  /** The rows as last read. */
  rows: readonly ProcessRow[];
  /** CPU time the group had used, and when; what it used beyond its share since. */
  cpu:
    | { readonly seconds: number; readonly atMs: number; readonly debtSeconds: number }
    | undefined;
  nextDiskAt: number;
}

/** Reading a few processes costs far less than reading the table of all. */
function mayHaveGrown({ rows }: Entry): boolean {
  return rows.length === 0 || rows.some(hasRun);
}

function check(entry: Entry, rows: readonly ProcessRow[]): void {
  const { limits, exceeded } = entry.watched;
  if (limits.processes !== undefined && rows.length > limits.processes) {
    exceeded(`it has ${rows.length} processes, its limit is ${limits.processes}`);
    return;
  }
  if (limits.memoryMiB !== undefined) {
    const usedMiB = memoryMiB(rows, limits.memoryMiB);
    if (usedMiB > limits.memoryMiB) {
      exceeded(
        `it uses ${Math.round(usedMiB)} MiB of memory, its limit is ${limits.memoryMiB} MiB`,
      );
      return;
    }
  }
  if (limits.cpus !== undefined) throttle(entry, limits.cpus, rows);
  if (limits.diskMiB !== undefined) checkDisk(entry, limits.diskMiB).catch(() => undefined);
}

/**
 * Returns the memory; the proportional share costs a walk through the page tables, so it is read only if it can matter.
 */
function memoryMiB(rows: readonly ProcessRow[], limitMiB: number): number {
  const residentMiB = rows.reduce((sum, row) => sum + row.residentBytes, 0) / MIB;
  if (residentMiB <= limitMiB) return residentMiB;
  return rows.reduce((sum, row) => sum + memoryBytes(row), 0) / MIB;
}

function throttle(entry: Entry, cpus: number, rows: readonly ProcessRow[]): void {
  const seconds = rows.reduce((sum, row) => sum + row.cpuSeconds, 0);
  const atMs = performance.now();
  const last = entry.cpu ?? { seconds, atMs, debtSeconds: 0 };
  const allowed = (cpus * (atMs - last.atMs)) / 1000;
  const used = Math.max(0, seconds - last.seconds);
  const debtSeconds = Math.max(0, last.debtSeconds + used - allowed);
  entry.cpu = { seconds, atMs, debtSeconds };
  if (debtSeconds === 0) return;
  const pauseMs = Math.min((debtSeconds / cpus) * 1000, 1000);
  void pauseFor(entry, pauseMs);
}

async function pauseFor(entry: Entry, pauseMs: number): Promise<void> {
  const deadline = AbortSignal.any([entry.signal, AbortSignal.timeout(Math.ceil(pauseMs))]);
  try {
    const release = await entry.watched.process.pause(deadline);
    if (deadline.aborted) release();
    else deadline.addEventListener("abort", release, { once: true });
  } catch {
    // It took longer to stop than it was to be stopped for.
  }
}

async function checkDisk(entry: Entry, limitMiB: number): Promise<void> {
  const startedAt = performance.now();
  if (startedAt < entry.nextDiskAt) return;
  entry.nextDiskAt = Infinity;
  try {
    const addedMiB = (await entry.watched.addedBytes()) / MIB;
    if (addedMiB > limitMiB && !entry.signal.aborted) {
      entry.watched.exceeded(
        `it added ${Math.round(addedMiB)} MiB to its copy, its limit is ${limitMiB} MiB`,
      );
    }
  } finally {
    const tookMs = performance.now() - startedAt;
    entry.nextDiskAt = performance.now() + Math.max(DISK_PERIOD_MS, tookMs * 20);
  }
}
