// Lets everything go first that waits for the page's thread: its timers, its events, its frames.

/** As much of the scheduler (Prioritized Task Scheduling) as is used here. */
declare const scheduler: { postTask(callback: () => void): Promise<void> };

/** Resolves in a task of its own, also in a tab in the background, where timers are held up. */
export function othersFirst(): Promise<void> {
  return scheduler.postTask(() => {});
}
