// Tells the chains that go round: a clock, a poll, an animation, a text that is being written.
import type { PageChange } from "@webserv/shared/protocol/page-bridge.ts";

import type { Work } from "./cause-ledger.ts";

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
  let hasChanged = false;
  let isQuiet = true;
  let links = 0;
  for (let at = work.parent; at !== undefined && links < MAX_LINKS; at = at.parent) {
    links++;
    hasChanged ||= at.change !== undefined;
    if (rounds < RECENT) grows ||= adds(at.change);
    if (at.kind !== work.kind || at.site !== work.site) continue;
    rounds++;
    sinceMs = at.beganMs;
    isQuiet &&= !hasChanged;
    if (isQuiet) {
      quietRounds++;
      quietSinceMs = at.beganMs;
    }
    hasChanged = false;
  }
  return rounds === 0 ? undefined : { rounds, quietRounds, quietSinceMs, sinceMs, grows };
}

function adds(change: PageChange | undefined): boolean {
  return change === "grown";
}
