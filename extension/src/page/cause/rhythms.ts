// Learns which messages a peer sends whatever an action asks it: heartbeats, ticks, news.
import { natives } from "../platform/natives.ts";

/** A message that looks like one that came within this time, in ms, is one more of the same row. */
const RECENT_MS = 2_000;
/** So far, as a part of the usual gap, may a message of a row be off its time. */
const GAP_PART = 0.25;
/** The most looks that are kept. */
const MAX_LOOKS = 100;

interface Rhythm {
  lastMs: number;
  /** The time between the last two, in ms; 0 if only one has come. */
  gapMs: number;
  /** It has come without being asked for, even by the page itself. */
  isUnasked: boolean;
}

/**
 * Tells how well a message is known: `new`; `known`, since one like it has come without an action; or `routine`, since
 * it is due by itself just now.
 */
export type Familiarity = "new" | "known" | "routine";

export class Rhythms {
  readonly #rhythms = new Map<string, Rhythm>();
  #count = 0;

  /** @param isAsked says that the page has asked by itself, as with a heartbeat, and has no answer yet */
  familiarity(look: string, isAsked: boolean, nowMs: number): Familiarity {
    const rhythm = look === "" ? undefined : this.#find(look);
    if (rhythm === undefined) return "new";
    // What only ever answers the page's own questions can't be such an answer if there is no question.
    if (!rhythm.isUnasked && !isAsked) return "known";
    const sinceMs = nowMs - rhythm.lastMs;
    const offMs = sinceMs > rhythm.gapMs ? sinceMs - rhythm.gapMs : rhythm.gapMs - sinceMs;
    const isDue = sinceMs < RECENT_MS || (rhythm.gapMs > 0 && offMs < GAP_PART * rhythm.gapMs);
    return isDue ? "routine" : "known";
  }

  /** Notes that a message has come that no action has led to. */
  came(look: string, isAsked: boolean, nowMs: number): void {
    if (look === "") return;
    const rhythm = this.#find(look);
    if (rhythm !== undefined) {
      rhythm.gapMs = nowMs - rhythm.lastMs;
      rhythm.lastMs = nowMs;
      rhythm.isUnasked ||= !isAsked;
      return;
    }
    if (++this.#count % MAX_LOOKS === 0) natives.apply(natives.mapClear, this.#rhythms, []);
    const first: Rhythm = { lastMs: nowMs, gapMs: 0, isUnasked: !isAsked };
    natives.apply(natives.mapSet, this.#rhythms, [look, first]);
  }

  #find(look: string): Rhythm | undefined {
    const found: unknown = natives.apply(natives.mapGet, this.#rhythms, [look]);
    // Only what `came` put there can come out.
    return found as Rhythm | undefined;
  }
}
