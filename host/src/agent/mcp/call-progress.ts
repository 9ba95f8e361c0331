// Passes the daemon's progress on the calls of an MCP connection to the tool call that each belongs to.
import type { Params } from "@webserv/shared/protocol/methods.ts";

export class CallProgress {
  readonly #listeners = new Map<string, (text: string) => void>();

  /** Calls `listener` with the progress of `progressId` until the returned function is called. */
  listen(progressId: string, listener: (text: string) => void): () => void {
    this.#listeners.set(progressId, listener);
    return () => void this.#listeners.delete(progressId);
  }

  report({ progressId, text, share }: Params<"import.progress">): void {
    const known = share === undefined ? "" : ` (${Math.round(share * 100)} %)`;
    this.#listeners.get(progressId)?.(`${text}${known}`);
  }
}
