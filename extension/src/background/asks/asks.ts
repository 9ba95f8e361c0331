// Collects, from all events of the browser, what the pages of sessions ask the browser to open over them.
import { withoutUserInfo } from "@webserv/shared/model/text/user-info.ts";
import { isForeignAddress, MAX_ASKED } from "@webserv/shared/model/page/ask-kinds.ts";
import type { PageAsk } from "@webserv/shared/model/page/page-ask.ts";
import browser from "webextension-polyfill";

import { BLANK_URL } from "../frames/blank-page.ts";
import { isOfSite } from "../frames/frame-sites.ts";
import { ABORTED } from "../watch/navigation-log.ts";
import { AskBook } from "./ask-book.ts";

export interface AsksOptions {
  /** Tells whether a session has the tab; the asks of other pages are the person's business. */
  readonly isHeld: (tabId: number) => boolean;
  /** Tells whether the browser ignores a server that sends a page of a session to this address. */
  readonly isKept: (location: string) => boolean;
  /** Returns the tab whose page has opened this one. */
  readonly openerOf: (tabId: number) => number | undefined;
}

type SignInRequest = Pick<
  chrome.webRequest.OnAuthRequiredDetails,
  "tabId" | "isProxy" | "realm" | "url"
>;

export class Asks extends AskBook {
  readonly #options: AsksOptions;
  /** Holds the address that each page had when a window was opened over it. */
  readonly #addresses = new Map<number, string>();

  constructor(options: AsksOptions) {
    super();
    this.#options = options;
  }

  override note(tabId: number, ask: PageAsk): void {
    if (this.#options.isHeld(tabId)) super.note(tabId, ask);
  }

  /** Handles a `Page.fileChooserOpened` that no upload waits for. */
  fileChooser(tabId: number): void {
    this.note(tabId, { kind: "files", what: "", answer: "refused" });
  }

  /**
   * Handles a new tab, and closes it if it was opened with another program's address: the browser would open a
   * window over it, and the tab has no use.
   * @returns whether it has such an address
   */
  tabOpened(tabId: number, openerTabId: number, url: string): boolean {
    if (!isForeignAddress(url) || !this.#options.isHeld(openerTabId)) return false;
    this.note(openerTabId, { kind: "program", what: url.slice(0, MAX_ASKED), answer: "refused" });
    void browser.tabs.remove(tabId).catch(() => {});
    return true;
  }

  /**
   * Handles a redirect of the page, or of a frame of it, from `webRequest.onHeadersReceived`; `ProgramRedirects` has
   * removed it from the answer if it leads to another program.
   */
  redirected(tabId: number, location: string): void {
    if (!this.#options.isKept(location)) return;
    this.note(tabId, { kind: "program", what: location.slice(0, MAX_ASKED), answer: "refused" });
  }

  /**
   * Handles `webRequest.onAuthRequired`: it lets no window ask for a name and a password, so that the page is the
   * server's answer.
   */
  signIn({ tabId, isProxy, realm, url }: SignInRequest): { readonly cancel?: true } {
    if (isProxy || !this.#options.isHeld(tabId)) return {};
    this.note(tabId, {
      kind: "sign-in",
      what: (realm ?? "").slice(0, MAX_ASKED),
      url: withoutUserInfo(url).slice(0, MAX_ASKED),
      answer: "refused",
    });
    return { cancel: true };
  }

  /**
   * Handles `webNavigation.onCommitted` of a main frame: the browser closes its window over a tab that goes to
   * another site.
   */
  committed(tabId: number, url: string): void {
    const before = this.#addresses.get(tabId);
    if (before !== undefined && !isOfSite(url, before)) this.uncovered(tabId);
  }

  override uncovered(tabId: number): void {
    super.uncovered(tabId);
    this.#addresses.delete(tabId);
  }

  override forget(tabId: number): void {
    super.forget(tabId);
    this.#addresses.delete(tabId);
  }

  /** Handles `webNavigation.onErrorOccurred`, by which the browser reports another program's address. */
  async loadFailed(tabId: number, url: string, error: string): Promise<void> {
    if (!isForeignAddress(url)) return;
    const opener = this.#options.openerOf(tabId);
    const tab = await browser.tabs.get(tabId).catch(() => null);
    const isEmpty = tab !== null && ["", BLANK_URL].includes(tab.url ?? "");
    if (isEmpty && opener !== undefined && this.tabOpened(tabId, opener, url)) return;
    // Nothing has intercepted this address: the browser asks the person now, unless its settings refuse.
    const answer = error === ABORTED ? "open" : "refused";
    if (answer === "open") this.#addresses.set(tabId, tab?.url ?? "");
    this.note(tabId, { kind: "program", what: url.slice(0, MAX_ASKED), answer });
  }
}
