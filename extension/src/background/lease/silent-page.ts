// Ends a page whose script does not end, before its tab leaves it or is closed.
import { toWebservError } from "@webserv/shared/errors/errors.ts";

import browser from "webextension-polyfill";

import type { FramePeers } from "../frames/frame-peers.ts";
import type { Debuggers } from "../input/debuggers.ts";
import { endPage } from "./end-page.ts";

/**
 * Describes a page that is left or closed. If it was silent, it has ended, or is spared since a person may need its
 * process, or has not ended in time.
 */
export type LeftPage = "answers" | "ended" | "spared" | "ending";

export interface PageEndOptions {
  readonly debuggers: Pick<Debuggers, "sendOnce">;
  readonly tabId: number;
  /** The tabs whose pages may be ended with it; `all`, or `none` if the tab's own page may not be ended either. */
  readonly mayEnd: readonly number[] | "all" | "none";
  /** Returns how long its end may take, in ms. */
  readonly endMs: () => number;
  readonly signal: AbortSignal;
}

export interface SilentPageOptions extends PageEndOptions {
  readonly frames: Pick<FramePeers, "call">;
  /** The time for which the page may be silent before it is ended, in ms. */
  readonly silentMs: number;
}

/**
 * The browser shows a page of the same site, also the same page anew, in the process of the one before it, and waits
 * for that one's script. With a debugger it also waits without end for the page's leave to go. So a silent page is
 * ended.
 */
export async function endIfSilent(options: SilentPageOptions): Promise<LeftPage> {
  const { frames, tabId, silentMs, signal } = options;
  try {
    // A page of which nothing has come has no script that could hang.
    const call = { timeoutMs: silentMs, signal, unlessLoading: true };
    await frames.call(tabId, "frame.ping", {}, call);
    return "answers";
  } catch (error) {
    signal.throwIfAborted();
    if (toWebservError(error).code !== "page-unresponsive") return "answers";
  }
  return await endUnlessShared(options);
}

/**
 * Ends a page, whatever its script does. Other tabs may share its process. In a person's browser it is spared if a tab
 * that is not the session's shows a page of the same origin.
 */
export async function endUnlessShared(options: PageEndOptions): Promise<LeftPage> {
  const { debuggers, tabId, mayEnd, endMs, signal } = options;
  if (mayEnd === "none") return "spared";
  if (mayEnd !== "all" && (await isSharedBeyond(mayEnd, tabId))) return "spared";
  signal.throwIfAborted();
  return (await endPage(debuggers, tabId, endMs(), signal)) ? "ended" : "ending";
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
