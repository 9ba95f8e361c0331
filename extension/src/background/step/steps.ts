// Takes the steps of all sessions: it admits each action once, carries it out, and reports its outcome afterwards.
import type { StepOutcome } from "@webserv/shared/model/step.ts";
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import type { CallContext } from "@webserv/shared/rpc/peer.ts";
import { unlessAborted } from "@webserv/shared/rpc/abort.ts";

import { describeAction, opensBehind } from "../act/acts.ts";
import { admitAction, assertNotStopped, stoppedError } from "../lease/action-admission.ts";
import { actionDigest } from "../lease/action-digest.ts";
import type { ActionInFlight, ActionsInFlight } from "../lease/action-in-flight.ts";
import type { ActionRecord } from "../lease/lease.ts";
import { actionOf, withAction } from "../lease/lease.ts";
import type { Leases } from "../lease/leases.ts";
import type { PageReader } from "./page-reader.ts";
import { lostOutcome } from "./step-outcome.ts";
import { StepTime } from "./step-time.ts";
import type { StepTaker } from "./step-taker.ts";

type ActParams = Params<"lease.act">;

export interface StepsOptions {
  readonly leases: Leases;
  readonly inFlight: ActionsInFlight;
  readonly taker: StepTaker;
  readonly reader: PageReader;
}

export class Steps {
  readonly #options: StepsOptions;

  constructor(options: StepsOptions) {
    this.#options = options;
  }

  /**
   * Carries out an action once. Errors of the action itself are in the outcome.
   * @throws WebservError if the action is not admitted
   */
  async act(params: ActParams, call: CallContext): Promise<StepOutcome> {
    const { leases, inFlight } = this.#options;
    const { sessionId, actionId, action } = params;
    const digest = await actionDigest(action);
    const before = inFlight.of(sessionId);
    const admission = admitAction(
      leases.get(sessionId),
      actionId,
      digest,
      before?.actionId ?? null,
    );
    if (admission.kind === "repeat") {
      if (before?.actionId === actionId && before.done !== null) {
        return await unlessAborted(before.done, call.signal);
      }
      return await this.#recall(params, admission.record, call);
    }
    const running = inFlight.begin(sessionId, actionId, { opensInFront: !opensBehind(action) });
    const begun = leases.update(sessionId, (held) => ({
      ...withAction(held, { actionId, digest, state: "begun" }),
      step: params.step,
      doing: describeAction(action),
    }));
    running.done = this.#finish(params, digest, running, begun, call);
    return await running.done;
  }

  /** Reports the outcome of an action. An action that is unknown here is refused from now on. */
  async outcome(
    { sessionId, actionId }: Params<"lease.outcome">,
    call: CallContext,
  ): Promise<Result<"lease.outcome">> {
    const { leases, inFlight } = this.#options;
    const running = inFlight.of(sessionId);
    if (running?.actionId === actionId && running.done !== null) {
      return { state: "finished", outcome: await unlessAborted(running.done, call.signal) };
    }
    const record = actionOf(leases.get(sessionId), actionId);
    if (record === undefined || record.state === "refused") {
      await leases.update(sessionId, (held) =>
        withAction(held, { actionId, digest: "", state: "refused" }),
      );
      return { state: "never" };
    }
    const outcome = leases.outcomeOf(sessionId, actionId);
    return { state: record.state, ...(outcome === undefined ? {} : { outcome }) };
  }

  /** Stops a session for good: input that has not been sent to the page yet is never sent. */
  async stop(sessionId: string): Promise<void> {
    const { leases, inFlight } = this.#options;
    const stopped = leases.update(sessionId, (held) =>
      held.stopped ? held : { ...held, stopped: true, stoppedAt: Date.now() },
    );
    inFlight.of(sessionId)?.abort.abort(stoppedError(sessionId));
    await stopped;
  }

  async #finish(
    params: ActParams,
    digest: string,
    running: ActionInFlight,
    begun: Promise<void>,
    call: CallContext,
  ): Promise<StepOutcome> {
    const { leases, inFlight, taker } = this.#options;
    const { sessionId, actionId } = params;
    try {
      const outcome = await taker.take(params, running, begun, call);
      // The answer does not wait for these two writes: without them, the action counts as begun, which is true.
      void leases
        .update(sessionId, (held) =>
          withAction(held, { actionId, digest, state: "finished", status: outcome.status }),
        )
        .catch(() => {});
      void leases.keepOutcome(sessionId, outcome).catch(() => {});
      return outcome;
    } finally {
      inFlight.end(sessionId, running);
    }
  }

  /** Returns the kept outcome of an earlier action, or the part of it that is still known. */
  async #recall(params: ActParams, record: ActionRecord, call: CallContext): Promise<StepOutcome> {
    const { leases, reader } = this.#options;
    const { sessionId, actionId, action } = params;
    const kept = leases.outcomeOf(sessionId, actionId);
    if (kept !== undefined) return kept;
    assertNotStopped(leases.get(sessionId));
    const beganAt = performance.now();
    const time = new StepTime({
      timeoutMs: call.timeoutMs,
      budgetMs: leases.get(sessionId).budgetMs,
    });
    const timeoutMs = time.readingMs(false);
    const observation = await reader
      .read(sessionId, params.observe, { timeoutMs, signal: call.signal })
      .catch(() => null);
    const { input } = leases.get(sessionId);
    const status = record.state === "finished" ? (record.status ?? "unknown") : "unknown";
    return lostOutcome({ actionId, action, input, observation }, status, beganAt);
  }
}
