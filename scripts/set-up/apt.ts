// Runs apt and dpkg without questions, and waits for other runs of them.
import { setTimeout as sleep } from "node:timers/promises";

import { attempt, commandFailure } from "./incus/commands.ts";

/** The longest wait for a lock, in ms: on a busy machine an installation takes many minutes. */
const LONGEST_LOCK_MS = 3_600_000;
const LOCK_POLL_MS = 500;

/** Holds options for those commands of `apt-get` that change what is installed. */
export const aptOptions = [
  "-y",
  "-q",
  "--no-install-recommends",
  "-o",
  "DPkg::Lock::Timeout=3600",
  "-o",
  "Acquire::Retries=3",
] as const;

/**
 * Runs a program of apt, and waits while another apt is at work, such as that of a set-up that was killed: apt's own
 * waiting leaves out the lock of its lists. @throws SetupError if the program fails.
 */
export async function apt(program: string, args: readonly string[]): Promise<void> {
  const giveUpAt = Date.now() + LONGEST_LOCK_MS;
  for (;;) {
    const { code, stdout, stderr } = await attempt(program, args, {
      env: { DEBIAN_FRONTEND: "noninteractive" },
    });
    if (code === 0) return;
    const locked = /Could not get lock|dpkg frontend lock|is locked by another/.test(stderr);
    if (!locked || Date.now() > giveUpAt) throw commandFailure(program, args, code, stdout, stderr);
    await sleep(LOCK_POLL_MS);
  }
}
