// Prepares a step for its agent: the action as it may be kept, and errors as plain data.
import { toldAction, withheldAction, withheldOf } from "@webserv/shared/model/recorded-action.ts";
import type { RecordedAction } from "@webserv/shared/model/recorded-action.ts";
import type { StepError } from "@webserv/shared/model/step.ts";

/**
 * Returns the action as it was asked for, not as it was sent: a repeated one must be the same.
 * Entered text is included only if the worker reports it.
 */
export function reportedAction(asked: RecordedAction, sent: RecordedAction): RecordedAction {
  const withheld = withheldOf(sent);
  if (withheld !== undefined) return withheldAction(asked, withheld.unsure ? "unsure" : "secret");
  // A former daemon kept only the length of the text.
  return toldAction(withheldOf(asked) === undefined ? asked : sent);
}

export function stepErrorOf({ code, message, next, details }: StepError): StepError {
  return { code, message, next, details };
}
