// Creates, lists and closes the tabs of sessions, and adds the tabs that these open.
import { withoutUserInfo } from "@webserv/shared/model/text/user-info.ts";
import type { Tab } from "@webserv/shared/model/page/observation.ts";
import { MAX_TITLE, pageWords } from "@webserv/shared/model/text/page-words.ts";
import type { InputMode } from "@webserv/shared/model/step.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import browser from "webextension-polyfill";
import * as z from "zod/mini";

import { BLANK_URL } from "../frames/blank-page.ts";
import type { FramePeers } from "../frames/frame-peers.ts";
import type { Debuggers } from "../input/debuggers.ts";
import type { NavigationLog } from "../watch/navigation-log.ts";
import type { ActionsInFlight } from "./action-in-flight.ts";
import { beginLoad } from "./begin-load.ts";
import { closeTab } from "./close-tab.ts";
import type { Lease } from "./lease.ts";
import { kinOf, openerOf, withOpenedApart, withOpenedTab, withoutTab, withTab } from "./lease.ts";
import type { Leases } from "./leases.ts";
import { TabGroups } from "./tab-groups.ts";

/** The most closed tabs of ended sessions that are kept; the browser reports within seconds what these have opened. */
const KEPT_CLOSED = 500;

/** The time for which the page of a tab that is closed may be silent before it is ended, in ms. */
const SILENCE_MS = 1_000;
/** The same in a person's browser, in ms. */
const ATTENDED_SILENCE_MS = 5_000;
/** The longest wait for its end, in ms. */
const END_MS = 5_000;

const targetInfo = z.object({ targetInfo: z.object({ canAccessOpener: z.boolean() }) });

export interface NewTab {
  readonly tabId: number;
  /** Loads the page; resolves when the load has begun. It must be called after the attempt to attach the debugger. */
  readonly load: (signal: AbortSignal) => Promise<void>;
}

export interface SessionTabsOptions {
  readonly leases: Leases;
  readonly inFlight: ActionsInFlight;
  readonly debuggers: Debuggers;
  readonly frames: FramePeers;
  readonly navigations: NavigationLog;
  /** Resolves with whether this is an environment, with a window of its own that must not close. */
  readonly inEnvironment: Promise<boolean>;
  /** Resolves with whether a person may sit at this browser; then no tab of a session comes to the front by itself. */
  readonly attended: Promise<boolean>;
  /** Is called if a session's tabs have changed other than by an action. */
  readonly onOutsideChange: (sessionId: string) => void;
}

export class SessionTabs {
  readonly groups: TabGroups;
  /** Resolves with whether a person may sit at this browser. */
  readonly attended: Promise<boolean>;
  readonly #options: SessionTabsOptions;
  /** The blank tabs in which a session is being opened, or was. */
  readonly #taken = new Set<number>();
  /** The tabs of sessions that have ended, the latest one last. */
  #closed: readonly number[] = [];

  constructor(options: SessionTabsOptions) {
    this.#options = options;
    this.attended = options.attended;
    const { leases, inEnvironment } = options;
    this.groups = new TabGroups(
      leases,
      inEnvironment.then((inside) => !inside),
    );
  }

  /** Returns the session's current tab. @throws WebservError `tab-closed` if it has none. */
  current(sessionId: string): number {
    const held = this.#options.leases.get(sessionId);
    if (held.activeTabId !== null) return held.activeTabId;
    throw new WebservError(
      "tab-closed",
      held.tabIds.length === 0
        ? `the session "${sessionId}" has no tab any more`
        : `the current tab of the session "${sessionId}" was closed; it has ${held.tabIds.length} more`,
      held.tabIds.length === 0 ? { next: "Open a new tab with new_tab." } : {},
    );
  }

  async list(held: Lease): Promise<Tab[]> {
    const tabs = await Promise.all(
      held.tabIds.map((tabId, index) => this.#describe(held, tabId, index)),
    );
    return tabs.filter((tab) => tab !== null);
  }

  /** Describes a tab; returns null if it is gone. */
  async #describe(held: Lease, tabId: number, index: number): Promise<Tab | null> {
    const tab = await browser.tabs.get(tabId).catch(() => null);
    if (tab === null) return null;
    const opener = openerOf(held, tabId);
    const dialog = this.#options.debuggers.dialogs.openIn(tabId);
    return {
      index,
      url: withoutUserInfo(tab.url ?? ""),
      title: pageWords(tab.title ?? "", MAX_TITLE),
      active: tabId === held.activeTabId,
      ...(opener === undefined ? {} : { opener }),
      ...(dialog === null ? {} : { dialog: dialog.kind }),
    };
  }

  /** Removes tabs that were closed while no worker was running. */
  async dropLost(): Promise<void> {
    for (const tabId of this.#options.leases.all().flatMap((held) => held.tabIds)) {
      const isThere = await browser.tabs.get(tabId).then(
        () => true,
        () => false,
      );
      if (!isThere) await this.removed(tabId);
    }
  }

  /**
   * Creates a tab in the focused window, or in a new window if there is none. It opens in the background if a person
   * may be at this browser, who goes on in their own tab. An environment begins with a blank tab of no session, which
   * is used first.
   * For trusted input, the tab is blank until `load`, so that the debugger is attached first: it does not report
   * earlier dialogs. Without a debugger, a page has the focus only in a tab that was created for it.
   */
  async create(url: string, input: InputMode): Promise<NewTab> {
    const { navigations } = this.#options;
    const first = input === "trusted" ? BLANK_URL : url;
    const tabId = await this.#create(first);
    await keepLoaded(tabId);
    const ask = () => browser.tabs.update(tabId, { url });
    return {
      tabId,
      load: async (signal) => {
        if (url !== first) await beginLoad({ navigations, tabId, ask, signal });
      },
    };
  }

  async #create(url: string): Promise<number> {
    const blank = (await this.#options.inEnvironment) ? await this.#takeBlank() : undefined;
    if (blank !== undefined) {
      await browser.tabs.update(blank, { ...(url === BLANK_URL ? {} : { url }), active: true });
      return blank;
    }
    const focused = !(await this.attended);
    const windows = await browser.windows.getAll({ windowTypes: ["normal"] });
    const window = windows.find(({ focused }) => focused) ?? windows.at(-1);
    const tab =
      window?.id === undefined
        ? (await browser.windows.create({ url, focused })).tabs?.[0]
        : await browser.tabs.create({ url, active: focused, windowId: window.id });
    if (tab?.id === undefined) throw new WebservError("internal", "the browser made no tab");
    return tab.id;
  }

  /** Has the browser show a tab if no person sees the window, since a tab in front is drawn at less cost. */
  async show(tabId: number): Promise<void> {
    if (await this.attended) await browser.tabs.get(tabId);
    else await browser.tabs.update(tabId, { active: true });
  }

  /**
   * Notes the tabs of a session that has ended, so that tabs opened by their pages are closed, too, however late the
   * browser reports these.
   */
  willClose(tabIds: readonly number[]): void {
    this.#closed = [...this.#closed, ...tabIds].slice(-KEPT_CLOSED);
  }

  async close(tabIds: readonly number[]): Promise<void> {
    await this.#keepWindow(tabIds);
    const { frames, debuggers, attended } = this.#options;
    const isAttended = await attended;
    const closing = {
      frames,
      debuggers,
      silentMs: isAttended ? ATTENDED_SILENCE_MS : SILENCE_MS,
      mayEnd: isAttended ? tabIds : ("all" as const),
      endMs: () => END_MS,
      signal: new AbortController().signal,
    };
    await Promise.all(tabIds.map((tabId) => closeTab({ ...closing, tabId })));
  }

  /** Opens a blank tab if an environment would lose its last one, since its window would close with it. */
  async #keepWindow(closing: readonly number[]): Promise<void> {
    if (!(await this.#options.inEnvironment)) return;
    const tabs = await browser.tabs.query({});
    if (tabs.some(({ id }) => id !== undefined && !closing.includes(id))) return;
    await browser.tabs.create({ url: BLANK_URL, active: false }).catch(() => {});
  }

  async #takeBlank(): Promise<number | undefined> {
    const tabs = await browser.tabs.query({});
    const free = tabs.find(
      ({ id, url }) =>
        id !== undefined &&
        url === BLANK_URL &&
        !this.#taken.has(id) &&
        this.#options.leases.ofTab(id) === undefined,
    )?.id;
    if (free !== undefined) this.#taken.add(free);
    return free;
  }

  /** Adds a tab that one of a session's tabs opened to the session. */
  async join(tabId: number, openerTabId: number, isForeground: boolean): Promise<void> {
    const { leases, inFlight, debuggers } = this.#options;
    if (this.#closed.includes(openerTabId)) {
      this.willClose([tabId]);
      await this.close([tabId]);
      return;
    }
    const held = leases.ofTab(openerTabId);
    if (held === undefined || held.stopped || leases.ofTab(tabId) !== undefined) return;
    // This comes before the first await, so that the step under way reports the tab as its own effect.
    const running = inFlight.of(held.sessionId);
    running?.tabsOpened.push(tabId);
    const joined = leases.update(held.sessionId, (before) =>
      withOpenedTab(before, { tabId, openerTabId }, isForeground),
    );
    this.groups.add(held.sessionId, tabId);
    await keepLoaded(tabId).catch(() => {});
    if (held.input === "trusted") {
      // If the attachment fails, the first action in the tab tries again and reports the failure.
      await debuggers.attach(tabId).then(
        () => running?.draw(tabId),
        () => {},
      );
      void this.#noteApart(held.sessionId, tabId).catch(() => {});
    }
    await joined;
    if (running === undefined) this.#options.onOutsideChange(held.sessionId);
  }

  /**
   * Notes a load that an action begins in a tab which was open already: a link may name its window. The session goes
   * there as it goes to a new tab, but not to the tab that has opened its own.
   */
  async loadBegan(tabId: number): Promise<void> {
    const { leases, inFlight } = this.#options;
    const held = leases.ofTab(tabId);
    const running = held === undefined ? undefined : inFlight.of(held.sessionId);
    if (held === undefined || running === undefined || running.inputMs === null) return;
    const from = held.activeTabId;
    if (from === null || from === tabId || running.tabsOpened.includes(tabId)) return;
    const kin = kinOf(held, from, tabId);
    if (kin === undefined) return;
    running.tabsLoaded.add(tabId);
    if (kin === "opener" || !running.opensInFront) return;
    running.draw(tabId);
    await leases.update(held.sessionId, (before) => withTab(before, tabId, true));
    await this.show(tabId).catch(() => {});
  }

  /** Notes if the tab and its opener can't reach each other, so that neither page can bring the other to the front. */
  async #noteApart(sessionId: string, tabId: number): Promise<void> {
    const { debuggers, leases } = this.#options;
    // This must not attach the debugger again, since the session may have ended.
    const told = await debuggers.sendOnce(tabId, "Target.getTargetInfo", {});
    if (targetInfo.parse(told).targetInfo.canAccessOpener) return;
    await leases.update(sessionId, (before) => withOpenedApart(before, tabId));
  }

  /** Returns the tabs to the person: their pages may open what they like, and their dialogs are the person's. */
  async giveBack(held: Lease): Promise<void> {
    const { debuggers, frames } = this.#options;
    for (const tabId of held.tabIds) debuggers.dialogs.unheard(tabId);
    // The debugger is detached first; otherwise a document that loads meanwhile would still be told that it is held.
    await Promise.all(held.tabIds.map((tabId) => debuggers.detach(tabId)));
    for (const tabId of held.tabIds) frames.release(tabId);
  }

  /** Handles `tabs.onRemoved`. */
  async removed(tabId: number): Promise<void> {
    const { leases, inFlight, debuggers, frames } = this.#options;
    const { dialogs } = debuggers.dialogs.take(tabId);
    debuggers.forget(tabId);
    frames.drop(tabId);
    const held = leases.ofTab(tabId);
    if (held === undefined) return;
    const running = inFlight.of(held.sessionId);
    running?.lastDialogs.push(...dialogs);
    if (running !== undefined) running.tabsClosed++;
    // If an action closes the current tab, its neighbour becomes current. If the person closes it, none does, so that
    // the agent notices.
    const next = running === undefined ? "nobody" : "neighbour";
    await leases.update(held.sessionId, (before) => withoutTab(before, tabId, next));
    if (running === undefined) this.#options.onOutsideChange(held.sessionId);
  }
}

/** Keeps the browser from discarding the tab, since a discarded tab does not answer. */
async function keepLoaded(tabId: number): Promise<void> {
  await browser.tabs.update(tabId, { autoDiscardable: false });
}
