// Waits for the browser to draw, also where it does not: a tab in the background runs no frames.

/** Longest wait for a frame before going on without, in ms. */
const FRAME_FALLBACK_MS = 100;

/** Resolves with the next frame; rejects with the signal's reason. */
export function nextFrame(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (): void => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      resolve();
    };
    const onAbort = (): void => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const frame = requestAnimationFrame(done);
    const timer = setTimeout(done, FRAME_FALLBACK_MS);
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}
