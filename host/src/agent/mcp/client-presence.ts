// Decides whether an MCP client over HTTP is still there, by the requests that it holds open and by how they ended.

/** A client whose stream broke off comes back sooner than this, or is dead: it had no time to say goodbye. */
export const BROKEN_STREAM_MS = 30_000;
/** A seat may be given to another client after this time if all are taken: the lease of its session is over by then. */
export const SEAT_MS = 30 * 60_000;
/** A client that sends nothing for this long, and holds nothing open, has left without a word. */
export const SILENT_MS = 24 * 60 * 60_000;

/** A `stream` is what a client listens by; a `call` is a request that is answered. */
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

  /** Returns for how long it has had a seat for nothing, in ms; 0 while that is too short to lose the seat. */
  vacantMs(now: number): number {
    const silentMs = this.#silentMs(now);
    return silentMs > SEAT_MS ? silentMs : 0;
  }

  /** A client with something open is there. */
  #silentMs(now: number): number {
    return this.#open > 0 ? 0 : now - this.#seenAt;
  }
}
