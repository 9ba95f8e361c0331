// Finds which instances end by themselves, from Incus's events, and from a look at everything after a gap in them.

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

  /** Returns a signal that is aborted when the instance ends. */
  watch(instance: string): AbortSignal {
    let ended = this.#watched.get(instance);
    if (ended === undefined) {
      ended = new AbortController();
      this.#watched.set(instance, ended);
    }
    return ended.signal;
  }

  /** Stops watching an instance that is about to be ended on purpose. */
  forget(instance: string): void {
    this.#watched.delete(instance);
  }

  /** Takes note that the instance runs no longer. */
  stopped(instance: string): void {
    const ended = this.#watched.get(instance);
    if (ended === undefined || ended.signal.aborted) return;
    ended.abort(new Error(`the instance ${instance} ended by itself`));
    this.#onStop(instance);
  }
}
