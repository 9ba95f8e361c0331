// Finds chains of works that go round: a clock, a poll, an animation, a text that is being written.
import type { Loop, Work } from "./work.ts";

/** The most links that are looked back over. */
const MAX_LINKS = 2_000;

const RECENT = 3;
/**
 * A request that fails is made again, at most so often: such a round says nothing about the next.
 */
const MAX_RETRIES = 6;
/** A shorter timer is no pause, in ms. */
const PAUSE_MS = 50;

/**
 * Returns the loop that a work is a round of; undefined if nothing like this work has led to it.
 */
export function loopOf(work: Work): Loop | undefined {
  if (work.site === 0) return undefined;
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
  for (let at = work.parent; at !== undefined && links < MAX_LINKS; at = at.parent) {
    links++;
    hasChanged ||= at.change !== undefined;
    if (rounds < RECENT) grows ||= at.change === "grown";
    hasPaused ||= (at.kind === "timer" || at.kind === "interval") && at.delayMs >= PAUSE_MS;
    if (at.kind !== work.kind || at.site !== work.site) continue;
    pauses ||= hasPaused;
    rounds++;
    // What a work has waited for a first reply, which came before its rounds, is none of them.
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

/** How far back a round is looked for, in links. */
const ROUND_LINKS = 64;

/** Tells whether the same was done twice before. */
export function goesRound(work: Work): boolean {
  if (work.site === 0) return false;
  let rounds = 0;
  let links = 0;
  for (let at = work.parent; at !== undefined && links < ROUND_LINKS; at = at.parent, links++) {
    if (at.kind === work.kind && at.site === work.site && ++rounds === 2) return true;
  }
  return false;
}
