// Tells the chains that go round: a clock, a poll, an animation, a text that is being written.
import type { Work } from "./work.ts";

/** Looked back over. */
const MAX_LINKS = 2_000;

export interface Loop {
  /** How often the same was done before. */
  readonly rounds: number;
  /** How many of the last rounds changed nothing that a person could see. */
  readonly quietRounds: number;
  /** When the first of those began, in ms. */
  readonly quietSinceMs: number;
  /** When the first round began, in ms. */
  readonly sinceMs: number;
  /** One of the last three rounds added to the page. */
  readonly grows: boolean;
  /** All that its rounds did was to change looks. */
  readonly looksOnly: boolean;
}

const RECENT = 3;

/** Undefined where nothing like this work has led to it. */
export function loopOf(work: Work): Loop | undefined {
  if (work.site === 0) return undefined;
  let rounds = 0;
  let quietRounds = 0;
  let quietSinceMs = work.beganMs;
  let sinceMs = work.beganMs;
  let grows = false;
  let looksOnly = true;
  let roundLooks = true;
  let hasChanged = false;
  let isQuiet = true;
  let links = 0;
  for (let at = work.parent; at !== undefined && links < MAX_LINKS; at = at.parent) {
    links++;
    hasChanged ||= at.change !== undefined;
    if (rounds < RECENT) grows ||= at.change === "grown";
    roundLooks &&= at.change === undefined || at.change === "styled";
    if (at.kind !== work.kind || at.site !== work.site) continue;
    looksOnly &&= roundLooks;
    roundLooks = true;
    rounds++;
    sinceMs = at.beganMs;
    isQuiet &&= !hasChanged;
    if (isQuiet) {
      quietRounds++;
      quietSinceMs = at.beganMs;
    }
    hasChanged = false;
  }
  return rounds === 0
    ? undefined
    : { rounds, quietRounds, quietSinceMs, sinceMs, grows, looksOnly };
}
