// Follows the downloads of sessions: which tab began each, how far it is, and which changes are still to be reported.
import { withoutUserInfo } from "@webserv/shared/model/text/user-info.ts";
import type { Download } from "@webserv/shared/model/page/download.ts";
import * as z from "zod/mini";

import type { KeptDownload } from "./download-storage.ts";

/**
 * The longest time between a tab's announcement of a download and its entry in the browser's list, in ms. The list
 * knows no tabs, and the announcement knows no file, but both events name the same address.
 */
const MATCH_MS = 3_000;
/** The time in which an aborted load shows as a download if it is one, in ms. */
const ABORTED_MS = 500;
const MAX_URL = 300;
/** Is a time before all actions of this worker. */
const LONG_AGO = Number.NEGATIVE_INFINITY;
/** The most downloads that one step reports; the next one reports more. */
export const MAX_DOWNLOADS = 50;

/** Describes the part of `chrome.downloads.DownloadItem` that is used here. */
export interface DownloadItem {
  readonly id: number;
  readonly url: string;
  readonly finalUrl: string;
  /** The absolute path, or "" while the browser has not chosen one. */
  readonly filename: string;
  readonly state: string;
  readonly bytesReceived: number;
  /** The size in bytes; -1 or 0 if it is not known. */
  readonly totalBytes: number;
  readonly error?: string | undefined;
}

export interface DownloadsOptions {
  readonly sessionOf: (tabId: number) => string | null;
  /** Returns the download as it is now; null if the browser has forgotten it. */
  readonly find: (id: number) => Promise<DownloadItem | null>;
  /** Stores the downloads that the next worker must know, oldest first; it is called at each change. */
  readonly keep: (kept: readonly KeptDownload[]) => void;
  /** Reports each download as it begins and as it ends. */
  readonly tell: (sessionId: string, change: "begun" | "ended", download: Download) => void;
  readonly now?: () => number;
}

/** Describes a tab's announcement that a download of this address begins, or may begin. */
interface Announcement {
  readonly sessionId: string;
  readonly url: string;
  readonly at: number;
  /** The time by which the download must show, on the worker's clock, in ms. */
  readonly until: number;
  readonly name: string;
}

interface SessionDownload {
  readonly sessionId: string;
  readonly beganAt: number;
  readonly url: string;
  readonly name: string;
  item: DownloadItem;
  /** The state that was reported last; null if none was reported yet. */
  told: Download["state"] | null;
}

/** Describes `Page.downloadWillBegin` of the Chrome DevTools Protocol. */
const willBegin = z.object({ url: z.string(), suggestedFilename: z._default(z.string(), "") });

export class Downloads {
  readonly #options: DownloadsOptions;
  readonly #now: () => number;
  readonly #ofSessions = new Map<number, SessionDownload>();
  #announced: readonly Announcement[] = [];
  /** The downloads that no tab of a session has announced so far. */
  #unannounced: readonly { readonly item: DownloadItem; readonly at: number }[] = [];
  #waiting: (() => void)[] = [];

  constructor(options: DownloadsOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Takes over the downloads of an earlier worker; resolves when their present state is known. */
  async restore(kept: readonly KeptDownload[]): Promise<void> {
    for (const each of kept) this.#ofSessions.set(each.item.id, { ...each, beganAt: LONG_AGO });
    await Promise.all(kept.map(({ item }) => this.changed(item.id)));
  }

  /** Handles `Page.downloadWillBegin`. */
  begins(tabId: number, params: unknown): void {
    const { data } = willBegin.safeParse(params);
    if (data !== undefined) this.#announce(tabId, data.url, data.suggestedFilename, MATCH_MS);
  }

  /** Handles an aborted load, which may turn out to be a download. */
  aborted(tabId: number, url: string): void {
    this.#announce(tabId, url, "", ABORTED_MS);
  }

  /** Handles `downloads.onCreated`. */
  created(item: DownloadItem): void {
    const at = this.#now();
    const announcement = this.#announced.find(({ url, until }) => until >= at && isOf(item, url));
    if (announcement !== undefined) this.#take(announcement, item, at);
    else {
      const recent = this.#unannounced.filter((each) => at - each.at < MATCH_MS);
      this.#unannounced = [...recent, { item, at }];
    }
    // A download that completes at once may have no further event.
    void this.changed(item.id);
  }

  /** Handles `downloads.onChanged`. */
  async changed(id: number): Promise<void> {
    const item = await this.#options.find(id);
    const own = this.#ofSessions.get(id);
    if (item === null || own === undefined) return;
    const before = stateOf(own.item);
    own.item = item;
    this.#keep();
    this.#wake();
    if (stateOf(item) === before || stateOf(item) === "in-progress") return;
    this.#options.tell(own.sessionId, "ended", toDownload(own));
  }

  /** Tells whether a download of `url` began in the session at `sinceMs` or later. */
  hasBegun(sessionId: string, url: string, sinceMs: number): boolean {
    return this.#of(sessionId).some(({ item, beganAt }) => beganAt >= sinceMs && isOf(item, url));
  }

  /** Tells whether a download that began in the session at `sinceMs` or later is in progress, or may yet show. */
  isBusy(sessionId: string, sinceMs: number): boolean {
    const now = this.#now();
    return (
      this.#announced.some(
        (announcement) =>
          announcement.sessionId === sessionId &&
          announcement.at >= sinceMs &&
          announcement.until >= now,
      ) ||
      this.#of(sessionId).some(
        ({ item, beganAt }) => beganAt >= sinceMs && stateOf(item) === "in-progress",
      )
    );
  }

  /** Resolves at the next change, or after the time in which an aborted load shows as a download. */
  async nextChange(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    const timer = setTimeout(resolve, ABORTED_MS);
    await promise;
    clearTimeout(timer);
  }

  /** Returns the downloads that began or ended since the last call. */
  take(sessionId: string): Download[] {
    const news = this.#of(sessionId)
      .filter(({ item, told }) => told !== stateOf(item))
      .slice(0, MAX_DOWNLOADS);
    for (const own of news) {
      own.told = stateOf(own.item);
      if (own.told !== "in-progress") this.#ofSessions.delete(own.item.id);
    }
    if (news.length > 0) this.#keep();
    return news.map(toDownload);
  }

  /** Forgets the downloads of a session that has ended. */
  forget(sessionId: string): void {
    for (const { item } of this.#of(sessionId)) this.#ofSessions.delete(item.id);
    this.#keep();
    this.#announced = this.#announced.filter(
      (announcement) => announcement.sessionId !== sessionId,
    );
  }

  #announce(tabId: number, url: string, name: string, forMs: number): void {
    const sessionId = this.#options.sessionOf(tabId);
    if (sessionId === null) return;
    const at = this.#now();
    const announcement: Announcement = { sessionId, url, name, at, until: at + forMs };
    const known = this.#unannounced.find((each) => at - each.at < MATCH_MS && isOf(each.item, url));
    if (known !== undefined) {
      this.#unannounced = this.#unannounced.filter((each) => each !== known);
      this.#take(announcement, known.item, at);
      void this.changed(known.item.id);
      return;
    }
    // The browser reports the aborted load first, and then the download for which it was aborted.
    const others = this.#announced.filter(
      (each) => each.until >= at && (each.sessionId !== sessionId || each.url !== url),
    );
    this.#announced = [...others, announcement];
    this.#wake();
  }

  #take(announcement: Announcement, item: DownloadItem, beganAt: number): void {
    const { sessionId, name, url } = announcement;
    this.#announced = this.#announced.filter((each) => each !== announcement);
    const own: SessionDownload = { sessionId, beganAt, url, name, item, told: null };
    this.#ofSessions.set(item.id, own);
    this.#keep();
    this.#wake();
    this.#options.tell(sessionId, "begun", toDownload(own));
    if (stateOf(item) !== "in-progress") this.#options.tell(sessionId, "ended", toDownload(own));
  }

  #keep(): void {
    this.#options.keep([...this.#ofSessions.values()].map(toKept));
  }

  #of(sessionId: string): SessionDownload[] {
    return [...this.#ofSessions.values()].filter((own) => own.sessionId === sessionId);
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

function isOf({ url, finalUrl }: DownloadItem, address: string): boolean {
  return url === address || finalUrl === address;
}

function stateOf({ state }: DownloadItem): Download["state"] {
  if (state === "complete") return "complete";
  return state === "interrupted" ? "failed" : "in-progress";
}

/** Shortens addresses, which may contain the whole contents of a download. */
function toKept({ sessionId, name, told, ...own }: SessionDownload): KeptDownload {
  const { id, url, finalUrl, filename, state, bytesReceived, totalBytes, error } = own.item;
  return {
    sessionId,
    url: own.url.slice(0, MAX_URL),
    name,
    told,
    item: {
      id,
      url: url.slice(0, MAX_URL),
      finalUrl: finalUrl.slice(0, MAX_URL),
      filename,
      state,
      bytesReceived,
      totalBytes,
      ...(error === undefined ? {} : { error }),
    },
  };
}

function toDownload({ item, name, url }: SessionDownload): Download {
  const state = stateOf(item);
  const { filename, bytesReceived, totalBytes, error } = item;
  return {
    name: filename === "" ? name : (filename.split(/[\\/]/).at(-1) ?? filename),
    url: withoutUserInfo(url).slice(0, MAX_URL),
    state,
    bytes: bytesReceived,
    ...(state === "in-progress" && totalBytes > 0 ? { totalBytes } : {}),
    ...(filename === "" ? {} : { path: filename }),
    ...(state === "failed" && error !== undefined ? { reason: error } : {}),
  };
}
