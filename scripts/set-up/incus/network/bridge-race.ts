// Tries again what Incus refuses because another interface of the machine went while it looked at all of them.

const MOST_TRIES = 10;

/** Tries again after that race. @throws what `work` throws, if it is no such race or the tenth try. */
export async function withoutBridgeRace<R>(work: () => Promise<R>): Promise<R> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isBridgeRace(error) || tries === MOST_TRIES) throw error;
    }
  }
}

function isBridgeRace(error: unknown): boolean {
  return error instanceof Error && error.message.includes("bridge children interfaces");
}
