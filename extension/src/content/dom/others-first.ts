// Yields the main thread to whatever waits for it: the page's timers, events and frames.

/** The part of the scheduler (Prioritized Task Scheduling) that is used here. */
declare const scheduler: { postTask(callback: () => void): Promise<void> };

/** Resolves in a task of its own, also in a background tab, where timers are throttled. */
export function yieldThread(): Promise<void> {
  return scheduler.postTask(() => {});
}
