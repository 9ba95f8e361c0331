// Checks a condition a few times a second until it holds.
import { setTimeout as delay } from "node:timers/promises";

const LOOK_MS = 40;

/** Resolves with false if it did not hold within `patienceMs`. */
export async function untilTrue(
  isSo: () => Promise<boolean>,
  patienceMs: number,
): Promise<boolean> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    if (await isSo()) return true;
    if (Date.now() > deadline) return false;
    await delay(LOOK_MS);
  }
}
