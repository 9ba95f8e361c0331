// Sessions that an earlier daemon left without a word, kept for a while for the agents they belong to.

/** Agents look for the next daemon every two seconds; it may take some to start. */
const WAIT_MS = 60_000;

export class AwaitedAgents {
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  readonly #waitMs: number;

  constructor(waitMs = WAIT_MS) {
    this.#waitMs = waitMs;
  }

  /** `giveUp` is called where no agent claims the session in time; `ended` ends with the session. */
  wait(sessionId: string, giveUp: () => void, ended: AbortSignal): void {
    const timer = setTimeout(() => {
      this.#waiting.delete(sessionId);
      giveUp();
    }, this.#waitMs);
    this.#waiting.set(sessionId, timer);
    ended.addEventListener("abort", () => this.claim(sessionId));
  }

  /** Answers whether the session has waited for this. */
  claim(sessionId: string): boolean {
    clearTimeout(this.#waiting.get(sessionId));
    return this.#waiting.delete(sessionId);
  }
}
