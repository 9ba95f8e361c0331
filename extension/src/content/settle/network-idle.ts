// Decides by the paper's rule that a frame is at rest: an idle window without fetch or XHR, once
// the document has loaded.
import { FRAMES_TO_RENDER } from "./limits.ts";
import type { NetworkAccount } from "./network-account.ts";
import { networkAccount } from "./network-account.ts";
import type { RuleOutcome, SettleRequest, Situation } from "./situation.ts";
import { DRAWS_NOTHING, STILL_LOADING } from "./situation.ts";

export function assessNetwork(request: SettleRequest, situation: Situation): RuleOutcome {
  const network = networkAccount(situation.works.requests, situation.nowMs);
  return {
    restMs: restsAt(request, situation, network),
    wakeMs: network.nextLapseMs ?? Infinity,
    waitedFor: () => network.ended,
    pending: () => network.pending,
    unlisted: network.unlisted,
    reasons: () => reasons(request, situation, network),
    left: () => [],
    isGrowing: false,
  };
}

function restsAt(
  request: SettleRequest,
  { document, frames }: Situation,
  network: NetworkAccount,
): number | undefined {
  if (!document.loaded || network.pending.length > 0 || frames < FRAMES_TO_RENDER) return undefined;
  const lastEventMs = Math.max(
    request.beganMs,
    network.lastEndMs ?? -Infinity,
    document.loadedMs ?? -Infinity,
  );
  return lastEventMs + request.idleMs;
}

function reasons(
  { idleMs }: SettleRequest,
  { document, frames }: Situation,
  network: NetworkAccount,
): string[] {
  const said: string[] = [];
  if (!document.loaded) said.push(STILL_LOADING);
  const count = network.pending.length;
  if (count > 0) said.push(`${count} request${count === 1 ? " is" : "s are"} still under way`);
  else if (document.loaded && frames >= FRAMES_TO_RENDER) {
    const ended = network.ended.length + network.unlisted;
    said.push(`requests keep coming (${ended} since the action), never ${idleMs} ms without one`);
  }
  if (frames < FRAMES_TO_RENDER) said.push(DRAWS_NOTHING);
  return said;
}
