// What the pages of each tab have asked the browser to open over them, until a step tells of it.
import { MAX_ASKS } from "@webserv/shared/model/ask-kinds.ts";
import type { PageAsk } from "@webserv/shared/model/page-ask.ts";

export class AskBook {
  readonly #noted = new Map<number, readonly PageAsk[]>();
  /** What may lie over a tab: the last that was asked there, and may be open. */
  readonly #open = new Map<number, PageAsk>();

  /** What is asked again and again is kept once. */
  note(tabId: number, ask: PageAsk): void {
    if (ask.answer === "open") this.#open.set(tabId, ask);
    const noted = this.#noted.get(tabId) ?? [];
    const isKnown = noted.some(
      ({ kind, what, url, answer }) =>
        kind === ask.kind && what === ask.what && url === ask.url && answer === ask.answer,
    );
    if (isKnown || noted.length >= MAX_ASKS) return;
    this.#noted.set(tabId, [...noted, ask]);
  }

  /** Those noted for a tab since the last time this was asked, oldest first. */
  take(tabId: number): readonly PageAsk[] {
    const noted = this.#noted.get(tabId) ?? [];
    this.#noted.delete(tabId);
    return noted;
  }

  openIn(tabId: number): PageAsk | null {
    return this.#open.get(tabId) ?? null;
  }

  /** Nothing lies over the tab any more. */
  closed(tabId: number): void {
    this.#open.delete(tabId);
  }

  /** The tab is gone. */
  forget(tabId: number): void {
    this.#noted.delete(tabId);
    this.#open.delete(tabId);
  }
}
