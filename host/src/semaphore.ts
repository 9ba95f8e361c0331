// Lets so much work run at once, and the rest wait for its turn in the order it came.

export class Turns {
  #free: number;
  readonly #waiting = new Set<() => void>();

  /** @param places how much may run at once */
  constructor(places: number) {
    this.#free = places;
  }

  /** Rejects with the signal's reason where that ends before the turn has come. */
  async take<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#turn(signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const aborted = (): void => {
      // At once: a place that is handed on before this goes on would be lost.
      this.#waiting.delete(resolve);
      reject(signal.reason);
    };
    this.#waiting.add(resolve);
    signal.addEventListener("abort", aborted);
    try {
      await promise;
    } finally {
      signal.removeEventListener("abort", aborted);
    }
  }

  /** Hands the place on to whoever waits longest. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free++;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
