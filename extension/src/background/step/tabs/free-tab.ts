// Ends a page whose script does not end, before the tab leaves it.
import { toWebservError } from "@webserv/shared/errors/errors.ts";

import browser from "webextension-polyfill";

import type { FramePeers } from "../../frames/frame-peers.ts";
import type { Debuggers } from "../../input/debuggers.ts";
import { waitMs } from "../../platform/wait.ts";

/** Limits the wait for its end, in ms. */
const END_MS = 500;

export interface FreeTabOptions {
  readonly frames: Pick<FramePeers, "call">;
  readonly debuggers: Debuggers;
  readonly tabId: number;
  /** The time for which the page may be silent before it is ended, in ms. */
  readonly silentMs: number;
  /** The tabs whose pages may be ended with it; undefined if all may. */
  readonly ownTabs: readonly number[] | undefined;
  readonly signal: AbortSignal;
}

/**
 * The browser shows a page of the same site, also the same page anew, in the process of the one before it, and waits
 * for that one's script. If a page is silent, its process is ended, as the browser offers to a person.
 * `Runtime.terminateExecution` would do less, but extensions may not use it. Other tabs may share the process. In a
 * person's browser it stays if a tab that is not the session's shows a page of the same origin.
 */
export async function freeTab(options: FreeTabOptions): Promise<void> {
  const { frames, debuggers, tabId, silentMs, ownTabs, signal } = options;
  try {
    await frames.call(tabId, "frame.ping", {}, { timeoutMs: silentMs, signal });
    return;
  } catch (error) {
    signal.throwIfAborted();
    if (toWebservError(error).code !== "page-unresponsive") return;
  }
  if (ownTabs !== undefined && (await isSharedBeyond(ownTabs, tabId))) return;
  // It is answered by the error that the target has crashed.
  const ended = debuggers.sendOnce(tabId, "Page.crash", {}).catch(() => {});
  await Promise.race([ended, waitMs(END_MS, signal)]);
}

/** Tells whether a tab that is none of these shows a page of the same origin as the tab, and may share its process. */
async function isSharedBeyond(ownTabs: readonly number[], tabId: number): Promise<boolean> {
  const tabs = await browser.tabs.query({});
  const origin = originOf(tabs.find(({ id }) => id === tabId)?.url);
  const others = tabs.filter(({ id = tabId }) => id !== tabId && !ownTabs.includes(id));
  return others.some(({ url }) => originOf(url) === origin);
}

function originOf(url = ""): string | undefined {
  return URL.parse(url)?.origin;
}
