// Keeps what the pages of each tab have asked the browser to open over them, until a step tells of it.
import { MAX_ASKS } from "@webserv/shared/model/ask-kinds.ts";
import type { PageAsk } from "@webserv/shared/model/page-ask.ts";

export class AskBook {
  readonly #noted = new Map<number, readonly PageAsk[]>();
  /** Tabs over which a window of the browser's may lie, with what it asks. */
  readonly #over = new Map<number, PageAsk>();

  /** Keeps once what a page asks again and again. */
  note(tabId: number, ask: PageAsk): void {
    // A prompt for a permission stands beside the page.
    if (ask.answer === "open" && ask.kind !== "permission") this.#over.set(tabId, ask);
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

  /** What may lie over the tab's page; null: nothing is known of it. Each that was opened is an object of its own. */
  over(tabId: number): PageAsk | null {
    return this.#over.get(tabId) ?? null;
  }

  /** For input that has yet to show whether it reaches the page: to be called if it did. */
  untilArrival(tabId: number): () => void {
    const over = this.over(tabId);
    return () => {
      // The input itself may have opened another one.
      if (this.over(tabId) === over) this.uncovered(tabId);
    };
  }

  /** Nothing lies over the tab's page any more. */
  uncovered(tabId: number): void {
    this.#over.delete(tabId);
  }

  /** The tab is gone. */
  forget(tabId: number): void {
    this.#noted.delete(tabId);
    this.#over.delete(tabId);
  }
}
