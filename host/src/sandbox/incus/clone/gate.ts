// Lets so many pieces of work run at once; the others wait their turn, first come, first served.

export interface Gate {
  /** A signal aborted before the turn comes throws its reason and runs nothing. */
  run<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T>;
}

export function createGate(width: number): Gate {
  const waiting: (() => void)[] = [];
  let free = width;

  const enter = async (signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const give = (): void => {
      waiting.splice(waiting.indexOf(resolve), 1);
      reject(signal?.reason);
    };
    waiting.push(resolve);
    signal?.addEventListener("abort", give, { once: true });
    await promise.finally(() => signal?.removeEventListener("abort", give));
  };
  // The place is handed on rather than freed, so that nobody slips in between.
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };

  return {
    async run(signal, work) {
      await enter(signal);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
