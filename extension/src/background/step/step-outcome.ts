// Decides the status of a step, which is done, failed or unknown, and its error.
import type { ActionType, Asked } from "@webserv/shared/model/action.ts";
import { withheldAction } from "@webserv/shared/model/recorded-action.ts";
import type { StepError, StepOutcome, StepStatus } from "@webserv/shared/model/step.ts";
import type { ErrorCode } from "@webserv/shared/errors/errors.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import { mayHaveArrived } from "../asks/ask-words.ts";
import { navigationError } from "../watch/navigation-error.ts";
import type { DocumentLoad } from "../watch/navigation-log.ts";
import { ABORTED } from "../watch/navigation-log.ts";

/** These errors do not say whether input that was sent took effect. */
const uncertain: ReadonlySet<ErrorCode> = new Set([
  "page-unresponsive",
  "dialog-open",
  "disconnected",
  "tab-closed",
  "session-stopped",
  "cancelled",
  "timeout",
  "internal",
  "slipped",
]);

/**
 * Decides the status. `error` is the one that the action itself threw; `touched` says that input may have reached the
 * page.
 */
export function stepStatusOf(error: WebservError | null, touched: boolean): StepStatus {
  if (error === null) return "done";
  const isUncertain = uncertain.has(error.code) || mayHaveArrived(error);
  return touched && isUncertain ? "unknown" : "failed";
}

export function toStepError(error: WebservError): StepError {
  const { code, message, next, details } = error;
  return { code, message, next, details };
}

const loading: ReadonlySet<ActionType> = new Set(["goto", "back", "forward", "refresh", "new_tab"]);

/**
 * Judges the last load since the input: it may have ended on the browser's error page, or may never have been shown,
 * as with a download, or may not have come within the time. Such a load fails an action that asked for it; for other
 * actions it is only reported.
 * @param unsettled is the reason for which the page was not waited for to the end
 */
export function loadFailure(
  type: ActionType,
  last: DocumentLoad | undefined,
  unsettled: WebservError | null = null,
): { readonly error: WebservError; readonly failsAction: boolean } | null {
  const failsAction = loading.has(type);
  if (unsettled?.code === "still-loading") return { error: unsettled, failsAction };
  if (last === undefined || last.error === null) return null;
  if (last.error === ABORTED && !failsAction) return null;
  return { error: navigationError({ ...last, error: last.error }), failsAction };
}

/** Makes the outcome of an action that an earlier worker began and whose result is unknown. */
export function lostOutcome(
  outcome: Pick<StepOutcome, "actionId" | "input" | "observation"> & { readonly action: Asked },
  status: StepStatus,
  sinceMs: number,
): StepOutcome {
  const totalMs = performance.now() - sinceMs;
  return {
    ...outcome,
    action: withheldAction(outcome.action, "unsure"),
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
