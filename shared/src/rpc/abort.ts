// Gives up waiting for a promise when a signal ends.

/**
 * What `work` gives, or the signal's reason, thrown as soon as that ends. The work itself goes on; that it fails later
 * is no unhandled rejection. Nothing stays at the signal, which may live much longer than the work.
 */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason);
    const leaveSignal = (): void => signal.removeEventListener("abort", giveUp);
    if (signal.aborted) giveUp();
    else signal.addEventListener("abort", giveUp, { once: true });
    work.then(resolve, reject).finally(leaveSignal);
  });
}
