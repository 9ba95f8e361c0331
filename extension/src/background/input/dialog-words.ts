// Makes the words and errors about dialogs: that one waits, that none does, and why one can't be answered.
import type { OpenDialog } from "@webserv/shared/model/page/dialog.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { Answer } from "./dialog-book.ts";

/** Says that a dialog waits, for a reason in a report and for the person. */
export function waitsForAnswer({ kind }: OpenDialog): string {
  return `a ${kind} dialog waits for an answer`;
}

export function dialogOpen(dialog: OpenDialog): WebservError {
  const { kind, message } = dialog;
  return new WebservError("dialog-open", `${waitsForAnswer(dialog)}: ${quoted(message)}`, {
    details: { kind, message },
  });
}

/** Says that a dialog is out of reach: the browser takes an answer only from a debugger attached before it opened. */
export function outOfReach({ kind, message }: OpenDialog, cause?: unknown): WebservError {
  return new WebservError(
    "dialog-unanswerable",
    `the ${kind} dialog ${quoted(message)} can't be answered from here any more: the browser's debugger was detached while it was open`,
    { details: { kind, message }, cause },
  );
}

export function noDialog(cause?: unknown): WebservError {
  return new WebservError("no-dialog", "no dialog waits for an answer in the current tab", {
    cause,
  });
}

/** Returns an error if the answer has a text and the dialog has no field for it, else null. */
export function misplacedText({ kind, message }: OpenDialog, answer: Answer): WebservError | null {
  if (answer.text === undefined || (kind === "prompt" && answer.accept)) return null;
  const why = kind === "prompt" ? "a prompt that is dismissed" : `a ${kind}`;
  return new WebservError("invalid-params", `${why} takes no text`, {
    next: "Leave text out.",
    details: { kind, message },
  });
}

function quoted(message: string): string {
  return JSON.stringify(message.slice(0, 200));
}
