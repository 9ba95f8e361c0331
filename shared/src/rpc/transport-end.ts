// Implements the common part of every end of a connection: one listener each for messages and for its one close.
import type { Transport } from "./transport.ts";

export class TransportEnd {
  #onMessage: (message: unknown) => void = () => {};
  #onClose: (reason: string) => void = () => {};
  #open = true;

  /** The part of the transport that registers listeners. */
  readonly listeners: Pick<Transport, "onMessage" | "onClose"> = {
    onMessage: (listener) => {
      this.#onMessage = listener;
    },
    onClose: (listener) => {
      this.#onClose = listener;
    },
  };

  get open(): boolean {
    return this.#open;
  }

  /** Drops messages at an end that is closed. */
  receive(message: unknown): void {
    if (this.#open) this.#onMessage(message);
  }

  /** Calls the listener; returns whether it was open until now. */
  close(reason: string): boolean {
    if (!this.#open) return false;
    this.#open = false;
    this.#onClose(reason);
    return true;
  }
}
