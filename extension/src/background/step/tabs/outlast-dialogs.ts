// Gets a tab away from a page that asks one thing after another, before the next page is loaded.
import { BLANK_URL } from "../../frames/blank-page.ts";
import { waitMs } from "../../platform/wait.ts";
import type { LoadWholeOptions } from "./load-whole.ts";
import { loadWhole } from "./load-whole.ts";

/** Limits how long a page's script may go on, in ms. */
const ASKING_MS = 1_000;

/**
 * Prepares a tab to be left whose dialogs are dismissed. If a dialog opens while the next page waits for the thread
 * of this one, Chromium takes no answer to it, and both wait for ever. So this waits until the page's script has come
 * to its end. If the script goes on, the tab goes to a blank page first, which needs no thread of this one; the tab's
 * history then has that page in it.
 */
export async function outlastDialogs(options: LoadWholeOptions): Promise<void> {
  const { debuggers, tabId, signal } = options;
  const { dialogs } = debuggers;
  // No clock is asked for this: a timer may end a moment before its time.
  const outOfTime = waitMs(ASKING_MS, signal).then(() => "out of time");
  let asked: number;
  do {
    asked = dialogs.askedWhileLeaving(tabId);
    // The browser answers this once the page's script has ended, however the answer turns out.
    const rest = debuggers
      .sendOnce(tabId, "Runtime.evaluate", { expression: "0" })
      .catch(() => {})
      .then(() => "at rest");
    if ((await Promise.race([rest, outOfTime])) === "at rest") continue;
    await loadWhole(options, "Page.navigate", { url: BLANK_URL });
    return;
  } while (dialogs.askedWhileLeaving(tabId) > asked);
}
