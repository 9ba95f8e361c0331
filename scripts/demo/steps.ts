// Sends the shopper's actions to the daemon, one by one, and keeps what is shown of each.
import { randomUUID } from "node:crypto";

import type { Step } from "@webserv/shared/model/step.ts";
import type { Peer } from "@webserv/shared/rpc/peer.ts";

import type { Act } from "./shopper.ts";

export interface TakenStep {
  readonly step: Step;
  /** The time from the agent's request to its answer, in ms. */
  readonly ms: number;
}

/** Makes an `Act` that throws the step's own message if an action was not done. */
export function recordingAct(
  peer: Peer<"agent-daemon", "daemon-agent">,
  sessionId: string,
  signal: AbortSignal,
  onStep: (step: TakenStep) => void,
): Act {
  return async (action) => {
    const start = performance.now();
    const step = await peer.call(
      "session.act",
      { sessionId, actionId: randomUUID(), action },
      { signal, timeoutMs: 60_000 },
    );
    onStep({ step, ms: performance.now() - start });
    if (step.status !== "done") {
      const error = step.error;
      throw new Error(
        `${action.type} was ${step.status}${error === undefined ? "" : `: ${error.message} ${error.next}`}`,
      );
    }
    return step;
  };
}
