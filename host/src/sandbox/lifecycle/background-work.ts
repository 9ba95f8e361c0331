// Work that nobody waits for, such as deleting what was replaced: counted, so that the end can wait for it.

/** More than this many pieces and whoever adds one waits: else what is replaced would pile up. */
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
