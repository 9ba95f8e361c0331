// Describes failures of requests to Incus: its own words, the request, and the next thing to do.
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { ErrorCode } from "@webserv/shared/errors/errors.ts";

export interface IncusFailure {
  /** Method and path, such as `POST /1.0/instances`. */
  readonly asked: string;
  /** HTTP's status or the operation's; 0 if no answer came. */
  readonly status: number;
  /** Incus's own words, or the connection's. */
  readonly words: string;
  readonly cause?: unknown;
}

/**
 * Has the code `backend-unavailable` if Incus can't be reached or refuses us, `limit-reached` if it is out of space,
 * `timeout`, `too-large` (its answer), else `internal`: a caller that knows better says it in its own words.
 */
export class IncusError extends WebservError {
  readonly asked: string;
  readonly status: number;
  readonly words: string;

  constructor(code: ErrorCode, message: string, next: string, failure: IncusFailure) {
    const { asked, status, words, cause } = failure;
    super(code, message, { next, details: { asked, status, words }, cause });
    this.asked = asked;
    this.status = status;
    this.words = words;
  }
}

/** Makes the error for a request that Incus refused. */
export function refusal(failure: IncusFailure): IncusError {
  const [code, next] = meaning(failure);
  const message = `Incus refused ${failure.asked}: ${failure.words} (${failure.status})`;
  return new IncusError(code, message, next, failure);
}

function meaning({ status, words }: IncusFailure): [ErrorCode, string] {
  if (status === 401 || status === 403) {
    return [
      "backend-unavailable",
      "Let this user into Incus (root, or the group incus-admin), or trust the client's certificate for the project.",
    ];
  }
  if (status === 503) {
    return [
      "backend-unavailable",
      "Wait until Incus has started, then try again; `webserv doctor` tells.",
    ];
  }
  if (/no space left|disk quota|not enough space/i.test(words)) {
    return [
      "limit-reached",
      "Delete sandboxes or images that are no longer needed, or enlarge the storage pool.",
    ];
  }
  if (status === 404)
    return ["internal", "It is gone or was never made; look at what `webserv doctor` says."];
  return [
    "internal",
    "Look into Incus's log and the daemon's; `webserv doctor` checks the set-up.",
  ];
}

/** Makes the error for no answer: nobody listens, or the connection broke. */
export function unreachable(endpoint: string, failure: IncusFailure): IncusError {
  return new IncusError(
    "backend-unavailable",
    `Incus at ${endpoint} can't be reached for ${failure.asked}: ${failure.words}`,
    "Start Incus (`webserv doctor` tells how it is), or set it up with scripts/setup-incus.",
    failure,
  );
}

/**
 * Makes the error for an operation whose end was not heard: Incus was restarted, or the connection was away for long.
 */
export function outcomeUnknown(asked: string, cause: unknown): IncusError {
  const words = "Incus no longer knows its operation";
  return new IncusError(
    "backend-unavailable",
    `how ${asked} ended is unknown: ${words}, as after a restart`,
    "Look at the state of what it was about before trying again.",
    { asked, status: 0, words, cause },
  );
}

export function answerTimeout(asked: string, timeoutMs: number, cause: unknown): IncusError {
  const words = `no answer within ${timeoutMs} ms`;
  return new IncusError(
    "timeout",
    `Incus gave ${words} to ${asked}`,
    "See whether the machine is overloaded or Incus hangs: `webserv doctor`.",
    { asked, status: 0, words, cause },
  );
}

/** Makes the error for an answer that differs from Incus's documentation. */
export function malformed(
  asked: string,
  status: number,
  words: string,
  cause?: unknown,
): IncusError {
  return new IncusError(
    "internal",
    `Incus's answer to ${asked} can't be understood: ${words}`,
    "Check that it is an Incus of version 6 that listens there.",
    { asked, status, words, cause },
  );
}

/** Makes the error for a connection that ended in the middle of the answer. */
export function brokenOff(asked: string, status: number, cause: Error): IncusError {
  const words = `its answer broke off: ${cause.message}`;
  return new IncusError(
    "backend-unavailable",
    `Incus did not finish ${asked}: ${words}`,
    "See whether Incus is up (`webserv doctor`), and what became of what was asked.",
    { asked, status, words, cause },
  );
}

export function oversize(asked: string, status: number, maxBytes: number): IncusError {
  const words = `it is longer than ${maxBytes} bytes`;
  return new IncusError(
    "too-large",
    `Incus's answer to ${asked} is refused: ${words}`,
    "Ask for less at once.",
    {
      asked,
      status,
      words,
    },
  );
}

export function isIncusNotFound(thrown: unknown): boolean {
  return thrown instanceof IncusError && (thrown.status === 404 || /not found/i.test(thrown.words));
}

/** Tells whether the name asked for is in use: Incus answers 409, or an operation fails in its database's words. */
export function isIncusConflict(thrown: unknown): boolean {
  if (!(thrown instanceof IncusError)) return false;
  return thrown.status === 409 || /already exists|UNIQUE constraint failed/i.test(thrown.words);
}

/** Tells whether another operation holds the instance, or it is in the wrong state: then another try is worth it. */
export function isIncusBusy(thrown: unknown): boolean {
  return (
    thrown instanceof IncusError && /\bbusy\b|already (in progress|running)/i.test(thrown.words)
  );
}
