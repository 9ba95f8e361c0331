// Runs work of the same key one after the other, and work of different keys at the same time.

export interface KeyedQueue {
  /** Waits for its turn; a signal aborted before that throws its reason and runs nothing. */
  run<T>(key: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T>;
}

export function createKeyedQueue(): KeyedQueue {
  const tails = new Map<string, Promise<void>>();
  return {
    async run(key, signal, work) {
      const before = tails.get(key) ?? Promise.resolve();
      const turn = (async () => {
        await before;
        signal?.throwIfAborted();
        return work();
      })();
      const tail = turn.then(
        () => undefined,
        () => undefined,
      );
      tails.set(key, tail);
      try {
        return await turn;
      } finally {
        if (tails.get(key) === tail) tails.delete(key);
      }
    },
  };
}
