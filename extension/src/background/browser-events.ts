// Takes each event of the browser in one place, and passes it to the parts that it concerns.
import browser from "webextension-polyfill";

import type { Asks } from "./asks/asks.ts";
import type { PersonGuard } from "./focus/person-guard.ts";
import type { FramePeers } from "./frames/frame-peers.ts";
import type { FrameTrees } from "./frames/frame-trees.ts";
import type { Debuggers } from "./input/debuggers.ts";
import { CANCELLED } from "./input/debuggers.ts";
import type { ActionsInFlight } from "./lease/action-in-flight.ts";
import type { Leases } from "./lease/leases.ts";
import type { SessionTabs } from "./lease/session-tabs.ts";
import type { Stops } from "./lease/stops.ts";
import type { TabOpeners } from "./lease/tab-openers.ts";
import type { InnerLoad } from "./watch/inner-loads.ts";
import type { AnsweredDocument, FrameEvent, TabWatch } from "./watch/tab-watch.ts";

export interface BrowserEventsOptions {
  readonly watch: TabWatch;
  readonly frames: FramePeers;
  readonly trees: FrameTrees;
  readonly asks: Asks;
  readonly debuggers: Debuggers;
  readonly person: PersonGuard;
  readonly openers: TabOpeners;
  readonly leases: Leases;
  readonly inFlight: ActionsInFlight;
  readonly tabs: SessionTabs;
  readonly stops: Stops;
  /** Resolves once the leases of an earlier worker are restored; handlers that need leases await it. */
  readonly restored: Promise<void>;
  /** Updates the sessions in the panel. */
  readonly showPanel: () => void;
}

export class BrowserEvents {
  readonly #parts: BrowserEventsOptions;

  constructor(parts: BrowserEventsOptions) {
    this.#parts = parts;
  }

  tabCreated(tabId: number, windowId: number, inFront: boolean): void {
    const { openers, person } = this.#parts;
    if (inFront) openers.noteInFront(tabId);
    person.tabCreated(tabId, windowId);
  }

  /**
   * Handles a tab that a page has opened. The tab's own opener is not reliable: a tab that the person opens while a
   * session's tab is in front has that one as its opener, and must not join the session.
   */
  tabOpenedBy(tabId: number, openerTabId: number, url: string): void {
    const { openers, person } = this.#parts;
    openers.note(tabId, openerTabId);
    person.tabOpenedBy(tabId, openerTabId);
    void this.#joinOpened(tabId, openerTabId, url);
  }

  tabShown(tabId: number, windowId: number): void {
    this.#parts.person.tabShown(tabId, windowId);
  }

  tabUpdated(tabId: number): void {
    const { leases, showPanel } = this.#parts;
    if (leases.ofTab(tabId) !== undefined) showPanel();
  }

  tabRemoved(tabId: number): void {
    const { person, watch, trees, asks, tabs, restored } = this.#parts;
    person.tabRemoved(tabId);
    watch.tabRemoved(tabId);
    trees.drop(tabId);
    asks.forget(tabId);
    void restored.then(() => tabs.removed(tabId));
  }

  windowFocused(windowId: number): void {
    this.#parts.person.windowFocused(windowId);
  }

  windowRemoved(windowId: number): void {
    this.#parts.person.windowRemoved(windowId);
  }

  documentBegan(event: FrameEvent & InnerLoad): void {
    const { watch, tabs, restored } = this.#parts;
    watch.documentBegan(event);
    if (event.frameId === 0) void restored.then(() => tabs.loadBegan(event.tabId));
  }

  documentCommitted(event: FrameEvent): void {
    const { frames, trees, watch, asks, debuggers } = this.#parts;
    const { tabId, frameId, url } = event;
    if (frameId === 0) {
      frames.drop(tabId);
      trees.drop(tabId);
    }
    watch.documentCommitted(event);
    if (frameId !== 0) return;
    asks.committed(tabId, url);
    debuggers.dialogs.stay(tabId);
  }

  documentFailed(event: FrameEvent, error: string): void {
    const { watch, asks, debuggers, restored } = this.#parts;
    const { tabId, frameId, url } = event;
    void restored.then(() => asks.loadFailed(tabId, url, error));
    watch.documentFailed(event, error);
    if (frameId !== 0) return;
    if (watch.navigations.pending(tabId) === undefined) debuggers.dialogs.stay(tabId);
  }

  addressChanged(event: Pick<FrameEvent, "tabId" | "frameId">): void {
    this.#parts.watch.addressChanged(event);
  }

  /** Handles the answer to the request of a document, also each redirect on the way. */
  documentAnswered(event: AnsweredDocument, status: number, location: string | undefined): void {
    const { watch, asks } = this.#parts;
    watch.documentAnswered(event, status);
    if (location !== undefined) asks.redirected(event.tabId, location);
  }

  loadBegan(...load: Parameters<TabWatch["loadBegan"]>): void {
    this.#parts.watch.loadBegan(...load);
  }

  loadEnded(tabId: number, requestId: string): void {
    this.#parts.watch.loadEnded(tabId, requestId);
  }

  async signInAsked(
    request: chrome.webRequest.OnAuthRequiredDetails,
  ): Promise<chrome.webRequest.BlockingResponse> {
    await this.#parts.restored;
    return this.#parts.asks.signIn(request);
  }

  debuggerEvent(tabId: number | undefined, method: string, params: unknown): void {
    const { watch, person, debuggers, asks } = this.#parts;
    if (tabId !== undefined && method === "Page.downloadWillBegin") {
      watch.downloads.begins(tabId, params);
    }
    if (tabId !== undefined) person.debuggerEvent(tabId, method, params);
    const isHeard = debuggers.onEvent(tabId, method, params);
    if (tabId !== undefined && method === "Page.fileChooserOpened" && !isHeard) {
      asks.fileChooser(tabId);
    }
  }

  /** Handles an event in the debugger's session of a frame of another site. */
  frameDebuggerEvent(tabId: number, method: string, params: unknown): void {
    const { debuggers, asks } = this.#parts;
    debuggers.onFrameEvent(tabId, method, params);
    // No upload waits for a file chooser in such a frame.
    if (method === "Page.fileChooserOpened") asks.fileChooser(tabId);
  }

  debuggerDetached(tabId: number | undefined, reason: string): void {
    const { debuggers, stops, restored } = this.#parts;
    debuggers.onDetach(tabId, reason);
    if (tabId !== undefined && reason === CANCELLED) {
      void restored.then(() => stops.cancelled(tabId));
    }
  }

  downloadCreated(...download: Parameters<TabWatch["downloads"]["created"]>): void {
    this.#parts.watch.downloads.created(...download);
  }

  downloadChanged(downloadId: number): void {
    void this.#parts.watch.downloads.changed(downloadId);
  }

  async #joinOpened(tabId: number, openerTabId: number, url: string): Promise<void> {
    const { restored, asks, leases, inFlight, openers, tabs } = this.#parts;
    await restored;
    if (asks.tabOpened(tabId, openerTabId, url)) return;
    const tab = await browser.tabs.get(tabId).catch(() => null);
    // The tab was closed at once; if it joined now, its end would never be reported.
    if (tab === null) return;
    const held = leases.ofTab(openerTabId);
    const running = held === undefined ? undefined : inFlight.of(held.sessionId);
    // The focus may be back at the person's tab by now; the session goes where the browser had gone.
    const isForeground = tab.active || openers.wasInFront(tabId);
    await tabs.join(tabId, openerTabId, isForeground || running?.opensInFront === true);
  }
}
