// Knows which instances end by themselves: told by Incus's events, and by a look at everything after a gap in them.

export class StopWatch {
  readonly #watched = new Map<string, AbortController>();
  readonly #onStop: (instance: string) => void;

  /** `onStop` is called for instances that nobody meant to end. */
  constructor(onStop: (instance: string) => void) {
    this.#onStop = onStop;
  }

  get instances(): readonly string[] {
    return [...this.#watched.keys()];
  }

  /** Aborted when the instance ends. */
  watch(instance: string): AbortSignal {
    let ended = this.#watched.get(instance);
    if (ended === undefined) {
      ended = new AbortController();
      this.#watched.set(instance, ended);
    }
    return ended.signal;
  }

  /** It is about to be ended on purpose. */
  forget(instance: string): void {
    this.#watched.delete(instance);
  }

  /** Incus says that it runs no longer. */
  stopped(instance: string): void {
    const ended = this.#watched.get(instance);
    if (ended === undefined || ended.signal.aborted) return;
    ended.abort(new Error(`the instance ${instance} ended by itself`));
    this.#onStop(instance);
  }
}
