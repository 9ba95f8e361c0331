// Keeps what the pages of each tab have asked the browser to open over them, until a step reports it.
import { MAX_ASKS } from "@webserv/shared/model/page/ask-kinds.ts";
import type { PageAsk } from "@webserv/shared/model/page/page-ask.ts";

export class AskBook {
  readonly #noted = new Map<number, readonly PageAsk[]>();
  /** Holds the tabs that a window of the browser may cover, with what the window asks. */
  readonly #over = new Map<number, PageAsk>();

  /** Notes an ask of a page, only once if the page repeats it. */
  note(tabId: number, ask: PageAsk): void {
    // A prompt for a permission does not cover the page.
    if (ask.answer === "open" && ask.kind !== "permission") this.#over.set(tabId, ask);
    const noted = this.#noted.get(tabId) ?? [];
    const isKnown = noted.some(
      ({ kind, what, url, answer }) =>
        kind === ask.kind && what === ask.what && url === ask.url && answer === ask.answer,
    );
    if (isKnown || noted.length >= MAX_ASKS) return;
    this.#noted.set(tabId, [...noted, ask]);
  }

  /** Returns, and forgets, the asks noted for a tab since the last call, the oldest first. */
  take(tabId: number): readonly PageAsk[] {
    const noted = this.#noted.get(tabId) ?? [];
    this.#noted.delete(tabId);
    return noted;
  }

  /**
   * Returns the ask whose window may cover the tab's page; null means that no such window is known. Each window that
   * was opened is an object of its own.
   */
  over(tabId: number): PageAsk | null {
    return this.#over.get(tabId) ?? null;
  }

  /** Returns a function that the caller calls if input has turned out to reach the page. */
  untilArrival(tabId: number): () => void {
    const over = this.over(tabId);
    return () => {
      // The input itself may have opened another window.
      if (this.over(tabId) === over) this.uncovered(tabId);
    };
  }

  /** Notes that nothing covers the tab's page any more. */
  uncovered(tabId: number): void {
    this.#over.delete(tabId);
  }

  /** Forgets a tab that is gone. */
  forget(tabId: number): void {
    this.#noted.delete(tabId);
    this.#over.delete(tabId);
  }
}
