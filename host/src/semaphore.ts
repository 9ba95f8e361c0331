// Lets a fixed number of pieces of work run at once; the others wait and run in the order they came.

export class Semaphore {
  #free: number;
  readonly #waiting = new Set<() => void>();

  /** @param permits how many pieces of work may run at once */
  constructor(permits: number) {
    this.#free = permits;
  }

  /** Runs `work` once it has a permit; if `signal` aborts before that, throws its reason and runs nothing. */
  async run<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  async #wait(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const aborted = (): void => {
      // Removed at once: a permit that is handed on before this rejects would be lost.
      this.#waiting.delete(resolve);
      reject(signal?.reason);
    };
    this.#waiting.add(resolve);
    signal?.addEventListener("abort", aborted);
    try {
      await promise;
    } finally {
      signal?.removeEventListener("abort", aborted);
    }
  }

  /** Hands the permit on to the work that waits longest, so that nothing slips in between. */
  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free++;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
