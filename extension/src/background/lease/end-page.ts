// Ends the process of a page by the debugger, as the browser offers to a person whose page hangs.
import browser from "webextension-polyfill";

import { waitMs } from "../platform/wait.ts";
import type { Debuggers } from "../input/debuggers.ts";

/** The time between two looks at whether the tab still has a process, in ms. */
const LOOK_MS = 20;

/**
 * Ends it, whatever its script does. `Runtime.terminateExecution` would do less, but extensions may not use it.
 * @param withinMs is the longest wait: on a busy machine a process ends late, and a load that is begun before its end
 *   is given up with it
 * @returns whether it has ended
 */
export async function endPage(
  debuggers: Pick<Debuggers, "sendOnce">,
  tabId: number,
  withinMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const endsAt = performance.now() + withinMs;
  // The browser ends no page of a tab that is about to load another one.
  void debuggers.sendOnce(tabId, "Page.stopLoading", {}).catch(() => {});
  // Its answer does not come before the tab is loaded anew.
  void debuggers.sendOnce(tabId, "Page.crash", {}).catch(() => {});
  do {
    await waitMs(LOOK_MS, signal);
    const tab = await browser.tabs.get(tabId).catch(() => null);
    if (tab === null || tab.status === "unloaded") return true;
  } while (performance.now() < endsAt);
  return false;
}
