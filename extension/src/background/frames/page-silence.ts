// Says why no content script answers in a tab, and whether waiting longer would help.
import { WebservError } from "@webserv/shared/errors/errors.ts";
import browser from "webextension-polyfill";

import { navigationError, stillLoading } from "../watch/navigation-error.ts";
import type { NavigationLog } from "../watch/navigation-log.ts";
import { ABORTED } from "../watch/navigation-log.ts";
import { BLANK_URL, blankPage } from "./blank-page.ts";
import type { ExplainSilence, Silence } from "./frame-peers.ts";

/** The longest wait for a content script, in ms: a document that gets one starts it within milliseconds. */
const PATIENCE_MS = 2_000;
/** The same for an empty tab, in ms, which gets a content script only if a page has opened it. */
const BLANK_PATIENCE_MS = 100;

export function explainSilence(navigations: NavigationLog): ExplainSilence {
  return async (tabId): Promise<Silence> => {
    const tab = await browser.tabs.get(tabId).catch(() => null);
    if (tab === null) {
      const error = new WebservError("tab-closed", "the session's tab was closed");
      return { kind: "blocked", error };
    }
    const failure = navigations.netError(tabId);
    if (failure !== null) return { kind: "blocked", error: navigationError(failure) };
    const url = tab.url ?? "";
    // A worker that has just started knows of no load.
    const load = navigations.latest(tabId) ?? { url, beganAt: null };
    const loading = { kind: "loading", error: stillLoading(load, performance.now()) } as const;
    const isUnderWay = navigations.pending(tabId) !== undefined;
    // The first load of the tab brought no page, as its server sent none.
    const isBlank = url === "" && navigations.latest(tabId)?.error === ABORTED;
    // A tab has no address while its first page loads.
    if ((url === "" && !isBlank) || isUnderWay) return loading;
    if (isBlank || url === BLANK_URL) {
      return { kind: "silent", patienceMs: BLANK_PATIENCE_MS, error: blankPage() };
    }
    if (!isReadable(url)) {
      return {
        kind: "blocked",
        error: new WebservError(
          "page-unreadable",
          `${url.slice(0, 300)} is a page that extensions can't read`,
          { details: { url } },
        ),
      };
    }
    // A document whose server has sent nothing but its headers has no content script yet.
    if (tab.status === "loading") return loading;
    // The tab has no process any more.
    if (tab.status === "unloaded") return { kind: "blocked", error: crashed(url) };
    return {
      kind: "silent",
      patienceMs: PATIENCE_MS,
      error: new WebservError(
        "page-unreadable",
        `no script of WebServ answers in ${url.slice(0, 300)}`,
        { next: "Refresh the page or go elsewhere.", details: { url } },
      ),
    };
  };
}

function crashed(url: string): WebservError {
  return new WebservError("page-unreadable", `the page ${url.slice(0, 300)} has crashed`, {
    next: "Refresh the page or go elsewhere.",
    details: { url },
  });
}

/** Tells whether Chromium lets extensions into a page: not into its own pages, its stores, and other extensions. */
function isReadable(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, pathname } = new URL(url);
  if (protocol === "data:" || protocol === "blob:" || protocol === "about:") return true;
  if (protocol !== "http:" && protocol !== "https:") return false;
  const isStore =
    hostname === "chromewebstore.google.com" ||
    (hostname === "chrome.google.com" && pathname.startsWith("/webstore"));
  return !isStore;
}
