// Sends signals to a whole process group, and waits for their effect.
import { setTimeout as delay } from "node:timers/promises";

import { readProcesses } from "./process-table.ts";
import type { ProcessRow } from "./process-table.ts";

/** Does nothing if the group is gone. */
export function signalGroup(groupId: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-groupId, signal);
  } catch (error) {
    // macOS says EPERM for a group of which only zombies are left.
    if (!hasCode(error, "ESRCH") && !hasCode(error, "EPERM")) throw error;
  }
}

export async function groupMembers(groupId: number): Promise<readonly ProcessRow[]> {
  return (await readProcesses()).filter((row) => row.groupId === groupId);
}

/**
 * Resolves when every process of the group stands still, so that its files don't change. A stop
 * signal takes effect when a process is next scheduled, not when `kill` returns.
 */
export async function stopGroup(groupId: number, signal: AbortSignal): Promise<void> {
  for (let waitMs = 1; ; waitMs = Math.min(waitMs * 2, 20)) {
    signal.throwIfAborted();
    signalGroup(groupId, "SIGSTOP");
    if ((await groupMembers(groupId)).every((row) => row.stopped)) return;
    await delay(waitMs);
  }
}

/** Asks the group to end, waits `graceMs`, then ends it; resolves when no process is left. */
export async function endGroup(groupId: number, graceMs: number): Promise<void> {
  if (graceMs > 0) {
    signalGroup(groupId, "SIGTERM");
    signalGroup(groupId, "SIGCONT");
    if (await groupGone(groupId, graceMs)) return;
  }
  signalGroup(groupId, "SIGKILL");
  await groupGone(groupId, Infinity);
}

async function groupGone(groupId: number, forMs: number): Promise<boolean> {
  const until = performance.now() + forMs;
  for (let waitMs = 1; ; waitMs = Math.min(waitMs * 2, 50)) {
    if (!exists(groupId)) return true;
    // Zombies nobody has collected yet count as existing; they hold nothing any more.
    if (waitMs >= 16 && (await groupMembers(groupId)).length === 0) return true;
    if (performance.now() >= until) return false;
    await delay(waitMs);
  }
}

function exists(groupId: number): boolean {
  try {
    process.kill(-groupId, 0);
    return true;
  } catch (error) {
    return !hasCode(error, "ESRCH");
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
