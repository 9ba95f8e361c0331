// Keeps the ids of a client's sessions of lifetime `agent`: its next connection takes them over.
import type { MethodOn, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";

type AgentMethod = MethodOn<"agent-daemon">;

/** No hello may name more; the oldest are left to expire. */
const MOST = 64;

export class OwnSessions {
  readonly #ids = new Set<string>();

  get ids(): readonly string[] {
    return [...this.#ids].slice(-MOST);
  }

  /** Notes which sessions a successful call opened or ended. */
  note(method: AgentMethod, params: ParamsInput<AgentMethod>, result: Result<AgentMethod>): void {
    if ("lifetime" in params && params.lifetime === "agent" && "session" in result) {
      this.#ids.add(result.session.sessionId);
    }
    if (method === "session.close") this.forget(params);
    if ("replaces" in params && params.replaces !== undefined) this.#ids.delete(params.replaces);
  }

  /** Forgets the session that a call was for, because it has ended. */
  forget(params: ParamsInput<AgentMethod>): void {
    if ("sessionId" in params && params.sessionId !== undefined) this.#ids.delete(params.sessionId);
  }
}
