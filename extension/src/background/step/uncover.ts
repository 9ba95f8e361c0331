// Has the browser close what it shows over a page: it does so where the tab goes to another site.
import browser from "webextension-polyfill";

import { BLANK_URL } from "../frames/blank-page.ts";
import type { Debuggers } from "../input/debuggers.ts";
import { abortable, waitMs } from "../wait.ts";
import { currentEntry } from "./history.ts";
import type { NavigationLog } from "./navigation-log.ts";

export interface UncoverOptions {
  readonly debuggers: Debuggers;
  readonly navigations: NavigationLog;
  readonly tabId: number;
  readonly signal: AbortSignal;
}

/** The longest that a blank page, or the page it came from, may take to be there, in ms. */
const LOADED_MS = 3_000;
const POLL_MS = 10;

/**
 * Goes to a blank page and back again, so that the tab's history ends where it was. What lay ahead in it is lost.
 * The page is as it was where the browser has kept it, and loaded anew where not.
 */
export async function uncover({
  debuggers,
  navigations,
  tabId,
  signal,
}: UncoverOptions): Promise<void> {
  const entryId = await currentEntry(debuggers, tabId);
  const go = async (method: string, params: object): Promise<void> => {
    const before = navigations.loadCount(tabId);
    const isUnderWay = (): boolean =>
      navigations.loadCount(tabId) === before || navigations.pending(tabId) !== undefined;
    await debuggers.send(tabId, method, params);
    const endsAt = performance.now() + LOADED_MS;
    while (isUnderWay() && performance.now() < endsAt) {
      const change = abortable(navigations.nextChange(tabId), signal);
      await Promise.race([change, waitMs(endsAt - performance.now(), signal)]);
    }
    // A load that another one cuts short is told in the same way as one that fails.
    while ((await browser.tabs.get(tabId)).status === "loading" && performance.now() < endsAt) {
      await waitMs(POLL_MS, signal);
    }
  };
  await go("Page.navigate", { url: BLANK_URL });
  await go("Page.navigateToHistoryEntry", { entryId });
}
