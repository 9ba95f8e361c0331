// The downloads of sessions: which tab began each, how far it is, and what is still to be told of it.
import { withoutUserInfo } from "@webserv/shared/model/user-info.ts";
import type { Download } from "@webserv/shared/model/download.ts";
import * as z from "zod/mini";

import type { KeptDownload } from "./download-storage.ts";

/**
 * The browser's list of downloads knows no tabs, and what a tab tells of a download knows no file. Both
 * come within milliseconds of each other and name the same address.
 */
const MATCH_MS = 3_000;
/** A load that was given up is no download if none shows within this time. */
const ABORTED_MS = 500;
const MAX_URL = 300;
/** Before anything that this worker did. */
const LONG_AGO = Number.NEGATIVE_INFINITY;
/** The most that one step tells of; the next one tells more. */
export const MAX_DOWNLOADS = 50;

/** The part of `chrome.downloads.DownloadItem` that is used here. */
export interface DownloadItem {
  readonly id: number;
  readonly url: string;
  readonly finalUrl: string;
  /** Absolute path; empty while the browser has not chosen one. */
  readonly filename: string;
  readonly state: string;
  readonly bytesReceived: number;
  /** -1 or 0 where it is not known. */
  readonly totalBytes: number;
  readonly error?: string | undefined;
}

export interface DownloadsOptions {
  readonly sessionOf: (tabId: number) => string | null;
  /** The download as it is now; null where the browser forgot it. */
  readonly find: (id: number) => Promise<DownloadItem | null>;
  /** All that the next worker has to know, whenever that changes; oldest first. */
  readonly keep: (kept: readonly KeptDownload[]) => void;
  /** Told of each as it happens. */
  readonly tell: (sessionId: string, change: "begun" | "ended", download: Download) => void;
  readonly now?: () => number;
}

/** What a tab told: a download of this address begins, or one may. */
interface Claim {
  readonly sessionId: string;
  readonly url: string;
  readonly at: number;
  /** Nothing came of it if no download shows by then. */
  readonly until: number;
  readonly name: string;
}

interface Held {
  readonly sessionId: string;
  readonly beganAt: number;
  readonly url: string;
  readonly name: string;
  item: DownloadItem;
  /** The state that was told last; null: it was not told yet. */
  told: Download["state"] | null;
}

/** `Page.downloadWillBegin` of the Chrome DevTools Protocol. */
const willBegin = z.object({ url: z.string(), suggestedFilename: z._default(z.string(), "") });

export class Downloads {
  readonly #options: DownloadsOptions;
  readonly #now: () => number;
  readonly #held = new Map<number, Held>();
  #claims: readonly Claim[] = [];
  /** Of nobody's as yet. */
  #unclaimed: readonly { readonly item: DownloadItem; readonly at: number }[] = [];
  #waiting: (() => void)[] = [];

  constructor(options: DownloadsOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Takes over what a former worker held; resolves when it is known how far each is by now. */
  async restore(kept: readonly KeptDownload[]): Promise<void> {
    for (const each of kept) this.#held.set(each.item.id, { ...each, beganAt: LONG_AGO });
    await Promise.all(kept.map(({ item }) => this.changed(item.id)));
  }

  /** For `Page.downloadWillBegin`. */
  begins(tabId: number, params: unknown): void {
    const { data } = willBegin.safeParse(params);
    if (data !== undefined) this.#claim(tabId, data.url, data.suggestedFilename, MATCH_MS);
  }

  /** A load that was given up may have turned out to be a download. */
  aborted(tabId: number, url: string): void {
    this.#claim(tabId, url, "", ABORTED_MS);
  }

  /** Listener of `downloads.onCreated`. */
  created(item: DownloadItem): void {
    const at = this.#now();
    const claim = this.#claims.find(({ url, until }) => until >= at && isOf(item, url));
    if (claim !== undefined) this.#take(claim, item, at);
    else {
      const recent = this.#unclaimed.filter((each) => at - each.at < MATCH_MS);
      this.#unclaimed = [...recent, { item, at }];
    }
    // One that is done at once may have no further event.
    void this.changed(item.id);
  }

  /** For `downloads.onChanged`. */
  async changed(id: number): Promise<void> {
    const item = await this.#options.find(id);
    const held = this.#held.get(id);
    if (item === null || held === undefined) return;
    const before = stateOf(held.item);
    held.item = item;
    this.#keep();
    this.#wake();
    if (stateOf(item) === before || stateOf(item) === "in-progress") return;
    this.#options.tell(held.sessionId, "ended", toDownload(held));
  }

  /** Whether a download of `url` began in the session since. */
  hasBegun(sessionId: string, url: string, sinceMs: number): boolean {
    return this.#of(sessionId).some(({ item, beganAt }) => beganAt >= sinceMs && isOf(item, url));
  }

  /** Whether something that began in the session since is still on its way, or may yet show. */
  isBusy(sessionId: string, sinceMs: number): boolean {
    const now = this.#now();
    return (
      this.#claims.some(
        (claim) => claim.sessionId === sessionId && claim.at >= sinceMs && claim.until >= now,
      ) ||
      this.#of(sessionId).some(
        ({ item, beganAt }) => beganAt >= sinceMs && stateOf(item) === "in-progress",
      )
    );
  }

  /** Resolves when something has changed, at the latest when a claim may have come to nothing. */
  async nextChange(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    const timer = setTimeout(resolve, ABORTED_MS);
    await promise;
    clearTimeout(timer);
  }

  /** What is to be told of: begun since the last time this was asked, or ended since. */
  take(sessionId: string): Download[] {
    const news = this.#of(sessionId)
      .filter(({ item, told }) => told !== stateOf(item))
      .slice(0, MAX_DOWNLOADS);
    for (const held of news) {
      held.told = stateOf(held.item);
      if (held.told !== "in-progress") this.#held.delete(held.item.id);
    }
    if (news.length > 0) this.#keep();
    return news.map(toDownload);
  }

  /** The session is over. */
  forget(sessionId: string): void {
    for (const { item } of this.#of(sessionId)) this.#held.delete(item.id);
    this.#keep();
    this.#claims = this.#claims.filter((claim) => claim.sessionId !== sessionId);
  }

  #claim(tabId: number, url: string, name: string, forMs: number): void {
    const sessionId = this.#options.sessionOf(tabId);
    if (sessionId === null) return;
    const at = this.#now();
    const claim: Claim = { sessionId, url, name, at, until: at + forMs };
    const known = this.#unclaimed.find((each) => at - each.at < MATCH_MS && isOf(each.item, url));
    if (known !== undefined) {
      this.#unclaimed = this.#unclaimed.filter((each) => each !== known);
      this.#take(claim, known.item, at);
      void this.changed(known.item.id);
      return;
    }
    // A load that is given up and the download that it is are told one after the other.
    const others = this.#claims.filter(
      (each) => each.until >= at && (each.sessionId !== sessionId || each.url !== url),
    );
    this.#claims = [...others, claim];
    this.#wake();
  }

  #take(claim: Claim, item: DownloadItem, beganAt: number): void {
    const { sessionId, name, url } = claim;
    this.#claims = this.#claims.filter((each) => each !== claim);
    const held: Held = { sessionId, beganAt, url, name, item, told: null };
    this.#held.set(item.id, held);
    this.#keep();
    this.#wake();
    this.#options.tell(sessionId, "begun", toDownload(held));
    if (stateOf(item) !== "in-progress") this.#options.tell(sessionId, "ended", toDownload(held));
  }

  #keep(): void {
    this.#options.keep([...this.#held.values()].map(toKept));
  }

  #of(sessionId: string): Held[] {
    return [...this.#held.values()].filter((held) => held.sessionId === sessionId);
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

/** Without the contents that an address may hold. */
function toKept({ sessionId, name, told, ...held }: Held): KeptDownload {
  const { id, url, finalUrl, filename, state, bytesReceived, totalBytes, error } = held.item;
  return {
    sessionId,
    url: held.url.slice(0, MAX_URL),
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

function toDownload({ item, name, url }: Held): Download {
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
