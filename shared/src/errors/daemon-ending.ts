// Makes the error of every call that the daemon's end cuts short.
import { WebservError } from "./errors.ts";
import type { ErrorCode } from "./errors.ts";

/** The code is the one that the caller of such a call expects. */
export function daemonEnding(code: ErrorCode): WebservError {
  return new WebservError(code, "the daemon is ending", {
    next: "Connect again: another daemon is started.",
  });
}
