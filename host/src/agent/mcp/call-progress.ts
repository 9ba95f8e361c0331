// How far the daemon is with the calls of an MCP connection, told to the call that each is part of.
import type { Params } from "@webserv/shared/protocol/methods.ts";

export class CallProgress {
  readonly #hearing = new Map<string, (text: string) => void>();

  /** Until the answer is called, `hear` is told what the daemon says of `progressId`. */
  hear(progressId: string, hear: (text: string) => void): () => void {
    this.#hearing.set(progressId, hear);
    return () => void this.#hearing.delete(progressId);
  }

  told({ progressId, text, share }: Params<"import.progress">): void {
    const known = share === undefined ? "" : ` (${Math.round(share * 100)} %)`;
    this.#hearing.get(progressId)?.(`${text}${known}`);
  }
}
