// Waits for the end of a page's dialogs, or leaves the page by force, before the next page is loaded.
import { BLANK_URL } from "../../frames/blank-page.ts";
import { waitMs } from "../../platform/wait.ts";
import type { LoadWholeOptions } from "./load-whole.ts";
import { loadWhole } from "./load-whole.ts";

/** The longest time for which a page's script may go on, in ms. */
const ASKING_MS = 1_000;

/**
 * Prepares a tab, whose dialogs are dismissed, to be left. If a dialog opens while the next page waits for the thread
 * of this one, Chromium takes no answer to it, and both wait for ever. So this waits until the page's script has
 * ended. If the script goes on, the tab goes to a blank page first, which does not need this page's thread; the tab's
 * history then contains that blank page.
 */
export async function outlastDialogs(options: LoadWholeOptions): Promise<void> {
  const { debuggers, tabId, signal } = options;
  const { dialogs } = debuggers;
  // The clock is not compared here, since a timer may end a moment early.
  const outOfTime = waitMs(ASKING_MS, signal).then(() => "out of time");
  let asked: number;
  do {
    asked = dialogs.askedWhileLeaving(tabId);
    // The browser answers this, with a result or an error, once the page's script has ended.
    const rest = debuggers
      .sendOnce(tabId, "Runtime.evaluate", { expression: "0" })
      .catch(() => {})
      .then(() => "at rest");
    if ((await Promise.race([rest, outOfTime])) === "at rest") continue;
    await loadWhole(options, "Page.navigate", { url: BLANK_URL });
    return;
  } while (dialogs.askedWhileLeaving(tabId) > asked);
}
