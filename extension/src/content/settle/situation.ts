// Describes what is known of a frame at one moment, and what a rule makes of it.
import type { SettleMode, SettleWork } from "@webserv/shared/model/page/settle.ts";

import type { Waiting } from "./signs/waiting-signs.ts";
import type { WorkLedger } from "./work-ledger.ts";

export interface SettleRequest {
  readonly mode: SettleMode;
  /** The time that counts as rest: without requests, or without work of the action's, in ms. */
  readonly idleMs: number;
  readonly budgetMs: number;
  /** The time when the wait began: the end of the input. */
  readonly beganMs: number;
  /**
   * Workers that can't be followed are known to be at work: their replies are waited for from then
   * on.
   */
  readonly awaitsWorkers: boolean;
  /** The action is a click to which the page is to answer. */
  readonly awaitsAnswer?: boolean | undefined;
  /** The time when a script came that no element has asked for: its code may be yet to run. */
  readonly scriptMs?: number | undefined;
}

/** Holds all that a rule looks at. */
export interface Situation {
  readonly nowMs: number;
  readonly works: WorkLedger;
  /** Tells by which sign the page shows that it waits for something. */
  readonly waiting: () => Waiting;
  /**
   * Tells whether something on the page has only just begun to move or to fade, whoever set it in
   * motion.
   */
  readonly isStartingToMove: () => boolean;
  readonly document: DocumentState;
  /** The document is one of an inner frame. */
  readonly isInner: boolean;
  /** Frames drawn since the wait began, or waited for in vain. */
  readonly frames: number;
  /** The time of the last of these frames; that of the beginning of the wait if there was none. */
  readonly lastFrameMs: number;
  /** Frames drawn since the action's own work last did anything. */
  readonly framesSinceWork: number;
}

export interface DocumentState {
  readonly url: string;
  /** Its load event is over, and so are those of its stylesheets, scripts and pictures. */
  readonly loaded: boolean;
  /** The time that it took to load, or has taken so far, in ms. */
  readonly ms: number;
  /** The time when it was loaded; undefined if it is not. */
  readonly loadedMs: number | undefined;
  /** The time when it was parsed and its scripts had run; undefined if it is not. */
  readonly parsedMs: number | undefined;
  /**
   * Returns the time when it will have led on by itself, if it is about to; undefined if it is not.
   * The whole document is looked through.
   */
  readonly leavesMs: () => number | undefined;
}

/**
 * Holds what one mode's rule makes of the situation. A function returns what only a report needs.
 */
export interface RuleOutcome {
  /**
   * The time when the frame is at rest if nothing more happens; undefined while something is under
   * way.
   */
  readonly restMs: number | undefined;
  /** The time when the rule may decide otherwise without an event. */
  readonly wakeMs: number;
  readonly waitedFor: () => readonly SettleWork[];
  readonly pending: () => readonly SettleWork[];
  readonly unlisted: number;
  /** Returns the reasons why the frame is not at rest. */
  readonly reasons: () => readonly string[];
  /** Returns what the frame is at rest in spite of. */
  readonly left: () => readonly string[];
  /** All that it waits for is a text that is still being written. */
  readonly isGrowing: boolean;
}

export const STILL_LOADING = "the document has not finished loading";
export const DRAWS_NOTHING = "the page draws nothing";

/** Holds what decides until when a work holds the answer. */
export interface Present {
  readonly ledger: WorkLedger;
  readonly nowMs: number;
  /** The time when a frame was last drawn, or waited for in vain. */
  readonly lastFrameMs: number;
  /** Tells by which sign the page shows that it waits: a spinner, a busy region. */
  readonly waiting: () => Waiting;
  /** The time when the document was loaded; the present one if it is not. */
  readonly loadedMs: number;
  /** The time from which replies of workers are waited for anew. */
  readonly repliesFromMs: number;
  /** The action is a click to which the page is to answer. */
  readonly awaitsAnswer: boolean;
  /** The document is one of an inner frame: other windows ask it for something. */
  readonly isInner: boolean;
}
