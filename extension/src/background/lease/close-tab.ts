// Closes a tab, even if its page hangs as the browser asks it whether it may be closed.
import browser from "webextension-polyfill";

import type { Debuggers } from "../input/debuggers.ts";
import { waitMs } from "../platform/wait.ts";
import type { SilentPageOptions } from "./silent-page.ts";
import { endIfSilent } from "./silent-page.ts";

/** The time after which a page that is still there is asked whether it answers, in ms. */
const ASK_MS = 100;

export interface CloseTabOptions extends SilentPageOptions {
  readonly debuggers: Pick<Debuggers, "sendOnce" | "detach">;
}

/**
 * Closes it. If its page hangs and can't be ended, the debugger is detached: without one the browser waits for such a
 * page only for a while.
 * @returns whether the tab is gone
 */
export async function closeTab(options: CloseTabOptions): Promise<boolean> {
  const { debuggers, tabId, signal } = options;
  let isGone = false;
  const remove = (): Promise<void> =>
    browser.tabs
      .remove(tabId)
      .catch(() => {})
      .then(() => void (isGone = true));
  let removal = remove();
  for (;;) {
    await Promise.race([removal, waitMs(ASK_MS, signal)]);
    if (isGone) return true;
    const page = await Promise.race([removal, endIfSilent(options)]);
    if (page === "ended") removal = remove();
    if (page !== "spared" && page !== "ending") continue;
    await debuggers.detach(tabId);
    return false;
  }
}
