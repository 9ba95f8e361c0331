// Decides whether an action may begin: it may not begin twice, after a stop, or beside another action.
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { ActionRecord, Lease } from "./lease.ts";
import { actionOf } from "./lease.ts";

export type Admission =
  | { readonly kind: "begin" }
  /** The same action was sent before; `record` says how far it came. */
  | { readonly kind: "repeat"; readonly record: ActionRecord };

/**
 * Decides about one action. `runningId` is the action in flight in this worker, or null.
 * @throws WebservError `action-id-reused`, `cancelled`, `session-stopped` or `session-busy`.
 */
export function admitAction(
  held: Lease,
  actionId: string,
  digest: string,
  runningId: string | null,
): Admission {
  const record = actionOf(held, actionId);
  if (record !== undefined && record.state !== "refused") {
    if (record.digest !== digest) {
      throw new WebservError(
        "action-id-reused",
        `the actionId "${actionId}" was used for another action of this session`,
        { details: { actionId } },
      );
    }
    return { kind: "repeat", record };
  }
  if (record !== undefined) {
    throw new WebservError(
      "cancelled",
      `the action "${actionId}" was reported as never begun, and so it does not begin now`,
      { next: "Send the action again under a new actionId." },
    );
  }
  assertNotStopped(held);
  if (runningId !== null) {
    throw new WebservError(
      "session-busy",
      `the session "${held.sessionId}" is still carrying out "${runningId}"`,
      { details: { actionId: runningId } },
    );
  }
  return { kind: "begin" };
}

/** Returns the lease. @throws WebservError `session-stopped`. */
export function assertNotStopped(held: Lease): Lease {
  if (held.stopped) throw stoppedError(held.sessionId);
  return held;
}

export function stoppedError(sessionId: string): WebservError {
  return new WebservError("session-stopped", `the person stopped the session "${sessionId}"`);
}
