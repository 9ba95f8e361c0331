// Decides what a browser's report about an action means for the caller that waits for its answer.
import type { Result } from "@webserv/shared/protocol/methods.ts";
import type { StepOutcome } from "@webserv/shared/model/step.ts";
import type { ErrorCode } from "@webserv/shared/errors/errors.ts";

export interface Circumstances {
  /** The reason why the action's own answer did not come. */
  readonly cause: ErrorCode;
  /** True if the worker that answers now is the one that was sent the action. */
  readonly sameWorker: boolean;
  readonly timeLeft: boolean;
}

export type OutcomeVerdict =
  | { readonly kind: "outcome"; readonly outcome: StepOutcome }
  /** It is still being carried out: ask again. */
  | { readonly kind: "wait" }
  /** The extension refused it: its own error is the answer, and nothing happened. */
  | { readonly kind: "refused" }
  /** It was lost on its way: nothing happened, and nothing will. */
  | { readonly kind: "failed" }
  /** It may have happened. */
  | { readonly kind: "unknown" };

/** Errors of the connection, which say nothing about the action. */
const CONNECTION_ERRORS = new Set<ErrorCode>([
  "disconnected",
  "timeout",
  "cancelled",
  "browser-gone",
]);

export function judgeOutcome(
  answer: Result<"lease.outcome">,
  circumstances: Circumstances,
): OutcomeVerdict {
  const { cause, sameWorker, timeLeft } = circumstances;
  switch (answer.state) {
    case "finished":
      // Browsers keep few reports: without one, all that is known is that something happened.
      return answer.outcome === undefined
        ? { kind: "unknown" }
        : { kind: "outcome", outcome: answer.outcome };
    case "never":
      return CONNECTION_ERRORS.has(cause) ? { kind: "failed" } : { kind: "refused" };
    case "begun":
      return sameWorker && timeLeft && (cause === "disconnected" || cause === "timeout")
        ? { kind: "wait" }
        : { kind: "unknown" };
  }
}
