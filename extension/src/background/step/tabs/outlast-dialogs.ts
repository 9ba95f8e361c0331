// Waits for the end of a page's dialogs, or leaves the page by force, before the next page is loaded.
import { BLANK_URL } from "../../frames/blank-page.ts";
import { waitMs } from "../../platform/wait.ts";
import type { LoadWholeOptions } from "./load-whole.ts";
import { loadWhole } from "./load-whole.ts";

/** The longest time for which a page's script may go on, in ms. */
const ASKING_MS = 1_000;

export interface OutlastOptions extends LoadWholeOptions {
  /** Ends the page, and tells whether it has ended. */
  readonly end: () => Promise<boolean>;
}

/**
 * Prepares a tab, whose dialogs are dismissed, to be left. If a dialog opens while the next page waits for the thread
 * of this one, Chromium takes no answer to it, and both wait for ever. So this waits until the page's script has
 * ended. If the script goes on, the page is ended. If that may not be, the tab goes to a blank page first, which does not
 * need this page's thread; the tab's history then contains that blank page.
 * @returns whether the tab shows the blank page
 */
export async function outlastDialogs(options: OutlastOptions): Promise<boolean> {
  const { debuggers, tabId, signal, end } = options;
  const { dialogs } = debuggers;
  // The clock is not compared here, since a timer may end a moment early.
  const outOfTime = waitMs(ASKING_MS, signal).then(() => "out of time");
  for (;;) {
    const asked = dialogs.askedWhileLeaving(tabId);
    // The browser answers this, with a result or an error, once the page's script has ended.
    const rest = debuggers
      .sendOnce(tabId, "Runtime.evaluate", { expression: "0" })
      .catch(() => {})
      .then(() => "at rest");
    if ((await Promise.race([rest, outOfTime])) !== "at rest") break;
    if (dialogs.askedWhileLeaving(tabId) <= asked) return false;
  }
  if (await end()) return false;
  await loadWhole(options, "Page.navigate", { url: BLANK_URL });
  return true;
}
