// Decides whether an MCP client over HTTP is still there, by the requests that it holds open and by how they ended.

/** A client whose stream broke off comes back sooner than this, or is dead: it could not end its session itself. */
export const BROKEN_STREAM_MS = 30_000;
/**
 * If all seats are taken, a seat unused for this long may go to another client: its session's lease is over by then.
 */
export const SEAT_MS = 30 * 60_000;
/** A client that sends nothing for this long, and holds nothing open, is gone for good. */
export const SILENT_MS = 24 * 60 * 60_000;

/** A client listens on a `stream`; a `call` is a request that is answered. */
export type RequestKind = "stream" | "call";

export class ClientPresence {
  #open = 0;
  #seenAt: number;
  #streamBroke = false;

  /** @param now in ms of any one clock, here and in the methods */
  constructor(now: number) {
    this.#seenAt = now;
  }

  begun(now: number): void {
    this.#open++;
    this.#seenAt = now;
    this.#streamBroke = false;
  }

  /**
   * @param brokenOff the client left before the answer was complete; for a call that means nothing:
   *   it may ask again
   */
  ended(what: RequestKind, brokenOff: boolean, now: number): void {
    this.#open--;
    this.#seenAt = now;
    if (what === "stream" && brokenOff) this.#streamBroke = true;
  }

  isGone(now: number): boolean {
    return this.#silentMs(now) > (this.#streamBroke ? BROKEN_STREAM_MS : SILENT_MS);
  }

  /** Returns for how long its seat has been unused, in ms; 0 while that is too short to lose the seat. */
  vacantMs(now: number): number {
    const silentMs = this.#silentMs(now);
    return silentMs > SEAT_MS ? silentMs : 0;
  }

  /** A client with something open is there. */
  #silentMs(now: number): number {
    return this.#open > 0 ? 0 : now - this.#seenAt;
  }
}
