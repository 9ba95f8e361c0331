// Has the debugger load another page of a tab, and waits until that page is there.
import browser from "webextension-polyfill";
import { unlessAborted } from "@webserv/shared/rpc/abort.ts";

import type { Debuggers } from "../input/debuggers.ts";
import { waitMs } from "../wait.ts";
import type { NavigationLog } from "./navigation-log.ts";

export interface LoadWholeOptions {
  readonly debuggers: Debuggers;
  readonly navigations: NavigationLog;
  readonly tabId: number;
  readonly signal: AbortSignal;
}

/** The longest that a blank page, or the page it came from, may take to be there, in ms. */
const LOADED_MS = 3_000;
const POLL_MS = 10;

/** @param method a command of the Chrome DevTools Protocol that begins a load */
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
  // A load that another one cuts short is told in the same way as one that fails.
  while ((await browser.tabs.get(tabId)).status === "loading" && performance.now() < endsAt) {
    await waitMs(POLL_MS, signal);
  }
}
