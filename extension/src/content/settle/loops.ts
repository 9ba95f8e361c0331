// Finds chains of works that go round: a clock, a poll, an animation, a text that is being written.
import { MAX_LOOP_LINKS, MAX_RETRIES, PAUSE_MS, RECENT_ROUNDS, ROUND_LINKS } from "./limits.ts";
import type { Loop, Work } from "./work.ts";

/**
 * Returns the loop that a work is a round of; undefined if nothing like this work has led to it.
 */
export function loopOf(work: Work): Loop | undefined {
  if (work.callSite === 0) return undefined;
  let rounds = 0;
  let unchangedRounds = 0;
  let unchangedSinceMs = work.beganMs;
  let sinceMs = work.beganMs;
  let grows = false;
  let hasChanged = false;
  let isUnchanged = true;
  let hasPaused = false;
  let pauses = false;
  let retries = 0;
  let links = 0;
  for (let at = work.parent; at !== undefined && links < MAX_LOOP_LINKS; at = at.parent) {
    links++;
    hasChanged ||= at.change !== undefined;
    if (rounds < RECENT_ROUNDS) grows ||= at.change === "grown";
    hasPaused ||= (at.kind === "timer" || at.kind === "interval") && at.delayMs >= PAUSE_MS;
    if (at.kind !== work.kind || at.callSite !== work.callSite) continue;
    pauses ||= hasPaused;
    rounds++;
    // The wait of a work for a first reply, which came before its rounds, is no round.
    if (work.delayMs === 0 || at.delayMs > 0) sinceMs = at.beganMs;
    isUnchanged &&= !hasChanged;
    if (isUnchanged && at.hasFailed && retries < MAX_RETRIES) retries++;
    else if (isUnchanged) {
      unchangedRounds++;
      unchangedSinceMs = at.beganMs;
    }
    hasChanged = false;
  }
  return rounds === 0
    ? undefined
    : { rounds, unchangedRounds, unchangedSinceMs, sinceMs, grows, pauses };
}

/** Tells whether the same was done twice before. */
export function goesRound(work: Work): boolean {
  if (work.callSite === 0) return false;
  let rounds = 0;
  let links = 0;
  for (let at = work.parent; at !== undefined && links < ROUND_LINKS; at = at.parent, links++) {
    if (at.kind === work.kind && at.callSite === work.callSite && ++rounds === 2) return true;
  }
  return false;
}
