// Defines every error that WebServ can answer with: its code, what it means, and what to do about it.
import { browserErrors } from "./browsers.ts";
import { elementErrors } from "./elements.ts";
import { linkErrors } from "./links.ts";
import { modelErrors } from "./models.ts";
import { sandboxErrors } from "./sandboxes.ts";
import { sessionErrors } from "./sessions.ts";
import { trajectoryErrors } from "./trajectories.ts";

/** The catalogue, with one file per domain. */
export const errorCatalogue = {
  ...linkErrors,
  ...browserErrors,
  ...sessionErrors,
  ...elementErrors,
  ...sandboxErrors,
  ...trajectoryErrors,
  ...modelErrors,
};

export type ErrorCode = keyof typeof errorCatalogue;

export interface ErrorOptions {
  /** Advice that is more exact than the catalogue's. */
  next?: string;
  /** Machine-readable facts: nearest ids, the field at fault, limits. */
  details?: Record<string, unknown>;
  cause?: unknown;
}

/** The one error that crosses boundaries: a code, what failed with which value, what to do next. */
export class WebservError extends Error {
  override readonly name = "WebservError";
  readonly code: ErrorCode;
  readonly next: string;
  readonly details: Record<string, unknown>;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.next = options.next ?? errorCatalogue[code].next;
    this.details = options.details ?? {};
  }
}

/** Converts anything that was thrown; a foreign error becomes `internal` and stays its cause. */
export function toWebservError(thrown: unknown): WebservError {
  if (thrown instanceof WebservError) return thrown;
  // Node's own functions, when a signal ends them, throw an AbortError whose cause is the signal's
  // reason.
  if (thrown instanceof Error && thrown.name === "AbortError" && thrown.cause !== undefined) {
    return toWebservError(thrown.cause);
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOSPC") {
    return new WebservError("limit-reached", message, {
      next: "Free space on the disk of the path named, and try again.",
      cause: thrown,
    });
  }
  return new WebservError("internal", message, { cause: thrown });
}

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === "string" && Object.hasOwn(errorCatalogue, code);
}
