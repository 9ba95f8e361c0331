// Passes the daemon's progress on the calls of an MCP connection to the tool call that each belongs to.
import type { Params } from "@webserv/shared/protocol/methods.ts";

export class CallProgress {
  readonly #hearing = new Map<string, (text: string) => void>();

  /** Calls `listener` with the progress of `progressId` until the returned function is called. */
  hear(progressId: string, hear: (text: string) => void): () => void {
    this.#hearing.set(progressId, hear);
    return () => void this.#hearing.delete(progressId);
  }

  told({ progressId, text, share }: Params<"import.progress">): void {
    const known = share === undefined ? "" : ` (${Math.round(share * 100)} %)`;
    this.#hearing.get(progressId)?.(`${text}${known}`);
  }
}
