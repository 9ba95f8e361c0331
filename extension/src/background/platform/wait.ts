// Waits until a time has passed or a promise resolves, and gives up when a signal ends.

/** Resolves after `ms`. @throws the signal's reason when it ends first. */
export function waitMs(ms: number, signal: AbortSignal): Promise<void> {
  return abortable(new Promise((resolve) => setTimeout(resolve, ms)), signal);
}

/** Resolves as `promise` does. @throws the signal's reason as soon as that ends */
export async function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  // Whoever gave the promise up must not hear of its failure as an unhandled rejection.
  promise.catch(() => {});
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
