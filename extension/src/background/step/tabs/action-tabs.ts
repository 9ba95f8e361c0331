// Carries out the part of an action that is about tabs: it loads addresses, goes through history, and opens and closes
// the session's tabs.
import { WebservError } from "@webserv/shared/errors/errors.ts";
import browser from "webextension-polyfill";

import type { ActionTabs } from "../../act/context/action-context.ts";
import type { AskBook } from "../../asks/ask-book.ts";
import type { FramePeers } from "../../frames/frame-peers.ts";
import type { Debuggers } from "../../input/debuggers.ts";
import type { ActionInFlight } from "../../lease/action-in-flight.ts";
import { allowedUrl } from "../../lease/allowed-url.ts";
import { beginLoad } from "../../lease/begin-load.ts";
import { endIfSilent, endUnlessShared } from "../../lease/silent-page.ts";
import type { SilentPageOptions } from "../../lease/silent-page.ts";
import { closeTab } from "../../lease/close-tab.ts";
import { withTab } from "../../lease/lease.ts";
import type { Leases } from "../../lease/leases.ts";
import type { SessionTabs } from "../../lease/session-tabs.ts";
import { waitMs } from "../../platform/wait.ts";
import type { TabWatch } from "../../watch/tab-watch.ts";
import { beginFreed, hangs, stillEnding } from "./begin-freed.ts";
import { currentEntry, entryBeside, travelPlainly, travelTo } from "./history.ts";
import { outlastDialogs } from "./outlast-dialogs.ts";
import { uncover } from "./uncover.ts";

/** The least time for the end of a page, in ms. */
const LEAST_END_MS = 500;

type Ask = () => Promise<unknown>;

interface BeginOptions {
  /** False if the page stays, and only its address changes. */
  readonly leavesPage?: boolean;
  /** True if the same page is to be loaded again. */
  readonly isReload?: boolean;
}

export interface ActionTabsOptions {
  readonly sessionId: string;
  readonly running: ActionInFlight;
  readonly leases: Leases;
  readonly tabs: SessionTabs;
  readonly frames: Pick<FramePeers, "call">;
  readonly watch: TabWatch;
  readonly debuggers: Debuggers;
  readonly asks: AskBook;
  /** Tells how long a page that is being left may be silent before it is ended, in ms. */
  readonly silentMs: (isAttended: boolean) => number;
  /** Returns what is left for the action, in ms. */
  readonly leftMs: () => number;
  /** Tells whether the debugger is attached to the current tab. */
  readonly isAttached: () => boolean;
  /** Attaches the debugger to a new tab if input is trusted; it never throws. */
  readonly prepare: (tabId: number) => Promise<void>;
  readonly signal: AbortSignal;
}

export function actionTabs(options: ActionTabsOptions): ActionTabs {
  const { sessionId, running, leases, tabs, frames, debuggers, asks, signal } = options;
  const { navigations } = options.watch;
  const { isAttached, prepare } = options;

  /** Asks for a load and waits until the browser has begun it. */
  async function begin(tabId: number, ask: Ask, options: BeginOptions = {}): Promise<void> {
    const { leavesPage = true, isReload = false } = options;
    const page = await leftPage(tabId, leavesPage);
    let load = ask;
    // A page that is blocked by a dialog can't be left.
    const isAsking = await debuggers.dialogs.leave(tabId);
    if (isAsking && isAttached()) {
      const end = async (): Promise<boolean> =>
        (await endUnlessShared(await leftPage(tabId, true))) === "ended";
      const entryId = isReload ? await currentEntry(debuggers, tabId) : undefined;
      const isBlank = await outlastDialogs({ debuggers, navigations, tabId, signal, end });
      if (isBlank && entryId !== undefined) load = () => travelTo(debuggers, tabId, entryId);
    }
    if (asks.over(tabId) !== null && isAttached()) {
      await uncover({ debuggers, navigations, tabId, signal });
      asks.uncovered(tabId);
    }
    try {
      const isEnding = leavesPage && isAttached() && (await endIfSilent(page)) === "ending";
      if (isEnding) throw stillEnding();
      await beginFreed({
        begin: () => beginLoad({ navigations, tabId, ask: load, signal }),
        free: (until) => endIfSilent({ ...page, signal: until }),
        signal,
      });
    } catch (error) {
      // The browser refuses to load an address once more that it is loading already.
      if (!isUnderWay(error) || navigations.pending(tabId) === undefined) throw error;
    } finally {
      // Until another document is there, the page may open more dialogs.
      if (navigations.pending(tabId) === undefined) debuggers.dialogs.stay(tabId);
    }
  }

  async function leftPage(tabId: number, mayEnd: boolean): Promise<SilentPageOptions> {
    const isAttended = await tabs.attended;
    const ownTabs = isAttended ? leases.get(sessionId).tabIds : "all";
    return {
      frames,
      debuggers,
      tabId,
      silentMs: options.silentMs(isAttended),
      mayEnd: mayEnd && isAttached() ? ownTabs : "none",
      endMs: () => Math.max(LEAST_END_MS, options.leftMs()),
      signal,
    };
  }

  return {
    async address(url) {
      const { activeTabId } = leases.get(sessionId);
      const tab =
        activeTabId === null ? null : await browser.tabs.get(activeTabId).catch(() => null);
      return allowedUrl(url, tab?.url);
    },
    find(index) {
      if (index === undefined) return tabs.current(sessionId);
      const { tabIds } = leases.get(sessionId);
      const tabId = tabIds[index];
      if (tabId !== undefined) return tabId;
      throw new WebservError(
        "no-such-tab",
        `there is no tab ${index}: the session has ${tabIds.length}, numbered from 0`,
        { details: { tabs: tabIds.length } },
      );
    },
    async navigate(address) {
      const tabId = tabs.current(sessionId);
      const { url } = await browser.tabs.get(tabId);
      const ask: Ask = () => browser.tabs.update(tabId, { url: address });
      await begin(tabId, ask, { leavesPage: !isPlaceIn(url, address) });
    },
    async travel(delta) {
      const tabId = tabs.current(sessionId);
      if (!isAttached()) {
        await begin(tabId, () => travelPlainly(tabId, delta));
        return;
      }
      // At the end of the history the page stays, so it must not be ended.
      const entryId = await entryBeside(debuggers, tabId, delta);
      await begin(tabId, () => travelTo(debuggers, tabId, entryId));
    },
    async reload() {
      const tabId = tabs.current(sessionId);
      await begin(tabId, () => browser.tabs.reload(tabId), { isReload: true });
    },
    async open(address) {
      const { tabId, load } = await tabs.create(address, leases.get(sessionId).input);
      running.tabsOpened.push(tabId);
      await leases.update(sessionId, (held) => withTab(held, tabId, true));
      tabs.groups.add(sessionId, tabId);
      await prepare(tabId);
      await load(signal);
    },
    async switchTo(tabId) {
      await tabs.show(tabId);
      await leases.update(sessionId, (held) => withTab(held, tabId, true));
    },
    async close(tabId) {
      await debuggers.dialogs.leave(tabId);
      if (!(await closeTab({ ...(await leftPage(tabId, true)), debuggers }))) throw hangs();
      // The list changes only when the browser reports the closing, and the observation must already show it.
      while (leases.get(sessionId).tabIds.includes(tabId)) await waitMs(5, signal);
    },
  };
}

/** Tells whether an address is a place in the page of another address, so that the page stays. */
function isPlaceIn(url: string | undefined, address: string): boolean {
  return address.includes("#") && url?.split("#")[0] === address.split("#")[0];
}

function isUnderWay(error: unknown): boolean {
  return String(error).includes("Navigation rejected");
}
