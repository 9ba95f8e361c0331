// Counts work that nobody waits for, such as the deletion of replaced data, so that the end can wait for it.

/** If there are more pieces than this, the one who adds another waits: else replaced data would pile up. */
const MANY = 24;

export class BackgroundWork {
  readonly #running = new Set<Promise<void>>();
  readonly #failed: (error: unknown) => void;

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  add(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => this.#failed(error))
      .finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }

  /** Resolves when there is room for more. */
  async room(signal: AbortSignal): Promise<void> {
    while (this.#running.size >= MANY) {
      await Promise.race(this.#running);
      signal.throwIfAborted();
    }
  }

  /** Resolves when everything is over, also what was added meanwhile. */
  async finished(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
