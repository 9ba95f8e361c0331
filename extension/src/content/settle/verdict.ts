// Decides whether a frame has finished reacting: a pure rule over what is known at one moment.
import type { SettleMode, SettleReport, SettleWork } from "@webserv/shared/model/settle.ts";
import { MAX_LISTED_WORK } from "@webserv/shared/model/settle.ts";

import { lookAtCauses } from "./causal.ts";
import type { CauseLedger } from "./cause-ledger.ts";
import { lookAtNetwork } from "./network-idle.ts";
import type { Account } from "./network-ledger.ts";

export interface SettleRequest {
  readonly mode: SettleMode;
  /** Time that counts as rest: without requests, or without work of the action's, in ms. */
  readonly idleMs: number;
  readonly budgetMs: number;
  /** When the wait began: the end of the input. */
  readonly beganMs: number;
}

/** All that the rule looks at. */
export interface Situation {
  readonly nowMs: number;
  readonly network: Account;
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
  /** When it will have led on by itself, if it is about to; undefined where it is not. */
  readonly leavesMs: number | undefined;
}

export type Verdict =
  | { readonly done: true; readonly report: SettleReport }
  /** Nothing can change before `wakeMs` but by an event. */
  | { readonly done: false; readonly wakeMs: number };

/** What one mode's rule makes of the situation. */
export interface Look {
  /** When the frame is at rest if nothing more happens; undefined while something is under way. */
  readonly restMs: number | undefined;
  /** When the rule may come to another verdict without an event. */
  readonly wakeMs: number;
  readonly waitedFor: readonly SettleWork[];
  readonly pending: readonly SettleWork[];
  readonly unlisted: number;
  /** Why the frame is not at rest. */
  readonly reasons: readonly string[];
  /** What it is at rest in spite of. */
  readonly left: readonly string[];
  /** All that it waits for is a text that is still being written. */
  readonly isGrowing: boolean;
}

/** Two frames after the input, what scripts rendered in their handlers is on the page. */
export const FRAMES_TO_RENDER = 2;

export function decide(request: SettleRequest, situation: Situation): Verdict {
  const { nowMs } = situation;
  const budgetEndsMs = request.beganMs + request.budgetMs;
  const look = lookBy(request, situation);
  if (look.restMs !== undefined && look.restMs <= nowMs) {
    const status = look.left.length > 0 ? "partial" : "settled";
    return { done: true, report: report(status, request, situation, look, look.left) };
  }
  if (nowMs >= budgetEndsMs) {
    return look.isGrowing
      ? { done: true, report: report("partial", request, situation, look, [GROWING]) }
      : { done: true, report: report("timeout", request, situation, look, look.reasons) };
  }
  return { done: false, wakeMs: Math.min(look.restMs ?? Infinity, look.wakeMs, budgetEndsMs) };
}

const GROWING = "streaming: the page is still being written to";

function lookBy(request: SettleRequest, situation: Situation): Look {
  const { nowMs, document } = situation;
  switch (request.mode) {
    case "none":
      return { ...NOTHING, restMs: nowMs };
    case "load":
      return {
        ...NOTHING,
        restMs: document.loaded ? nowMs : undefined,
        reasons: [STILL_LOADING],
      };
    case "network-idle":
      return lookAtNetwork(request, situation);
    case "causal":
      return lookAtCauses(request, situation);
  }
}

const NOTHING: Look = {
  restMs: undefined,
  wakeMs: Infinity,
  waitedFor: [],
  pending: [],
  unlisted: 0,
  reasons: [],
  left: [],
  isGrowing: false,
};

export const STILL_LOADING = "the document has not finished loading";
export const DRAWS_NOTHING = "the page draws nothing";

function report(
  status: SettleReport["status"],
  request: SettleRequest,
  { nowMs, document }: Situation,
  look: Look,
  reasons: readonly string[],
): SettleReport {
  const waitedFor: SettleWork[] = [...look.waitedFor];
  const pending: SettleWork[] = [...look.pending];
  const page: SettleWork = { kind: "document", url: document.url.slice(0, 300), ms: document.ms };
  if (!document.loaded) pending.unshift(page);
  else if (document.loadedMs !== undefined && document.loadedMs > request.beganMs) {
    waitedFor.unshift(page);
  }
  const round = (work: SettleWork): SettleWork => ({ ...work, ms: Math.round(work.ms) });
  return {
    status,
    mode: request.mode,
    waitedMs: Math.round(nowMs - request.beganMs),
    waitedFor: waitedFor.slice(0, MAX_LISTED_WORK).map(round),
    pending: pending.slice(0, MAX_LISTED_WORK).map(round),
    unlisted:
      look.unlisted +
      Math.max(0, waitedFor.length - MAX_LISTED_WORK) +
      Math.max(0, pending.length - MAX_LISTED_WORK),
    reasons: [...reasons],
  };
}
