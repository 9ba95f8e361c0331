// Returns the focus to the person's tab and window if the browser has shown a session's tab in their place.
import { latestLast } from "./latest-last.ts";

/** The time in which a new window may come to the front, sometimes twice, in ms. */
const UNINVITED_MS = 2_000;
/** The longest time between the browser's reports of a window's focus and of the opener of the tab in it, in ms. */
const TOGETHER_MS = 300;
/** The time in which a person comes back to a tab from which the focus was taken, if they want to be there, in ms. */
const AGAIN_MS = 10_000;
/** Has the value of `windows.WINDOW_ID_NONE`. */
const NO_WINDOW = -1;

export interface FocusApi {
  showTab(tabId: number): Promise<unknown>;
  focusWindow(windowId: number): Promise<unknown>;
  /** Returns the window that has the focus, or had it last; null if there is none. */
  focusedWindow(): Promise<number | null>;
  /** Returns the tabs of a window, the most recently shown one last. */
  tabsOf(windowId: number): Promise<readonly number[]>;
}

export interface PersonFocusOptions {
  readonly api: FocusApi;
  /** Tells whether an agent acts in the tab. */
  readonly isAgents: (tabId: number) => boolean;
  /** Tells whether a page of the agent's can bring this tab to the front, which it may do at any time. */
  readonly mayBeCalled: (tabId: number) => boolean;
  /**
   * Returns the time of the last input of the tab's agent to which its pages may react; null if there is none.
   */
  readonly inputMs: (tabId: number) => number | null;
  /** Is called when the person has gone to another tab on purpose; null means that the tab is unknown. */
  readonly onTab: (tabId: number | null) => void;
  readonly nowMs: () => number;
}

/**
 * Handles the browser's events of tabs and windows, which do not say who moved the focus. The browser itself has shown
 * a session's tab if it is new, if it has a `beforeunload` dialog, if the tab in front was closed, and if a page may
 * have called for it. In all other cases the person went there, and stays. Nothing is awaited between an event and the
 * reaction to it, since the person loses the keys that they press meanwhile.
 */
export class PersonFocus {
  readonly #options: PersonFocusOptions;
  /** Holds the tab in front of each window. */
  readonly #front = new Map<number, number>();
  /** Holds the tabs at which the person was, by window, the latest last. */
  readonly #visited = new Map<number, number[]>();
  /** Holds the windows in which the person was, the latest last. */
  #windows: number[] = [];
  #windowSinceMs = -Infinity;
  readonly #windowOf = new Map<number, number>();
  /** Holds the tab of a session that opened each tab; the new one joins the session only some time later. */
  readonly #openers = new Map<number, number>();
  /** These hold the times, in ms, until which a tab or window that comes to the front was not chosen by the person. */
  readonly #uninvitedTabs = new Map<number, number>();
  readonly #uninvitedWindows = new Map<number, number>();
  /** Holds the time at which the focus was last taken from each tab, in ms. */
  readonly #ledAwayMs = new Map<number, number>();
  #lastClosed: number | null = null;
  #tab: number | undefined;

  constructor(options: PersonFocusOptions) {
    this.#options = options;
  }

  /** Begins with the tab and the window that are in front now as those of the person. */
  begin(windows: readonly { id: number; focused: boolean; front: number | null }[]): void {
    for (const { id, front } of windows) {
      if (front === null || this.#front.has(id)) continue;
      this.#front.set(id, front);
      this.#visit(front, id);
    }
    const focused = windows.find((each) => each.focused);
    if (focused !== undefined && this.#windows.length === 0) this.windowFocused(focused.id);
  }

  /** Handles `tabs.onCreated`. */
  created(tabId: number, windowId: number): void {
    this.#windowOf.set(tabId, windowId);
  }

  /** Handles `tabs.onActivated`. */
  shown(tabId: number, windowId: number): void {
    const before = this.#front.get(windowId);
    this.#front.set(windowId, tabId);
    const isAgents = this.#isAgents(tabId);
    if (isAgents && this.#wasMoved(tabId, before)) {
      this.#giveTabBack(windowId, tabId);
      if (before !== this.#lastClosed) this.#leaveWindow(windowId);
      return;
    }
    // A person who went to an agent's tab is in its window, whatever the browser has reported of the window.
    if (isAgents) this.#windows = latestLast(this.#windows, windowId);
    this.#visit(tabId, windowId);
  }

  /** Handles `webNavigation.onCreatedNavigationTarget`, which comes after the tab was shown. */
  opened(tabId: number, openerTabId: number): void {
    if (!this.#isAgents(openerTabId)) return;
    this.#openers.set(tabId, openerTabId);
    this.#uninvite(tabId);
    const windowId = this.#windowOf.get(tabId);
    if (windowId === undefined) return;
    if (this.#front.get(windowId) === tabId) {
      this.#unvisit(tabId);
      this.#giveTabBack(windowId, tabId);
    }
    this.#leaveWindow(windowId);
  }

  /**
   * Takes the focus from a window: a page that brings a tab to the front brings its window there, too, shortly before
   * or after.
   */
  #leaveWindow(windowId: number): void {
    const isThere = this.#windows.at(-1) === windowId;
    const cameWithIt = this.#options.nowMs() - this.#windowSinceMs < TOGETHER_MS;
    const wasMoved = isThere && cameWithIt && this.#windows.length > 1;
    if (wasMoved) this.#windows.pop();
    this.#tellTab();
    if (isThere && !wasMoved) return;
    this.#uninvitedWindows.set(windowId, this.#options.nowMs() + UNINVITED_MS);
    if (wasMoved) this.#giveWindowBack();
  }

  /** Handles a `beforeunload` dialog in the tab, for which the browser shows the tab. */
  asksToLeave(tabId: number): void {
    if (this.#isAgents(tabId)) this.#uninvite(tabId);
  }

  /** Handles `tabs.onRemoved`, which comes before the next tab is shown. */
  closed(tabId: number): void {
    this.#lastClosed = tabId;
    this.#openers.delete(tabId);
    this.#uninvitedTabs.delete(tabId);
    this.#ledAwayMs.delete(tabId);
    this.#windowOf.delete(tabId);
    this.#unvisit(tabId);
  }

  /** Handles `windows.onFocusChanged`. */
  windowFocused(windowId: number): void {
    const nowMs = this.#options.nowMs();
    // The browser also reports this for its own bubbles, and another program that has the focus must keep it.
    if (windowId === NO_WINDOW) return;
    if ((this.#uninvitedWindows.get(windowId) ?? -Infinity) > nowMs) {
      this.#giveWindowBack();
      return;
    }
    const front = this.#front.get(windowId);
    const isElsewhere = this.#windows.length > 0 && this.#windows.at(-1) !== windowId;
    if (isElsewhere && front !== undefined && this.#isAgents(front) && this.#wasCalled(front)) {
      this.#ledAwayMs.set(front, nowMs);
      this.#giveWindowBack();
      return;
    }
    this.#enter(windowId);
  }

  /** Handles `windows.onRemoved`. The browser may have reported already the window that it shows next. */
  windowClosed(windowId: number): void {
    const wasThere = this.#windows.at(-1) === windowId;
    this.#front.delete(windowId);
    this.#visited.delete(windowId);
    this.#uninvitedWindows.delete(windowId);
    this.#windows = this.#windows.filter((id) => id !== windowId);
    if (wasThere) void this.#enterFocused().catch(() => {});
  }

  async #enterFocused(): Promise<void> {
    const windowId = await this.#options.api.focusedWindow();
    if (windowId !== null) this.#enter(windowId);
  }

  #enter(windowId: number): void {
    this.#windows = latestLast(this.#windows, windowId);
    this.#windowSinceMs = this.#options.nowMs();
    // A person who goes to a window goes to the tab in front of it.
    const front = this.#front.get(windowId);
    if (front !== undefined) this.#visit(front, windowId);
  }

  #isAgents(tabId: number): boolean {
    if (this.#options.isAgents(tabId)) return true;
    // The tab is the agent's no longer than the page that opened it is.
    const opener = this.#openers.get(tabId);
    return opener !== undefined && this.#isAgents(opener);
  }

  #wasMoved(tabId: number, before: number | undefined): boolean {
    const nowMs = this.#options.nowMs();
    if (before !== undefined && before === this.#lastClosed) return true;
    // A person who returns after the focus was taken from the tab does so on purpose.
    const ledAwayMs = this.#ledAwayMs.get(tabId) ?? -Infinity;
    const uninvited = this.#uninvitedTabs.get(tabId);
    if (uninvited !== undefined && uninvited > nowMs && ledAwayMs < uninvited - UNINVITED_MS) {
      return true;
    }
    return this.#wasCalled(tabId);
  }

  #wasCalled(tabId: number): boolean {
    if (!this.#options.mayBeCalled(tabId)) return false;
    const ledAwayMs = this.#ledAwayMs.get(tabId) ?? -Infinity;
    if ((this.#options.inputMs(tabId) ?? -Infinity) > ledAwayMs) return true;
    const hasBeenThere = [...this.#visited.values()].some((visited) => visited.includes(tabId));
    return !hasBeenThere && this.#options.nowMs() - ledAwayMs > AGAIN_MS;
  }

  #visit(tabId: number, windowId: number): void {
    this.#visited.set(windowId, latestLast(this.#visited.get(windowId) ?? [], tabId));
    this.#tellTab();
  }

  /** Reports the person's tab: the one that they visited last in the window that they visited last. */
  #tellTab(): void {
    const windowId = this.#windows.at(-1);
    const tabId = windowId === undefined ? undefined : this.#visited.get(windowId)?.at(-1);
    if (tabId === this.#tab) return;
    this.#tab = tabId;
    this.#options.onTab(tabId ?? null);
  }

  #unvisit(tabId: number): void {
    for (const [windowId, visited] of this.#visited) {
      const others = visited.filter((id) => id !== tabId);
      this.#visited.set(windowId, others);
    }
  }

  #uninvite(tabId: number): void {
    this.#uninvitedTabs.set(tabId, this.#options.nowMs() + UNINVITED_MS);
  }

  #giveTabBack(windowId: number, from: number): void {
    this.#ledAwayMs.set(from, this.#options.nowMs());
    const tabId = this.#visited.get(windowId)?.at(-1);
    const { api } = this.#options;
    // If the tab is gone by now, its closing is reported next.
    if (tabId !== undefined) void api.showTab(tabId).catch(() => {});
    else void this.#showAnother(windowId, from).catch(() => {});
  }

  /** Shows a tab that is not an agent's, since a worker that has just started does not know the person's last tab. */
  async #showAnother(windowId: number, from: number): Promise<void> {
    const tabs = await this.#options.api.tabsOf(windowId);
    const tabId = tabs.findLast((id) => !this.#isAgents(id));
    if (tabId !== undefined) await this.#options.api.showTab(tabId);
    // No other tab is left in the window.
    else if (this.#windows.at(-1) === windowId) this.#visit(from, windowId);
  }

  #giveWindowBack(): void {
    const windowId = this.#windows.at(-1);
    if (windowId === undefined) return;
    void this.#options.api.focusWindow(windowId).catch(() => this.#enterFocused().catch(() => {}));
  }
}
