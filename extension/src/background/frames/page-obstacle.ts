// Says why a tab's page can't be talked to, where waiting longer would not help.
import { WebservError } from "@webserv/shared/protocol/errors.ts";
import browser from "webextension-polyfill";

import type { NavigationLog } from "../step/navigation-log.ts";
import { navigationError } from "../step/step-outcome.ts";
import type { Obstacle } from "./frame-peers.ts";

export function pageObstacle(navigations: NavigationLog): Obstacle {
  return async (tabId) => {
    const tab = await browser.tabs.get(tabId).catch(() => null);
    if (tab === null) return new WebservError("tab-closed", "the session's tab was closed");
    const failure = navigations.netError(tabId);
    if (failure !== null) return navigationError(failure);
    const url = tab.url ?? "";
    // While the first page loads a tab has no address, or that of the page it will leave.
    if (url === "" || navigations.pending(tabId) !== undefined) return null;
    return isReadable(url) ? null : unreadable(url);
  };
}

/** Chromium lets no extension into its own pages, its stores, and other extensions. */
export function isReadable(url: string): boolean {
  if (url === "about:blank" || url.startsWith("data:") || url.startsWith("blob:")) return true;
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, pathname } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:") return false;
  const isStore =
    hostname === "chromewebstore.google.com" ||
    (hostname === "chrome.google.com" && pathname.startsWith("/webstore"));
  return !isStore;
}

function unreadable(url: string): WebservError {
  return new WebservError(
    "page-unreadable",
    `${url.slice(0, 300)} is a page that extensions can't read`,
    { details: { url } },
  );
}
