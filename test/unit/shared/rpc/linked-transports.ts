// Two transports that are each other's other end, within one process.
import type { Transport } from "@webserv/shared/rpc/transport.ts";

export interface End extends Transport {
  /** Everything this end was asked to send. */
  readonly sent: unknown[];
  /** Why it was closed, undefined while it is open. */
  readonly closedFor: string | undefined;
}

/** Messages travel as JSON and arrive in a later microtask, as over a real connection. */
export function linkedTransports(): [End, End] {
  const ends: [LinkedEnd, LinkedEnd] = [new LinkedEnd(), new LinkedEnd()];
  ends[0].other = ends[1];
  ends[1].other = ends[0];
  return ends;
}

class LinkedEnd implements End {
  readonly sent: unknown[] = [];
  closedFor: string | undefined;
  other: LinkedEnd | undefined;
  #onMessage: (message: unknown) => void = () => {};
  #onClose: (reason: string) => void = () => {};

  send(message: unknown): void {
    if (this.closedFor !== undefined) return;
    const json = JSON.stringify(message);
    this.sent.push(JSON.parse(json));
    queueMicrotask(() => this.other?.receive(JSON.parse(json)));
  }

  receive(message: unknown): void {
    if (this.closedFor === undefined) this.#onMessage(message);
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#onMessage = listener;
  }

  onClose(listener: (reason: string) => void): void {
    this.#onClose = listener;
  }

  close(reason = "closed"): void {
    this.end(reason);
    this.other?.end(reason);
  }

  end(reason: string): void {
    if (this.closedFor !== undefined) return;
    this.closedFor = reason;
    this.#onClose(reason);
  }
}
