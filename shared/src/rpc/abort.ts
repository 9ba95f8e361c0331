// Gives up waiting for a promise when a signal ends.

/**
 * Resolves with the result of `work`, or throws the signal's reason as soon as the signal ends. The work itself goes
 * on; if it fails later, that is no unhandled rejection. Nothing stays at the signal, which may live much longer than
 * the work.
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
