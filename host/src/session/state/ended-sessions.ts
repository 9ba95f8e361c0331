// Remembers why the latest sessions ended, for callers that still ask for them.
import { WebservError } from "@webserv/shared/errors/errors.ts";

const REMEMBERED = 200;

export class EndedSessions {
  readonly #reasons = new Map<string, string>();

  note(sessionId: string, reason: string): void {
    this.#reasons.set(sessionId, reason);
    const [oldest] = this.#reasons.keys();
    if (this.#reasons.size > REMEMBERED && oldest !== undefined) this.#reasons.delete(oldest);
  }

  /** Makes the `unknown-session` error for a session that is not open. */
  unknown(sessionId: string): WebservError {
    const reason = this.#reasons.get(sessionId);
    return reason === undefined
      ? new WebservError("unknown-session", `no open session has the id "${sessionId}"`)
      : new WebservError("unknown-session", `the session "${sessionId}" has ended: ${reason}`, {
          details: { reason },
        });
  }
}
