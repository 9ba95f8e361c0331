// Sends one action to its browser, at most once, and finds out its outcome whatever happens.
import { setTimeout as delay } from "node:timers/promises";

import type { Asked } from "@webserv/shared/model/action.ts";
import { withheldAction } from "@webserv/shared/model/recorded-action.ts";
import type { RecordedAction } from "@webserv/shared/model/recorded-action.ts";
import type { Observation, ObserveOptions } from "@webserv/shared/model/page/observation.ts";
import type { SettleOptions } from "@webserv/shared/model/page/settle.ts";
import type { InputMode, StepError, StepOutcome } from "@webserv/shared/model/step.ts";
import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";

import type { BrowserLink } from "../browsers/browser.ts";
import type { Deadline } from "../state/deadline.ts";
import { judgeOutcome } from "./outcome-verdict.ts";

/** The time that a browser may be away before an action that was not sent is refused, in ms. */
export const BROWSER_WAIT_MS = 10_000;
/** The part of the deadline that is kept for asking about an action's outcome and for reading the page. */
const RESERVE_MS = 3000;
/**
 * The time that one question about an action's outcome waits, in ms; if the action is still under way, it is asked
 * again.
 */
const QUESTION_MS = 5000;
const ASK_AGAIN_MS = 50;

/** An action to ask about. If a former daemon left it, only its record exists. */
export interface AskedAction {
  readonly sessionId: string;
  readonly actionId: string;
  readonly step: number;
  readonly action: RecordedAction;
  readonly settle: SettleOptions;
  readonly observe: ObserveOptions;
}

export interface ActionOrder extends AskedAction {
  readonly action: Asked;
}

export interface CarryOutOptions {
  readonly deadline: Deadline;
  /** Waits for the session's browser; throws `browser-gone`. */
  readonly connect: (waitMs: number, signal: AbortSignal) => Promise<BrowserLink>;
  /** Aborts with the session. */
  readonly signal: AbortSignal;
  /** Aborts if the agent cancels the action; its outcome is still found out. */
  readonly cancel: AbortSignal;
  /** The session's input, for an outcome that has to be made up. */
  readonly input: InputMode;
}

export interface FoundOutcome {
  readonly outcome: StepOutcome;
  /** False if the browser could not be asked; it may be asked again later. */
  readonly final: boolean;
}

/**
 * @param begin called with the connection just before the action is sent
 * @throws WebservError if nothing of the action has happened: `browser-gone`, what the extension
 *   threw, or the reason of `signal` or `cancel`.
 */
export async function carryOut(
  order: ActionOrder,
  options: CarryOutOptions,
  begin: (link: BrowserLink) => void,
): Promise<FoundOutcome> {
  const { deadline, cancel, signal } = options;
  const link = await options.connect(
    Math.min(deadline.leftMs, BROWSER_WAIT_MS),
    AbortSignal.any([signal, cancel]),
  );
  begin(link);
  const leftMs = deadline.leftMs;
  try {
    const outcome = await link.peer.call("lease.act", order, {
      timeoutMs: Math.max(1, leftMs - Math.min(RESERVE_MS, leftMs / 4)),
      signal: AbortSignal.any([signal, cancel]),
    });
    return { outcome, final: true };
  } catch (error) {
    return await findOutcome(order, options, {
      cause: toWebservError(error),
      workerId: link.workerId,
    });
  }
}

export interface LostAction {
  /** The reason why there was no answer. */
  readonly cause: WebservError;
  /** The worker that the action was sent to. */
  readonly workerId: string;
}

/** Asks the browser, once it is back, for the outcome of an action that was sent. */
export async function findOutcome(
  order: AskedAction,
  options: CarryOutOptions,
  lost: LostAction,
): Promise<FoundOutcome> {
  const { deadline, signal } = options;
  const { cause } = lost;
  for (;;) {
    let link: BrowserLink;
    try {
      // `connect` returns a connected browser at once, even for a session that has ended.
      signal.throwIfAborted();
      link = await options.connect(deadline.leftMs, signal);
    } catch (error) {
      const outcome = unknownOutcome(order, options, toWebservError(error), null);
      return { outcome, final: signal.aborted };
    }
    try {
      const { sessionId, actionId } = order;
      const timeoutMs = Math.max(1, Math.min(QUESTION_MS, deadline.leftMs));
      const answer = await link.peer.call(
        "lease.outcome",
        { sessionId, actionId },
        { timeoutMs, signal },
      );
      const verdict = judgeOutcome(answer, {
        cause: cause.code,
        sameWorker: link.workerId === lost.workerId,
        timeLeft: deadline.leftMs > RESERVE_MS / 2,
      });
      switch (verdict.kind) {
        case "outcome":
          return { outcome: verdict.outcome, final: true };
        case "wait":
          await delay(ASK_AGAIN_MS, undefined, { signal });
          continue;
        case "refused":
          throw cause;
        case "failed":
          return { outcome: lostOutcome(order, options, cause), final: true };
        case "unknown": {
          const seen = await observeIfPossible(order, link, options);
          return { outcome: unknownOutcome(order, options, cause, seen), final: true };
        }
      }
    } catch (error) {
      if (error === cause) throw error;
      const fault = toWebservError(error);
      const later = link.peer.closed.aborted || fault.code === "timeout";
      // Waits for the browser or the action's end, or finds that the session has ended.
      if (signal.aborted || (later && deadline.leftMs > 0)) continue;
      return { outcome: unknownOutcome(order, options, fault, null), final: false };
    }
  }
}

/** Returns a fresh observation, if there is time and the page can be read. */
async function observeIfPossible(
  { sessionId, observe }: AskedAction,
  link: BrowserLink,
  { deadline, signal }: CarryOutOptions,
): Promise<Observation | null> {
  try {
    const timeoutMs = Math.max(1, deadline.leftMs - 100);
    return await link.peer.call("lease.observe", { sessionId, observe }, { timeoutMs, signal });
  } catch {
    return null;
  }
}

function unknownOutcome(
  order: AskedAction,
  options: CarryOutOptions,
  cause: WebservError,
  observation: Observation | null,
): StepOutcome {
  return {
    ...emptyOutcome(order, options, "unknown"),
    error: stepError(
      cause,
      `nobody knows whether the ${order.action.type} was carried out: ${cause.message}`,
      "Look at the page before you decide what to do; do not send the same action again blindly.",
    ),
    observation,
  };
}

function lostOutcome(
  order: AskedAction,
  options: CarryOutOptions,
  cause: WebservError,
): StepOutcome {
  return {
    ...emptyOutcome(order, options, "failed"),
    error: stepError(
      new WebservError("disconnected", cause.message),
      `the ${order.action.type} never reached the page: ${cause.message}`,
      "Send it again under a new actionId.",
    ),
    observation: null,
  };
}

function emptyOutcome(
  order: AskedAction,
  { input }: CarryOutOptions,
  status: "failed" | "unknown",
): Omit<StepOutcome, "error" | "observation"> {
  return {
    actionId: order.actionId,
    status,
    // No frame has said whether the entered text is a secret.
    action: withheldAction(order.action, "unsure"),
    input,
    effects: {},
    settle: null,
    times: { locateMs: 0, inputMs: 0, settleMs: 0, observeMs: 0, totalMs: 0 },
  };
}

function stepError(cause: WebservError, message: string, next: string): StepError {
  return { code: cause.code, message, next, details: cause.details };
}
