// What is said of dialogs: that one waits, that none does, and why one can't be answered.
import type { OpenDialog } from "@webserv/shared/model/dialog.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { Answer } from "./dialog-book.ts";

/** In words, as a reason and for the person. */
export function waitsForAnswer({ kind }: OpenDialog): string {
  return `a ${kind} dialog waits for an answer`;
}

export function dialogOpen(dialog: OpenDialog): WebservError {
  const { kind, message } = dialog;
  return new WebservError("dialog-open", `${waitsForAnswer(dialog)}: ${quoted(message)}`, {
    details: { kind, message },
  });
}

/** The browser takes the answer only from a debugger that was there when the dialog opened. */
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

/** Why a dialog has no place for the text of an answer; null where it has, or there is none. */
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
