// What the exit code of a command says.
import type { ErrorCode } from "@webserv/shared/protocol/errors.ts";

export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  unreachable: 3,
  notFound: 4,
  timeout: 5,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** For the help text. */
export const exitCodeWords: Readonly<Record<ExitCode, string>> = {
  0: "done",
  1: "failed: the action had no effect, a check found a fault",
  2: "the command line is wrong",
  3: "no daemon or no browser to talk to",
  4: "no such session, sandbox, site, checkpoint, trajectory or element",
  5: "no answer within the deadline",
  130: "interrupted",
};

const { failed, usage, unreachable, notFound, timeout, interrupted } = exitCodes;

/** Complete by type: a new error code does not compile until it is given its exit code. */
const byError: Readonly<Record<ErrorCode, ExitCode>> = {
  "parse-error": failed,
  "unknown-method": failed,
  "invalid-params": usage,
  "invalid-result": failed,
  "too-large": failed,
  "hello-first": failed,
  "version-mismatch": unreachable,
  timeout,
  cancelled: interrupted,
  disconnected: unreachable,
  overloaded: failed,
  unauthorized: unreachable,
  forbidden: unreachable,
  internal: failed,
  "daemon-unreachable": unreachable,
  "port-taken": unreachable,
  "no-browser": unreachable,
  "browser-not-found": unreachable,
  "unknown-browser": notFound,
  "launch-failed": unreachable,
  "profile-in-use": failed,
  "unknown-session": notFound,
  "session-busy": failed,
  "session-stopped": failed,
  "session-terminated": failed,
  "browser-gone": unreachable,
  "no-such-tab": notFound,
  "tab-closed": failed,
  "page-unreadable": failed,
  "page-unresponsive": failed,
  "navigation-failed": failed,
  "url-not-allowed": failed,
  "screenshot-failed": failed,
  "action-id-reused": failed,
  "unknown-id": notFound,
  ambiguous: notFound,
  "stale-id": notFound,
  covered: failed,
  slipped: failed,
  disabled: failed,
  outside: failed,
  moving: failed,
  "not-scrollable": failed,
  "not-editable": failed,
  "not-focusable": failed,
  "not-checkable": failed,
  "not-a-select": failed,
  "no-such-option": notFound,
  "value-refused": failed,
  "not-in-time": timeout,
  "unknown-key": failed,
  "unknown-site": notFound,
  "invalid-site": failed,
  "site-not-prepared": failed,
  "invalid-image": failed,
  "bake-failed": failed,
  "site-taken": failed,
  "unknown-sandbox": notFound,
  "sandbox-failed": failed,
  "sandbox-not-ready": failed,
  "sandbox-exists": failed,
  "unknown-checkpoint": notFound,
  "checkpoint-exists": failed,
  "limit-reached": failed,
  "backend-unavailable": failed,
  unsupported: failed,
  "unknown-trajectory": notFound,
  "recording-failed": failed,
};

export function exitCodeFor(code: ErrorCode): ExitCode {
  return byError[code];
}
