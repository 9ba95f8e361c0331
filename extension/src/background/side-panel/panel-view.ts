// What the side panel shows of each session, made from the leases and what is under way.
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
  /** Of the action under way, or null. */
  readonly stage: Stage | null;
  /** The current one, or null. */
  readonly tab: ShownTab | null;
  /** Whether the daemon answers, and so whether the agent can go on. */
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

/** An action that is under way goes on without a daemon, too. */
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
