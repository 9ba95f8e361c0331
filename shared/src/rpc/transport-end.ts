// What every end of a connection has in common: one listener each for messages and for its one close.
import type { Transport } from "./transport.ts";

export class TransportEnd {
  #onMessage: (message: unknown) => void = () => {};
  #onClose: (reason: string) => void = () => {};
  #open = true;

  /** For the transport that is made of it. */
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

  /** Nothing arrives at an end that is closed. */
  receive(message: unknown): void {
    if (this.#open) this.#onMessage(message);
  }

  /** Tells the listener; answers whether it was open until now. */
  close(reason: string): boolean {
    if (!this.#open) return false;
    this.#open = false;
    this.#onClose(reason);
    return true;
  }
}
