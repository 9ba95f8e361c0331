// Decides what is said of a step: done, failed or unknown, and with which error.
import type { ActionType } from "@webserv/shared/model/action.ts";
import type { StepError, StepOutcome, StepStatus } from "@webserv/shared/model/step.ts";
import type { ErrorCode } from "@webserv/shared/protocol/errors.ts";
import { WebservError } from "@webserv/shared/protocol/errors.ts";

/** Errors that say nothing about whether input that was sent took effect. */
const uncertain: ReadonlySet<ErrorCode> = new Set([
  "page-unresponsive",
  "disconnected",
  "tab-closed",
  "session-stopped",
  "cancelled",
  "timeout",
  "internal",
]);

/** `error` is what the action itself threw; `touched`: something may have reached the page. */
export function stepStatusOf(error: WebservError | null, touched: boolean): StepStatus {
  if (error === null) return "done";
  return touched && uncertain.has(error.code) ? "unknown" : "failed";
}

export function toStepError(error: WebservError): StepError {
  const { code, message, next, details } = error;
  return { code, message, next, details };
}

const loading: ReadonlySet<ActionType> = new Set(["goto", "back", "forward", "refresh", "new_tab"]);

/** The error of a load that ended on the browser's error page; it fails the actions that asked for it. */
export function netFailure(
  type: ActionType,
  failure: { readonly url: string; readonly error: string } | null,
): { readonly error: WebservError; readonly failsAction: boolean } | null {
  if (failure === null) return null;
  return { error: navigationError(failure), failsAction: loading.has(type) };
}

export function navigationError(failure: {
  readonly url: string;
  readonly error: string;
}): WebservError {
  const { url, error } = failure;
  return new WebservError(
    "navigation-failed",
    `${url.slice(0, 300)} could not be loaded: ${error}`,
    {
      details: { url, netError: error },
    },
  );
}

/** The outcome of an action that a former worker began: nobody knows what became of it. */
export function lostOutcome(
  outcome: Pick<StepOutcome, "actionId" | "action" | "input" | "observation">,
  status: StepStatus,
  sinceMs: number,
): StepOutcome {
  const totalMs = performance.now() - sinceMs;
  return {
    ...outcome,
    status,
    effects: {},
    settle: null,
    times: { locateMs: 0, inputMs: 0, settleMs: 0, observeMs: totalMs, totalMs },
    ...(status === "unknown"
      ? {
          error: toStepError(
            new WebservError(
              "disconnected",
              `the browser's service worker ended while it carried out "${outcome.actionId}"`,
              { next: "Look at the observation before acting again." },
            ),
          ),
        }
      : {}),
  };
}
