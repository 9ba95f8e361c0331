// Whether an MCP client over HTTP is still there, told by what it holds open and by how that ended.

/** One whose stream broke off comes back sooner than this, or is dead: it had no time to say goodbye. */
export const BROKEN_STREAM_MS = 30_000;
/** Its seat is given to another after this, where all are taken: its session's lease is over by then. */
export const SEAT_MS = 30 * 60_000;
/** One that asks nothing for this long, and holds nothing open, has gone without a word. */
export const SILENT_MS = 24 * 60 * 60_000;

/** `stream`: by which a client listens; `call`: a request that is answered. */
export type Held = "stream" | "call";

export class ClientPresence {
  #open = 0;
  #seenAt: number;
  #streamBroke = false;

  /** Times are in ms, of any one clock. */
  constructor(now: number) {
    this.#seenAt = now;
  }

  begun(now: number): void {
    this.#open++;
    this.#seenAt = now;
    this.#streamBroke = false;
  }

  /** @param brokenOff the client left before it was complete; of a call that says nothing: it may want another one */
  ended(what: Held, brokenOff: boolean, now: number): void {
    this.#open--;
    this.#seenAt = now;
    if (what === "stream" && brokenOff) this.#streamBroke = true;
  }

  isGone(now: number): boolean {
    return this.#silentMs(now) > (this.#streamBroke ? BROKEN_STREAM_MS : SILENT_MS);
  }

  /** For how long it has had a seat for nothing; 0 while it has not waited long enough to lose it. */
  vacantMs(now: number): number {
    const silentMs = this.#silentMs(now);
    return silentMs > SEAT_MS ? silentMs : 0;
  }

  /** What is open is a client that is there. */
  #silentMs(now: number): number {
    return this.#open > 0 ? 0 : now - this.#seenAt;
  }
}
