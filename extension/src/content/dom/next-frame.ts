// Waits for the browser to draw a frame or to run other tasks, also in a hidden tab, which draws no frames.

/** The longest wait for a frame in a hidden tab, where none may ever come, in ms. */
const HIDDEN_FALLBACK_MS = 100;
/** The longest wait in a visible tab, in ms. It is long: without a frame, a moving element would seem at rest. */
const VISIBLE_FALLBACK_MS = 1000;

/** Resolves to true with the next frame, or to false if none came. Rejects with the signal's reason. */
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
      // A busy browser may draw two frames with the same animation time: a moving element would seem at rest.
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

/** Resolves in a task of its own. If it is called in a frame's callback, that frame has been drawn by then. */
export function afterFrame({ port1, port2 }: MessageChannel): Promise<void> {
  return new Promise((resolve) => {
    port1.addEventListener("message", () => resolve(), { once: true });
    port1.start();
    port2.postMessage(null);
  });
}

/** The part of the scheduler (Prioritized Task Scheduling) that is used here. */
declare const scheduler: { postTask(callback: () => void): Promise<void> };

/**
 * Yields the main thread to whatever waits for it: the page's timers, events and frames. Resolves in a task of its
 * own, also in a background tab, where timers are throttled.
 */
export function yieldThread(): Promise<void> {
  return scheduler.postTask(() => {});
}
