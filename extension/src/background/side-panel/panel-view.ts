// Makes the side panel's view of one session from its lease and the action in flight.
import type { Params } from "@webserv/shared/protocol/methods.ts";

import { waitsForAnswer } from "../input/dialog-words.ts";
import type { Stage } from "../lease/action-in-flight.ts";
import type { Lease } from "../lease/lease.ts";

export type SessionView = Params<"panel.show">["sessions"][number];

export interface ShownTab {
  readonly title: string;
  readonly url: string;
}

export interface ShownSession {
  /** The stage of the action in flight, or null. */
  readonly stage: Stage | null;
  /** The session's current tab, or null. */
  readonly tab: ShownTab | null;
  /** True if the daemon answers, so that the agent can go on. */
  readonly connected: boolean;
}

export function viewSession(held: Lease, { stage, tab, connected }: ShownSession): SessionView {
  const waiting = held.waiting.find(({ tabId }) => tabId === held.activeTabId) ?? held.waiting[0];
  return {
    sessionId: held.sessionId,
    agent: held.agent,
    title: tab?.title ?? "No tab",
    url: tab?.url ?? "",
    step: held.step,
    state: stateOf(held, stage, connected, waiting !== undefined),
    doing: held.doing,
    dialog:
      waiting === undefined ? "" : `${waitsForAnswer(waiting.dialog)}: ${waiting.dialog.message}`,
    input: held.input,
    inputReason: held.inputReason,
  };
}

/** Returns the shown state. An action in flight goes on even without a daemon, so its stage comes first. */
function stateOf(
  { stopped }: Lease,
  stage: Stage | null,
  connected: boolean,
  asks: boolean,
): SessionView["state"] {
  if (stopped) return "stopped";
  if (stage !== null) return stage;
  if (!connected) return "away";
  return asks ? "asking" : "idle";
}
