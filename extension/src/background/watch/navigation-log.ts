// Follows the navigations of each tab's main frame, since a page can't see its own end.
import { isForeignAddress } from "@webserv/shared/model/page/ask-kinds.ts";

export interface DocumentLoad {
  readonly url: string;
  /** The time at which the load began, on the worker's clock, in ms. */
  readonly beganAt: number;
  /** The time at which the load replaced the former document, or failed; null while it is under way. */
  readonly endedAt: number | null;
  /** The browser's net error, such as net::ERR_CONNECTION_REFUSED. */
  readonly error: string | null;
  /** The HTTP status of the server's answer, if one came. */
  readonly status?: number;
  /** The address that has answered, if a redirect has led to another one. */
  readonly answeredUrl?: string;
}

/** Describes a load for which the browser shows its error page. */
export interface FailedLoad {
  readonly url: string;
  readonly error: string;
  readonly status?: number;
}

interface TabNavigations {
  /** Holds the latest few loads, the oldest first. */
  loads: readonly DocumentLoad[];
  /** Counts the loads that have begun. */
  begun: number;
  /** Counts events of any kind. */
  changes: number;
  /** The browser's id of the document that the tab shows; empty before the first one. */
  documentId: string;
  /** Is aborted, with the browser's net error, if the rest of the page that is shown will not come. */
  cut: AbortController;
  /** The load for which the tab shows the browser's error page; null if it shows a page. */
  netError: FailedLoad | null;
  waiting: (() => void)[];
}

const KEPT_LOADS = 20;

/** The error of a load that the browser aborted: it is a download, has no content, or another load replaced it. */
export const ABORTED = "net::ERR_ABORTED";

export class NavigationLog {
  readonly #tabs = new Map<number, TabNavigations>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Returns the load under way in the tab, if there is one. */
  pending(tabId: number): DocumentLoad | undefined {
    return this.#tabs.get(tabId)?.loads.findLast(({ endedAt }) => endedAt === null);
  }

  /** Returns the load that began last. */
  latest(tabId: number): DocumentLoad | undefined {
    return this.#tabs.get(tabId)?.loads.at(-1);
  }

  /** Returns the loads that were under way at `sinceMs` or began later. */
  loadsSince(tabId: number, sinceMs: number): readonly DocumentLoad[] {
    return (this.#tabs.get(tabId)?.loads ?? []).filter(
      ({ beganAt, endedAt }) => beganAt >= sinceMs || endedAt === null || endedAt >= sinceMs,
    );
  }

  /** Counts the loads that have begun in the tab. */
  loadCount(tabId: number): number {
    return this.#tabs.get(tabId)?.begun ?? 0;
  }

  /** Counts the events that the tab has had: loads, their ends, and changes of address without a load. */
  eventCount(tabId: number): number {
    return this.#tabs.get(tabId)?.changes ?? 0;
  }

  netError(tabId: number): FailedLoad | null {
    return this.#tabs.get(tabId)?.netError ?? null;
  }

  /** Returns a signal that aborts, with the browser's net error, if the page's connection breaks off. */
  cutOff(tabId: number): AbortSignal {
    return this.#tab(tabId).cut.signal;
  }

  /** Resolves at the next event of the tab. */
  nextChange(tabId: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#tab(tabId).waiting.push(resolve);
    return promise;
  }

  /** Handles `webNavigation.onBeforeNavigate` of a main frame. */
  began(tabId: number, url: string): void {
    const tab = this.#tab(tabId);
    tab.begun++;
    // A tab loads one document at a time, so the new load replaces any earlier one.
    tab.loads = [
      ...tab.loads.map((load) => this.#ended(load, ABORTED)),
      { url, beganAt: this.#now(), endedAt: null, error: null },
    ].slice(-KEPT_LOADS);
    this.#changed(tab);
  }

  /** Handles `webRequest.onHeadersReceived` of a main frame, also of each redirect. */
  answered(tabId: number, url: string, status: number): void {
    const tab = this.#tabs.get(tabId);
    if (tab === undefined) return;
    tab.loads = tab.loads.map((load) => {
      if (load.endedAt !== null) return load;
      return { ...load, status, ...(load.url === url ? {} : { answeredUrl: url }) };
    });
  }

  /** Handles `webNavigation.onCommitted` of a main frame. */
  committed(tabId: number, url: string, documentId = ""): void {
    const tab = this.#tab(tabId);
    tab.documentId = documentId;
    tab.cut = new AbortController();
    tab.netError = null;
    // Redirects change the address on the way.
    tab.loads = tab.loads.map((load) =>
      load.endedAt === null ? { ...load, url, endedAt: this.#now() } : load,
    );
    this.#changed(tab);
  }

  /** Handles `webNavigation.onErrorOccurred` of a main frame. */
  failed(tabId: number, url: string, error: string, documentId = ""): void {
    const tab = this.#tab(tabId);
    // The page is shown, and only its rest has not come: its connection broke off, or the next load began.
    if (documentId !== "" && documentId === tab.documentId) {
      if (error !== ABORTED) tab.cut.abort(error);
      return;
    }
    // A server may have redirected the load to another program's address, with which no load begins.
    const isPending = tab.loads.some(
      (load) =>
        load.endedAt === null &&
        (load.url === url || load.answeredUrl === url || isForeignAddress(url)),
    );
    // The end of a replaced load says nothing about the load that replaced it.
    if (error === ABORTED && !isPending) return;
    const status = tab.loads.findLast((load) => load.endedAt === null)?.status;
    tab.loads = tab.loads.map((load) => this.#ended(load, error));
    const answer = status === undefined ? {} : { status };
    if (error !== ABORTED) tab.netError = { url, error, ...answer };
    this.#changed(tab);
  }

  /** Handles a change of address within the document, by the history API or a fragment. */
  moved(tabId: number): void {
    this.#changed(this.#tab(tabId));
  }

  closed(tabId: number): void {
    const tab = this.#tabs.get(tabId);
    this.#tabs.delete(tabId);
    if (tab !== undefined) this.#changed(tab);
  }

  #ended(load: DocumentLoad, error: string): DocumentLoad {
    return load.endedAt === null ? { ...load, endedAt: this.#now(), error } : load;
  }

  #tab(tabId: number): TabNavigations {
    let tab = this.#tabs.get(tabId);
    if (tab === undefined) {
      tab = {
        loads: [],
        begun: 0,
        changes: 0,
        documentId: "",
        cut: new AbortController(),
        netError: null,
        waiting: [],
      };
      this.#tabs.set(tabId, tab);
    }
    return tab;
  }

  #changed(tab: TabNavigations): void {
    tab.changes++;
    for (const resolve of tab.waiting.splice(0)) resolve();
  }
}
