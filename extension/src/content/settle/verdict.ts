// Decides whether a frame has finished reacting: a pure rule over what is known at one moment.
import type { SettleMode, SettleReport, SettleWork } from "@webserv/shared/model/settle.ts";
import { MAX_LISTED_WORK } from "@webserv/shared/model/settle.ts";
import type { Account } from "./network-ledger.ts";

export interface SettleRequest {
  readonly mode: SettleMode;
  /** Time without requests that counts as rest, in ms. */
  readonly idleMs: number;
  readonly budgetMs: number;
  /** When the wait began: the end of the input. */
  readonly beganMs: number;
}

/** All that the rule looks at. */
export interface Situation {
  readonly nowMs: number;
  readonly network: Account;
  readonly document: DocumentState;
  /** Frames drawn since the wait began, or waited for in vain. */
  readonly frames: number;
}

export interface DocumentState {
  readonly url: string;
  /** Its load event is over, and so are those of its stylesheets, scripts and pictures. */
  readonly loaded: boolean;
  /** How long it has been loading, or took, in ms. */
  readonly ms: number;
  /** When it was loaded; undefined where it is not. */
  readonly loadedMs: number | undefined;
}

export type Verdict =
  | { readonly done: true; readonly report: SettleReport }
  /** Nothing can change before `wakeMs` but by an event. */
  | { readonly done: false; readonly wakeMs: number };

/** Two frames after the input, what scripts rendered in their handlers is on the page. */
export const FRAMES_TO_RENDER = 2;

export function decide(request: SettleRequest, situation: Situation): Verdict {
  const { nowMs } = situation;
  const budgetEndsMs = request.beganMs + request.budgetMs;
  const restMs = restsAt(request, situation);
  if (restMs !== undefined && restMs <= nowMs) {
    return { done: true, report: report("settled", request, situation, []) };
  }
  if (nowMs >= budgetEndsMs) {
    return {
      done: true,
      report: report("timeout", request, situation, reasons(request, situation)),
    };
  }
  const wakes = [restMs, situation.network.nextLapseMs, budgetEndsMs];
  return { done: false, wakeMs: Math.min(...wakes.filter((wake) => wake !== undefined)) };
}

/** When the frame is at rest if nothing more happens; undefined while something is under way. */
function restsAt(request: SettleRequest, situation: Situation): number | undefined {
  const { network, document, frames, nowMs } = situation;
  switch (request.mode) {
    case "none":
      return nowMs;
    case "load":
      return document.loaded ? nowMs : undefined;
    case "network-idle": {
      if (!document.loaded || network.pending.length > 0 || frames < FRAMES_TO_RENDER) {
        return undefined;
      }
      const quietMs = Math.max(
        request.beganMs,
        network.lastEndMs ?? -Infinity,
        document.loadedMs ?? -Infinity,
      );
      return quietMs + request.idleMs;
    }
  }
}

function reasons(request: SettleRequest, { network, document, frames }: Situation): string[] {
  const said: string[] = [];
  if (!document.loaded) said.push("the document has not finished loading");
  if (request.mode !== "network-idle") return said;
  const count = network.pending.length;
  if (count > 0) said.push(`${count} request${count === 1 ? " is" : "s are"} still under way`);
  else if (document.loaded && frames >= FRAMES_TO_RENDER) {
    const ended = network.ended.length + network.unlisted;
    said.push(
      `requests keep coming (${ended} since the action), never ${request.idleMs} ms without one`,
    );
  }
  if (frames < FRAMES_TO_RENDER) said.push("the page draws nothing");
  return said;
}

function report(
  status: SettleReport["status"],
  request: SettleRequest,
  { nowMs, network, document }: Situation,
  reasons: string[],
): SettleReport {
  const waitedFor: SettleWork[] = [...network.ended];
  const pending: SettleWork[] = [...network.pending];
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
      network.unlisted +
      Math.max(0, waitedFor.length - MAX_LISTED_WORK) +
      Math.max(0, pending.length - MAX_LISTED_WORK),
    reasons,
  };
}
