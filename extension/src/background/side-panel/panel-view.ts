// What the side panel shows of each session, made from the leases and what is under way.
import type { Params } from "@webserv/shared/protocol/methods.ts";

import { waitsForAnswer } from "../input/dialog-words.ts";
import type { Lease } from "../lease/lease.ts";
import type { Stage } from "../step/run.ts";

export type SessionView = Params<"panel.show">["sessions"][number];

export interface ShownTab {
  readonly title: string;
  readonly url: string;
}

/** `stage` is that of the action under way, or null; `tab` the current one, or null. */
export function viewSession(held: Lease, stage: Stage | null, tab: ShownTab | null): SessionView {
  const waiting = held.waiting.find(({ tabId }) => tabId === held.activeTabId) ?? held.waiting[0];
  return {
    sessionId: held.sessionId,
    agent: held.agent,
    title: tab?.title ?? "No tab",
    url: tab?.url ?? "",
    step: held.step,
    state: held.stopped ? "stopped" : (stage ?? (waiting === undefined ? "idle" : "asking")),
    doing: held.doing,
    dialog:
      waiting === undefined ? "" : `${waitsForAnswer(waiting.dialog)}: ${waiting.dialog.message}`,
    input: held.input,
    inputReason: held.inputReason,
  };
}
