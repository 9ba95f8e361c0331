// Waits for the browser to draw, also where it does not: a tab in the background runs no frames.

/** Longest wait for a frame where none may ever come, in ms. */
const HIDDEN_FALLBACK_MS = 100;
/** Longest wait where frames are drawn: without one, what moves would seem to rest. */
const VISIBLE_FALLBACK_MS = 1000;

/** Resolves with the next frame, to whether there was one; rejects with the signal's reason. */
export function nextFrame(signal: AbortSignal): Promise<boolean> {
  const before = document.timeline.currentTime;
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
    const draw = (): void => {
      // A busy browser may draw twice at the same time of its animations, which then seem to rest.
      if (before === null || document.timeline.currentTime !== before) done(true);
      else frame = requestAnimationFrame(draw);
    };
    let frame = requestAnimationFrame(draw);
    const isHidden = document.visibilityState === "hidden";
    const timer = setTimeout(
      () => done(false),
      isHidden ? HIDDEN_FALLBACK_MS : VISIBLE_FALLBACK_MS,
    );
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}

/** Resolves in a task of its own: called in a frame's callback, after that frame has been drawn. */
export function afterFrame({ port1, port2 }: MessageChannel): Promise<void> {
  return new Promise((resolve) => {
    port1.addEventListener("message", () => resolve(), { once: true });
    port1.start();
    port2.postMessage(null);
  });
}
