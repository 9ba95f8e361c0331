// Decides whether a frame has finished reacting: a pure rule over what is known at one moment.
import type { SettleReport, SettleWork } from "@webserv/shared/model/settle.ts";
import { MAX_LISTED_WORK } from "@webserv/shared/model/settle.ts";

import { lookAtCauses } from "./causal.ts";
import { lookAtNetwork } from "./network-idle.ts";
import type { Look, SettleRequest, Situation } from "./situation.ts";
import { STILL_LOADING } from "./situation.ts";

export type Verdict =
  | { readonly done: true; readonly report: SettleReport }
  /** Nothing can change before `wakeMs` but by an event. */
  | { readonly done: false; readonly wakeMs: number };

export function decide(request: SettleRequest, situation: Situation): Verdict {
  const { nowMs } = situation;
  const budgetEndsMs = request.beganMs + request.budgetMs;
  const look = lookBy(request, situation);
  if (look.restMs !== undefined && look.restMs <= nowMs) {
    const left = look.left();
    const status = left.length > 0 ? "partial" : "settled";
    return { done: true, report: report(status, request, situation, look, left) };
  }
  if (nowMs >= budgetEndsMs) {
    return look.isGrowing
      ? { done: true, report: report("partial", request, situation, look, [GROWING]) }
      : { done: true, report: report("timeout", request, situation, look, look.reasons()) };
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
        reasons: () => [STILL_LOADING],
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
  waitedFor: () => [],
  pending: () => [],
  unlisted: 0,
  reasons: () => [],
  left: () => [],
  isGrowing: false,
};

function report(
  status: SettleReport["status"],
  request: SettleRequest,
  { nowMs, document }: Situation,
  look: Look,
  reasons: readonly string[],
): SettleReport {
  const waitedFor: SettleWork[] = [...look.waitedFor()];
  const pending: SettleWork[] = [...look.pending()];
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
