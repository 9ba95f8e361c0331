// Carries out the actions of one session: one at a time, none twice, each recorded.
import { enteredTexts, withheldAction } from "@webserv/shared/model/recorded-action.ts";
import type { Step, StepOutcome } from "@webserv/shared/model/step.ts";
import type { AgentNote } from "@webserv/shared/model/trajectory.ts";
import type { Params } from "@webserv/shared/protocol/methods.ts";
import { toWebservError } from "@webserv/shared/errors/errors.ts";
import type { CallContext } from "@webserv/shared/rpc/peer.ts";

import type { Logger } from "../../log.ts";
import { ActionLedger } from "./action-ledger.ts";
import { ActionUnderWay } from "./action-under-way.ts";
import { carryOut, findOutcome } from "./carry-out.ts";
import type { ActionOrder, AskedAction, CarryOutOptions, FoundOutcome } from "./carry-out.ts";
import { deadlineIn } from "../state/deadline.ts";
import type { LiveSession } from "./live-session.ts";
import { lostByRestart, recordedStep } from "./recorded-step.ts";
import type { PendingAction } from "../state/session-record.ts";
import type { Sandboxes } from "../sandboxes/sandboxes.ts";
import { assertMayAct } from "../state/session-state.ts";
import { reportedAction, stepErrorOf } from "./reported-step.ts";
import type { Semaphore } from "../../semaphore.ts";
import { inTurn } from "./action-turn.ts";
import { uploadFiles } from "./upload-files.ts";

/** The time for which the outcome of a lost action is looked for when nobody waits for it, in ms. */
const LOST_ACTION_MS = 30_000;
/** The part of the caller's deadline that is kept for sending the answer. */
const ANSWER_MS = 250;

export interface SessionActionsOptions {
  readonly sandboxes: Pick<Sandboxes, "fault">;
  readonly trajectoriesDir: string;
  /** The semaphore that this browser's actions share with those of other sessions; undefined if they need none. */
  readonly semaphoreOf: (browserId: string) => Semaphore | undefined;
  readonly log: Logger;
}

/** An action to carry out; or one that was sent already, of which only the outcome is to be found. */
type ActionWork =
  | { readonly order: ActionOrder; readonly lost?: undefined }
  | { readonly order: AskedAction; readonly lost: PendingAction };

/** The time when an action began, and its agent's note on it. */
interface ActionStart {
  readonly at: Date;
  readonly time: number;
  readonly agent: AgentNote | undefined;
}

export class SessionActions {
  readonly #session: LiveSession;
  readonly #options: SessionActionsOptions;
  readonly #ledger = new ActionLedger();
  #underWay: ActionUnderWay | undefined;

  constructor(session: LiveSession, options: SessionActionsOptions) {
    this.#session = session;
    this.#options = options;
    const { pending } = session.record;
    if (pending === null) return;
    this.#ledger.leaveUnresolved(pending);
    session.recorder.withhold([], pending.action);
  }

  /** Adds an action that an earlier daemon recorded. */
  recall(actionId: string, step: number): void {
    this.#ledger.recall(actionId, step);
  }

  /** Resolves when no action is under way. */
  async whenIdle(): Promise<void> {
    await this.#underWay?.answer.catch(() => {});
  }

  /**
   * Carries out an action, or returns its earlier outcome.
   * @throws WebservError if nothing of it has happened, or `context.signal` ends.
   */
  async act(params: Params<"session.act">, context: CallContext): Promise<Step> {
    const session = this.#session;
    session.touch();
    const known = this.#ledger.lookUp(params.actionId, params.action);
    switch (known.kind) {
      case "answered":
        return known.step;
      case "recorded":
        return await recordedStep(this.#options.trajectoriesDir, params);
      case "running":
        break;
      case "unresolved":
        if (session.state.acting !== null) assertMayAct(session.state, session.sessionId);
        this.#begin(
          { order: this.#orderOf(params, known.pending.step), lost: known.pending },
          params.agent,
          context.timeoutMs,
        );
        break;
      case "new":
        assertMayAct(session.state, session.sessionId);
        this.#begin({ order: this.#orderOf(params) }, params.agent, context.timeoutMs);
        break;
    }
    if (this.#underWay === undefined) throw new Error("nothing to wait for");
    return await this.#underWay.wait(context.signal);
  }

  /** Finds out the outcome of an action that a lost connection or an ended daemon left behind. */
  resolvePending(): void {
    const session = this.#session;
    const { pending } = session.record;
    if (pending === null || session.state.acting !== null) return;
    const { actionId, action, step } = pending;
    if (this.#ledger.lookUp(actionId, action).kind !== "unresolved") return;
    const order = { sessionId: session.sessionId, actionId, action, settle: {}, observe: {}, step };
    this.#begin({ order, lost: pending }, undefined, LOST_ACTION_MS);
  }

  #orderOf(
    { agent: _agent, ...asked }: Params<"session.act">,
    step: number = this.#session.record.session.steps + 1,
  ): ActionOrder {
    return { ...asked, settle: { ...this.#session.record.settle, ...asked.settle }, step };
  }

  #begin(work: ActionWork, agent: AgentNote | undefined, timeoutMs: number): void {
    const { order } = work;
    const cancel = new AbortController();
    this.#session.note({ type: "began", actionId: order.actionId });
    const start = { at: new Date(), time: performance.now(), agent };
    const answer = this.#answer(work, start, timeoutMs, cancel.signal);
    this.#ledger.began(order.actionId, order.action, answer);
    this.#underWay = new ActionUnderWay(answer, cancel);
    // Callers that wait get the error; if nobody waits any more it is still no fault of the
    // daemon's.
    answer.catch((error: unknown) => {
      // Only the code is logged: a message may quote what was to be entered.
      const { code } = toWebservError(error);
      this.#options.log.debug({ code, actionId: order.actionId }, "an action was refused");
    });
  }

  async #answer(
    work: ActionWork,
    start: ActionStart,
    timeoutMs: number,
    cancel: AbortSignal,
  ): Promise<Step> {
    const { order, lost } = work;
    const session = this.#session;
    const options: CarryOutOptions = {
      // An answer that arrives after the deadline is of no use.
      deadline: deadlineIn(timeoutMs - Math.min(ANSWER_MS, timeoutMs / 10)),
      connect: (waitMs, signal) => session.connect(waitMs, signal),
      signal: session.closed,
      cancel,
      input: session.record.session.input,
    };
    try {
      const semaphore = this.#options.semaphoreOf(session.browserId);
      const found =
        work.lost === undefined
          ? await inTurn(semaphore, options, async () =>
              carryOut(await this.#checked(work.order), options, ({ workerId }) =>
                this.#remember(order, workerId, start.at),
              ),
            )
          : await findOutcome(order, options, {
              cause: lostByRestart(order.actionId),
              workerId: work.lost.workerId,
            });
      return this.#conclude(order, found, start, lost);
    } catch (error) {
      this.#forget(order);
      throw error;
    } finally {
      this.#underWay = undefined;
      session.note({ type: "ended", actionId: order.actionId });
      session.touch();
    }
  }

  /**
   * Resolves the files of an upload; a file that it may not touch does not leave the daemon.
   * @throws WebservError what `uploadFiles` throws.
   */
  async #checked(order: ActionOrder): Promise<ActionOrder> {
    const { action } = order;
    if (action.type !== "upload") return order;
    const files = await uploadFiles(this.#session.record.filesFrom, action.files);
    return { ...order, action: { ...action, files } };
  }

  /**
   * Writes the action to disk before it is sent, so that a daemon that is started after a crash knows what to ask.
   */
  #remember({ actionId, step, ...order }: AskedAction, workerId: string, at: Date): void {
    // Only the page's frame can say whether a secret is entered; an address may show it before
    // that.
    const action = withheldAction(order.action, "unsure");
    this.#session.recorder.withhold(enteredTexts(order.action), action);
    this.#session.change({ pending: { actionId, step, action, workerId, at: at.toISOString() } });
    this.#session.save();
  }

  /** Forgets an action of which nothing has happened. */
  #forget({ actionId }: AskedAction): void {
    this.#ledger.dropped(actionId);
    if (this.#session.closed.aborted) return;
    if (this.#session.record.pending?.actionId !== actionId) return;
    this.#session.change({ pending: null });
    this.#session.save();
  }

  #conclude(
    order: AskedAction,
    { outcome, final }: FoundOutcome,
    start: ActionStart,
    lost: PendingAction | undefined,
  ): Step {
    const session = this.#session;
    const { pending } = session.record;
    // The router's page about a dead sandbox is a page like any other: it must not pass for the
    // site's.
    const fault = outcome.error ?? this.#options.sandboxes.fault(session.record.session.sandboxes);
    const step: Step = {
      ...outcome,
      action: reportedAction(order.action, outcome.action),
      ...(fault === undefined ? {} : { error: stepErrorOf(fault) }),
      sessionId: session.sessionId,
      step: order.step,
      roundTripMs: performance.now() - start.time,
    };
    const at = lost === undefined ? start.at.toISOString() : lost.at;
    session.recorder.withhold(enteredTexts(order.action), step.action);
    const answered = final || lost === undefined ? this.#record(step, at, start.agent) : step;
    this.#ledger.answered(answered);
    if (!final && pending !== null) this.#ledger.leaveUnresolved(pending);
    this.#followUp(order, outcome, final);
    return answered;
  }

  #record(step: Step, at: string, agent: AgentNote | undefined): Step {
    const { observation, inputReason: _reason, ...rest } = step;
    try {
      const told = agent === undefined ? {} : { agent };
      this.#session.recorder.step({ ...rest, at, actor: "agent", ...told }, observation);
      return step;
    } catch (error) {
      this.#options.log.error({ err: error, step: step.step }, "a step could not be recorded");
      return { ...step, recordingError: stepErrorOf(toWebservError(error)) };
    }
  }

  #followUp(order: AskedAction, outcome: StepOutcome, final: boolean): void {
    const session = this.#session;
    const { record } = session;
    const steps = Math.max(record.session.steps, order.step);
    const tabs = outcome.observation?.tabs ?? record.session.tabs;
    session.change({
      session: { ...record.session, steps, tabs },
      ...(final && record.pending?.actionId === order.actionId ? { pending: null } : {}),
    });
    if (order.action.type === "terminate" && outcome.status === "done") {
      session.terminate(order.action.answer);
    }
    session.saveSoon();
  }
}
