// Tells the chains that go round: a clock, a poll, an animation, a text that is being written.
import type { Loop, Work } from "./work.ts";

/** Looked back over. */
const MAX_LINKS = 2_000;

const RECENT = 3;
/** What fails is asked for again, so often at the most: such a round says nothing about the next. */
const MAX_RETRIES = 6;
/** A shorter timer is no pause, in ms. */
const PAUSE_MS = 50;

/** Undefined where nothing like this work has led to it. */
export function loopOf(work: Work): Loop | undefined {
  if (work.callSite === 0) return undefined;
  let rounds = 0;
  let quietRounds = 0;
  let quietSinceMs = work.beganMs;
  let sinceMs = work.beganMs;
  let grows = false;
  let hasChanged = false;
  let isQuiet = true;
  let hasPaused = false;
  let pauses = false;
  let retries = 0;
  let links = 0;
  for (let at = work.parent; at !== undefined && links < MAX_LINKS; at = at.parent) {
    links++;
    hasChanged ||= at.change !== undefined;
    if (rounds < RECENT) grows ||= at.change === "grown";
    hasPaused ||= (at.kind === "timer" || at.kind === "interval") && at.delayMs >= PAUSE_MS;
    if (at.kind !== work.kind || at.callSite !== work.callSite) continue;
    pauses ||= hasPaused;
    rounds++;
    // What one has waited for a first reply, which came before its rounds, is none of them.
    if (work.delayMs === 0 || at.delayMs > 0) sinceMs = at.beganMs;
    isQuiet &&= !hasChanged;
    if (isQuiet && at.hasFailed && retries < MAX_RETRIES) retries++;
    else if (isQuiet) {
      quietRounds++;
      quietSinceMs = at.beganMs;
    }
    hasChanged = false;
  }
  return rounds === 0 ? undefined : { rounds, quietRounds, quietSinceMs, sinceMs, grows, pauses };
}

/** How far back a round is looked for. */
const ROUND_LINKS = 64;

/** Whether the same was done twice before. */
export function goesRound(work: Work): boolean {
  if (work.callSite === 0) return false;
  let rounds = 0;
  let links = 0;
  for (let at = work.parent; at !== undefined && links < ROUND_LINKS; at = at.parent, links++) {
    if (at.kind === work.kind && at.callSite === work.callSite && ++rounds === 2) return true;
  }
  return false;
}
