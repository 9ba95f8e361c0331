// Waits for the browser to draw, also where it does not: a tab in the background runs no frames.

/** Longest wait for a frame where none may ever come, in ms. */
const HIDDEN_FALLBACK_MS = 100;
/** Longest wait where frames are drawn: without one, what moves would seem to rest. */
const VISIBLE_FALLBACK_MS = 1000;

/** Resolves with the next frame, to whether there was one; rejects with the signal's reason. */
export function nextFrame(signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const done = (drawn: boolean): void => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      resolve(drawn);
    };
    const onAbort = (): void => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const frame = requestAnimationFrame(() => done(true));
    const isHidden = document.visibilityState === "hidden";
    const timer = setTimeout(
      () => done(false),
      isHidden ? HIDDEN_FALLBACK_MS : VISIBLE_FALLBACK_MS,
    );
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}
