// What is known of someone out of reach by how they have answered so far.

/** Nobody's answer comes later than this, in ms. */
export const CHAIN_MS = 1_000;
/** So many answers of one letter each tell that it is always one. */
const WHOLE_ANSWERS = 2;

/** All times are in ms on one clock. */
export class Habits {
  #answers = 0;
  #isInPieces = false;
  #lastMs = -Infinity;
  /** When a letter was last sent that nothing has come for yet; Infinity where there is none. */
  #unansweredMs = Infinity;

  /** Who has been asked before and has never answered is not waited for again. */
  isMute(nowMs: number): boolean {
    return this.#answers === 0 && nowMs - this.#unansweredMs > CHAIN_MS;
  }

  /** Who has always answered with one letter has said all with it. */
  get answersWhole(): boolean {
    return !this.#isInPieces && this.#answers > WHOLE_ANSWERS;
  }

  sent(atMs: number): void {
    if (this.#unansweredMs === Infinity) this.#unansweredMs = atMs;
  }

  /** @param isAnswer the first letter to come for one that was sent */
  came(isAnswer: boolean, atMs: number): void {
    if (!isAnswer && atMs - this.#lastMs < CHAIN_MS) this.#isInPieces = true;
    if (isAnswer) this.#answers++;
    this.#lastMs = atMs;
    this.#unansweredMs = Infinity;
  }

  /** What was sent is withdrawn. */
  closed(): void {
    this.#unansweredMs = Infinity;
  }
}
