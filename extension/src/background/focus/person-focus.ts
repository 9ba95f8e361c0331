// Gives the person their tab and window back where the browser showed a session's tab in its place.
import { latestLast } from "./latest-last.ts";

/** A new window comes to the front only some time after it was made, and sometimes twice. */
const UNINVITED_MS = 2_000;
/** The browser tells of the focus of a window shortly before or after it tells who opened the tab in it. */
const TOGETHER_MS = 300;
/** Who is led away from a tab and wants to be there comes back within this time. */
const AGAIN_MS = 10_000;
/** `chrome.windows.WINDOW_ID_NONE` */
const NO_WINDOW = -1;

export interface FocusApi {
  showTab(tabId: number): Promise<unknown>;
  focusWindow(windowId: number): Promise<unknown>;
  /** The window that has the focus, or had it last; null where there is none. */
  focusedWindow(): Promise<number | null>;
  /** The tabs of a window, the one that was looked at last being the last. */
  tabsOf(windowId: number): Promise<readonly number[]>;
}

export interface PersonFocusOptions {
  readonly api: FocusApi;
  /** The tab is one that an agent acts in. */
  readonly isAgents: (tabId: number) => boolean;
  /** Tells whether a page of the agent's can bring this tab to the front, which it may do at any time. */
  readonly mayBeCalled: (tabId: number) => boolean;
  /** When the agent that acts in the tab last did something that its pages may answer; null if it did nothing. */
  readonly inputMs: (tabId: number) => number | null;
  /** The person is at another tab now, by their own doing; null: nobody knows where. */
  readonly onPlace: (tabId: number | null) => void;
  readonly nowMs: () => number;
}

/**
 * Hears what the browser tells of tabs and windows. It does not tell who moved the focus: a session's tab was
 * shown by the browser if it is new, if it asks whether to leave, if the tab in front was closed, and if a page
 * may have called for it. In all other cases the person went there, and stays. Nothing is awaited between
 * such news and the answer to it: keys that are pressed meanwhile are lost to the person.
 */
export class PersonFocus {
  readonly #options: PersonFocusOptions;
  /** The tab in front, by window. */
  readonly #front = new Map<number, number>();
  /** The tabs at which the person was, by window, the latest last. */
  readonly #visited = new Map<number, number[]>();
  /** The windows in which the person was, the latest last. */
  #windows: number[] = [];
  #windowSinceMs = -Infinity;
  readonly #windowOf = new Map<number, number>();
  /** Which page of a session's opened a tab: the tab becomes the session's only some time later. */
  readonly #openers = new Map<number, number>();
  /** Until when what comes to the front was not asked for by the person. */
  readonly #uninvitedTabs = new Map<number, number>();
  readonly #uninvitedWindows = new Map<number, number>();
  /** When the person was last led away from a tab. */
  readonly #ledAwayMs = new Map<number, number>();
  #lastClosed: number | null = null;
  #place: number | undefined;

  constructor(options: PersonFocusOptions) {
    this.#options = options;
  }

  /** What is in front when this begins is where the person is. */
  begin(windows: readonly { id: number; focused: boolean; front: number | null }[]): void {
    for (const { id, front } of windows) {
      if (front === null || this.#front.has(id)) continue;
      this.#front.set(id, front);
      this.#visit(front, id);
    }
    const focused = windows.find((each) => each.focused);
    if (focused !== undefined && this.#windows.length === 0) this.windowFocused(focused.id);
  }

  /** For `tabs.onCreated`. */
  created(tabId: number, windowId: number): void {
    this.#windowOf.set(tabId, windowId);
  }

  /** For `tabs.onActivated`. */
  shown(tabId: number, windowId: number): void {
    const before = this.#front.get(windowId);
    this.#front.set(windowId, tabId);
    const isAgents = this.#isAgents(tabId);
    if (isAgents && this.#wasMoved(tabId, before)) {
      this.#giveTabBack(windowId, tabId);
      if (before !== this.#lastClosed) this.#leaveWindow(windowId);
      return;
    }
    // Who went to an agent's tab is in its window, whatever the browser has told of that.
    if (isAgents) this.#windows = latestLast(this.#windows, windowId);
    this.#visit(tabId, windowId);
  }

  /** For `webNavigation.onCreatedNavigationTarget`, which comes after the tab was shown. */
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

  /** A page that brings a tab to the front brings its window there too, shortly before or after. */
  #leaveWindow(windowId: number): void {
    const isThere = this.#windows.at(-1) === windowId;
    const cameWithIt = this.#options.nowMs() - this.#windowSinceMs < TOGETHER_MS;
    const wasMoved = isThere && cameWithIt && this.#windows.length > 1;
    if (wasMoved) this.#windows.pop();
    this.#tellPlace();
    if (isThere && !wasMoved) return;
    this.#uninvitedWindows.set(windowId, this.#options.nowMs() + UNINVITED_MS);
    if (wasMoved) this.#giveWindowBack();
  }

  /** A page in the tab asks whether to leave, for which the browser shows it. */
  asksToLeave(tabId: number): void {
    if (this.#isAgents(tabId)) this.#uninvite(tabId);
  }

  /** For `tabs.onRemoved`, which comes before the next tab is shown. */
  closed(tabId: number): void {
    this.#lastClosed = tabId;
    this.#openers.delete(tabId);
    this.#uninvitedTabs.delete(tabId);
    this.#ledAwayMs.delete(tabId);
    this.#windowOf.delete(tabId);
    this.#unvisit(tabId);
  }

  /** For `windows.onFocusChanged`. */
  windowFocused(windowId: number): void {
    const nowMs = this.#options.nowMs();
    // Told also of the browser's own bubbles; a program that has the focus can't be given it back.
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

  /** For `windows.onRemoved`. The window that the browser shows next may have been told of already. */
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
    // Who goes to a window goes to the tab in front of it.
    const front = this.#front.get(windowId);
    if (front !== undefined) this.#visit(front, windowId);
  }

  #isAgents(tabId: number): boolean {
    if (this.#options.isAgents(tabId)) return true;
    // It is the agent's no longer than the page that opened it is.
    const opener = this.#openers.get(tabId);
    return opener !== undefined && this.#isAgents(opener);
  }

  #wasMoved(tabId: number, before: number | undefined): boolean {
    const nowMs = this.#options.nowMs();
    if (before !== undefined && before === this.#lastClosed) return true;
    // Whoever comes again after they were led away does so on purpose.
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
    this.#tellPlace();
  }

  /** Where the person is: the tab that they went to last in the window that they went to last. */
  #tellPlace(): void {
    const windowId = this.#windows.at(-1);
    const place = windowId === undefined ? undefined : this.#visited.get(windowId)?.at(-1);
    if (place === this.#place) return;
    this.#place = place;
    this.#options.onPlace(place ?? null);
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
    const place = this.#visited.get(windowId)?.at(-1);
    const { api } = this.#options;
    // Where the tab has gone meanwhile, its closing is told next.
    if (place !== undefined) void api.showTab(place).catch(() => {});
    else void this.#showAnother(windowId, from).catch(() => {});
  }

  /** A worker that has just started does not know where the person was before. */
  async #showAnother(windowId: number, from: number): Promise<void> {
    const tabs = await this.#options.api.tabsOf(windowId);
    const place = tabs.findLast((tabId) => !this.#isAgents(tabId));
    if (place !== undefined) await this.#options.api.showTab(place);
    // Nothing else is left there.
    else if (this.#windows.at(-1) === windowId) this.#visit(from, windowId);
  }

  #giveWindowBack(): void {
    const place = this.#windows.at(-1);
    if (place === undefined) return;
    void this.#options.api.focusWindow(place).catch(() => this.#enterFocused().catch(() => {}));
  }
}
