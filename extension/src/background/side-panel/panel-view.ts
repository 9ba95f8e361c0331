// What the side panel shows of each session, made from the leases and what is under way.
import type { Params } from "@webserv/shared/protocol/methods.ts";

import type { Lease } from "../lease/lease.ts";
import type { Stage } from "../step/run.ts";

export type SessionView = Params<"panel.show">["sessions"][number];

export interface ShownTab {
  readonly title: string;
  readonly url: string;
}

/** `stage` is that of the action under way, or null; `tab` the current one, or null. */
export function viewSession(held: Lease, stage: Stage | null, tab: ShownTab | null): SessionView {
  return {
    sessionId: held.sessionId,
    agent: held.agent,
    title: tab?.title ?? "No tab",
    url: tab?.url ?? "",
    step: held.step,
    state: held.stopped ? "stopped" : (stage ?? "idle"),
    doing: held.doing,
    input: held.input,
    inputReason: held.inputReason,
  };
}
