// What is known of a frame at one moment, and what a rule makes of it.
import type { SettleMode, SettleWork } from "@webserv/shared/model/settle.ts";

import type { CauseLedger } from "./cause-ledger.ts";
import type { Account } from "./network-ledger.ts";

export interface SettleRequest {
  readonly mode: SettleMode;
  /** Time that counts as rest: without requests, or without work of the action's, in ms. */
  readonly idleMs: number;
  readonly budgetMs: number;
  /** When the wait began: the end of the input. */
  readonly beganMs: number;
  /** Workers that can't be followed are known to be at work: their replies are waited for from then on. */
  readonly awaitsWorkers: boolean;
}

/** All that the rule looks at. */
export interface Situation {
  readonly nowMs: number;
  readonly network: () => Account;
  readonly causes: CauseLedger;
  /** Whether the page shows a sign that it waits for something. */
  readonly isWaiting: () => boolean;
  /** Whether something on the page has only just begun to move or to fade, whoever set it in motion. */
  readonly isStartingToMove: () => boolean;
  readonly document: DocumentState;
  /** Frames drawn since the wait began, or waited for in vain. */
  readonly frames: number;
  /** The same since the action's own work last did anything. */
  readonly framesSinceWork: number;
}

export interface DocumentState {
  readonly url: string;
  /** Its load event is over, and so are those of its stylesheets, scripts and pictures. */
  readonly loaded: boolean;
  /** How long it has been loading, or took, in ms. */
  readonly ms: number;
  /** When it was loaded; undefined where it is not. */
  readonly loadedMs: number | undefined;
  /** When it was parsed and its scripts had run; undefined where it is not. */
  readonly parsedMs: number | undefined;
  /** When it will have led on by itself, if it is about to; undefined where it is not. The whole document is looked through. */
  readonly leavesMs: () => number | undefined;
}

/** What one mode's rule makes of the situation. What only a report tells is put together for that alone. */
export interface RuleOutcome {
  /** When the frame is at rest if nothing more happens; undefined while something is under way. */
  readonly restMs: number | undefined;
  /** When the rule may come to another verdict without an event. */
  readonly wakeMs: number;
  readonly waitedFor: () => readonly SettleWork[];
  readonly pending: () => readonly SettleWork[];
  readonly unlisted: number;
  /** Why the frame is not at rest. */
  readonly reasons: () => readonly string[];
  /** What it is at rest in spite of. */
  readonly left: () => readonly string[];
  /** All that it waits for is a text that is still being written. */
  readonly isGrowing: boolean;
}

/** Two frames after the input, what scripts rendered in their handlers is on the page. */
export const FRAMES_TO_RENDER = 2;

export const STILL_LOADING = "the document has not finished loading";
export const DRAWS_NOTHING = "the page draws nothing";
