// Decides whether a frame has finished reacting: a pure rule over what is known at one moment.
import type { SettleReport, SettleWork } from "@webserv/shared/model/page/settle.ts";
import { MAX_LISTED_WORK } from "@webserv/shared/model/page/settle.ts";

import { assessCauses } from "./causal.ts";
import { assessNetwork } from "./network-idle.ts";
import type { RuleOutcome, SettleRequest, Situation } from "./situation.ts";
import { STILL_LOADING } from "./situation.ts";

export type SettleDecision =
  | { readonly done: true; readonly report: SettleReport }
  /** Nothing can change before `wakeMs` but by an event. */
  | { readonly done: false; readonly wakeMs: number };

export function decide(request: SettleRequest, situation: Situation): SettleDecision {
  const { nowMs } = situation;
  const budgetEndsMs = request.beganMs + request.budgetMs;
  const outcome = assess(request, situation);
  if (outcome.restMs !== undefined && outcome.restMs <= nowMs) {
    const left = outcome.left();
    const status = left.length > 0 ? "partial" : "settled";
    return { done: true, report: report(status, request, situation, outcome, left) };
  }
  if (nowMs >= budgetEndsMs) {
    return outcome.isGrowing
      ? { done: true, report: report("partial", request, situation, outcome, [GROWING]) }
      : { done: true, report: report("timeout", request, situation, outcome, outcome.reasons()) };
  }
  return {
    done: false,
    wakeMs: Math.min(outcome.restMs ?? Infinity, outcome.wakeMs, budgetEndsMs),
  };
}

const GROWING = "streaming: the page is still being written to";

function assess(request: SettleRequest, situation: Situation): RuleOutcome {
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
      return assessNetwork(request, situation);
    case "causal":
      return assessCauses(request, situation);
  }
}

const NOTHING: RuleOutcome = {
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
  outcome: RuleOutcome,
  reasons: readonly string[],
): SettleReport {
  const waitedFor: SettleWork[] = [...outcome.waitedFor()];
  const pending: SettleWork[] = [...outcome.pending()];
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
      outcome.unlisted +
      Math.max(0, waitedFor.length - MAX_LISTED_WORK) +
      Math.max(0, pending.length - MAX_LISTED_WORK),
    reasons: [...reasons],
  };
}
