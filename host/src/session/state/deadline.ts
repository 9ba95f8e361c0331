// A point in time by which a call must have been answered.

export interface Deadline {
  /** What is left, in ms; 0 when it has passed. */
  readonly leftMs: number;
}

export function deadlineIn(ms: number): Deadline {
  const at = performance.now() + ms;
  return {
    get leftMs() {
      return Math.max(0, at - performance.now());
    },
  };
}

/** The promise's outcome, or the signal's reason as soon as it ends; the promise goes on by itself. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const aborted = (): void => reject(signal.reason);
    if (signal.aborted) aborted();
    signal.addEventListener("abort", aborted);
    promise
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", aborted))
      .catch(reject);
  });
}
