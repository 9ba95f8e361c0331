// Keeps what the pages of each tab have asked the browser to open over them, until a step tells of it.
import { MAX_ASKS } from "@webserv/shared/model/ask-kinds.ts";
import type { PageAsk } from "@webserv/shared/model/page-ask.ts";

export class AskBook {
  readonly #noted = new Map<number, readonly PageAsk[]>();
  /** Holds the tabs over which a window of the browser's may lie, with what it asks. */
  readonly #over = new Map<number, PageAsk>();

  /** Notes an ask of a page, and notes it once if the page asks again and again. */
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

  /** Gives the asks noted for a tab since the last time this was asked, the oldest first. */
  take(tabId: number): readonly PageAsk[] {
    const noted = this.#noted.get(tabId) ?? [];
    this.#noted.delete(tabId);
    return noted;
  }

  /**
   * Gives what may lie over the tab's page; null means that nothing is known of it. Each window that was opened is an
   * object of its own.
   */
  over(tabId: number): PageAsk | null {
    return this.#over.get(tabId) ?? null;
  }

  /** Gives a function to call if input has turned out to reach the page. */
  untilArrival(tabId: number): () => void {
    const over = this.over(tabId);
    return () => {
      // The input itself may have opened another one.
      if (this.over(tabId) === over) this.uncovered(tabId);
    };
  }

  /** Notes that nothing lies over the tab's page any more. */
  uncovered(tabId: number): void {
    this.#over.delete(tabId);
  }

  /** Forgets a tab that is gone. */
  forget(tabId: number): void {
    this.#noted.delete(tabId);
    this.#over.delete(tabId);
  }
}
