// Says until when a work holds the answer as a round of a loop, or as a link of a chain without a change.
import {
  CHANGING_LOOP_MS,
  ENCLOSING_LOOP_LINKS,
  ENDLESS_LINKS,
  ENDLESS_ROUNDS,
  GROWING_LOOP_MS,
  POLL_ROUNDS,
  ROW_ROUNDS,
  SLOW_ROUND_MS,
  UNCHANGED_CHAIN_MS,
  UNCHANGED_LINKS,
  UNCHANGED_LOOP_MS,
} from "./limits.ts";
import { NEVER } from "./own-holds.ts";
import type { WorkLedger } from "./work-ledger.ts";
import type { Loop, Work } from "./work.ts";
import { isRequest } from "./work.ts";

/**
 * Returns until when a work holds as a round of a loop.
 *
 * @param part the part of the time for which loops hold
 */
export function loopHold(work: Work, ledger: WorkLedger, part: number): number {
  const loop = ledger.loopOf(work);
  if (loop === undefined) return enclosingHold(work, ledger, part);
  if (loop.rounds >= ENDLESS_ROUNDS && !loop.grows) return NEVER;
  if (loop.unchangedRounds > 0) return unchangedHold(work, loop, part);
  if (loop.grows) return work.delayMs >= SLOW_ROUND_MS ? loop.sinceMs + GROWING_LOOP_MS : Infinity;
  if (work.delayMs >= SLOW_ROUND_MS) return NEVER;
  return loop.sinceMs + part * CHANGING_LOOP_MS;
}

function isPoll({ unchangedRounds, pauses }: Loop): boolean {
  return unchangedRounds >= (pauses ? POLL_ROUNDS : ROW_ROUNDS);
}

/** Returns until when the last of the rounds that changed nothing holds. */
function unchangedHold({ kind, delayMs }: Work, loop: Loop, part: number): number {
  if (isRequest(kind)) return isPoll(loop) ? NEVER : Infinity;
  if (delayMs >= SLOW_ROUND_MS) return NEVER;
  return loop.unchangedSinceMs + part * (UNCHANGED_LOOP_MS[kind] ?? CHANGING_LOOP_MS);
}

/**
 * Returns until when a work holds by a loop before it in its chain that goes round already and has
 * changed nothing since. A poll waits between its rounds.
 */
function enclosingHold(work: Work, ledger: WorkLedger, part: number): number {
  let links = 0;
  for (let at = work.parent; at !== undefined && links < ENCLOSING_LOOP_LINKS; at = at.parent) {
    const loop = ledger.loopOf(at);
    if (loop !== undefined && loop.unchangedRounds > 1) return unchangedHold(at, loop, part);
    if (at.change !== undefined) break;
    links++;
  }
  return Infinity;
}

/** Returns until when a work holds as a link of a chain that has changed nothing for long. */
export function unchangedChainHold(work: Work): number {
  let count = 0;
  let sinceMs = work.beganMs;
  for (let at = work.parent; at !== undefined && at.change === undefined; at = at.parent) {
    if (++count >= ENDLESS_LINKS) return NEVER;
    sinceMs = at.beganMs;
  }
  return count >= UNCHANGED_LINKS ? sinceMs + UNCHANGED_CHAIN_MS : Infinity;
}
