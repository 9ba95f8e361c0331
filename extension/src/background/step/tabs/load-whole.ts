// Has the debugger load another page in a tab, and waits until that page has loaded.
import browser from "webextension-polyfill";
import { unlessAborted } from "@webserv/shared/rpc/abort.ts";

import type { Debuggers } from "../../input/debuggers.ts";
import { waitMs } from "../../platform/wait.ts";
import type { NavigationLog } from "../../watch/navigation-log.ts";

export interface LoadWholeOptions {
  readonly debuggers: Debuggers;
  readonly navigations: NavigationLog;
  readonly tabId: number;
  readonly signal: AbortSignal;
}

/** Limits the wait for a blank page, or for the page it came from, in ms. */
const LOADED_MS = 3_000;
const POLL_MS = 10;

/** @param method is a command of the Chrome DevTools Protocol that begins a load */
export async function loadWhole(
  { debuggers, navigations, tabId, signal }: LoadWholeOptions,
  method: "Page.navigate" | "Page.navigateToHistoryEntry",
  params: object,
): Promise<void> {
  const before = navigations.loadCount(tabId);
  const isUnderWay = (): boolean =>
    navigations.loadCount(tabId) === before || navigations.pending(tabId) !== undefined;
  await debuggers.send(tabId, method, params);
  const endsAt = performance.now() + LOADED_MS;
  while (isUnderWay() && performance.now() < endsAt) {
    const change = unlessAborted(navigations.nextChange(tabId), signal);
    await Promise.race([change, waitMs(endsAt - performance.now(), signal)]);
  }
  // The browser reports a load that another one has cut short as it reports one that has failed.
  while ((await browser.tabs.get(tabId)).status === "loading" && performance.now() < endsAt) {
    await waitMs(POLL_MS, signal);
  }
}
