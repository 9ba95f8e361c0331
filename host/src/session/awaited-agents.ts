// Keeps sessions of an earlier daemon for a while, until the agents they belong to come back.

/** Agents look for the next daemon every two seconds; it may take some to start. */
const WAIT_MS = 60_000;

export class AwaitedAgents {
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  readonly #waitMs: number;

  constructor(waitMs = WAIT_MS) {
    this.#waitMs = waitMs;
  }

  /**
   * @param giveUp called if no agent claims the session in time
   * @param ended aborts with the session
   */
  wait(sessionId: string, giveUp: () => void, ended: AbortSignal): void {
    const timer = setTimeout(() => {
      this.#waiting.delete(sessionId);
      giveUp();
    }, this.#waitMs);
    this.#waiting.set(sessionId, timer);
    ended.addEventListener("abort", () => this.claim(sessionId));
  }

  /** Ends the wait and tells whether the session was waiting. */
  claim(sessionId: string): boolean {
    clearTimeout(this.#waiting.get(sessionId));
    return this.#waiting.delete(sessionId);
  }
}
