// Learns how a peer out of reach answers, from how it has answered so far.

/** No answer comes later than this, in ms. */
export const CHAIN_MS = 1_000;
/** So many answers of one message each tell that it is always one. */
const WHOLE_ANSWERS = 2;

/** Counts all times in ms on one clock. */
export class ReplyPattern {
  #answers = 0;
  #isInPieces = false;
  #lastMs = -Infinity;
  /** The time when a message was sent for which nothing has come yet; Infinity if there is none. */
  #unansweredMs = Infinity;

  /** Tells whether the peer has been asked before and has never answered: it is not waited for again. */
  isSilent(nowMs: number): boolean {
    return this.#answers === 0 && nowMs - this.#unansweredMs > CHAIN_MS;
  }

  /** Tells whether the peer has always answered with one message, and so has said all with it. */
  get answersOnce(): boolean {
    return !this.#isInPieces && this.#answers > WHOLE_ANSWERS;
  }

  sent(atMs: number): void {
    if (this.#unansweredMs === Infinity) this.#unansweredMs = atMs;
  }

  /** @param isAnswer says that this is the first message to come for one that was sent */
  came(isAnswer: boolean, atMs: number): void {
    if (!isAnswer && atMs - this.#lastMs < CHAIN_MS) this.#isInPieces = true;
    if (isAnswer) this.#answers++;
    this.#lastMs = atMs;
    this.#unansweredMs = Infinity;
  }

  /** Withdraws what was sent. */
  closed(): void {
    this.#unansweredMs = Infinity;
  }
}
