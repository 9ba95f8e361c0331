// Notices `document.open()`, which takes every listener off the window, until the page script can tell of it.

/**
 * Watches the document's own children, which an opening replaces. While a document has any mutation observer,
 * the browser keeps records for whatever is put into it, so only frames that run no scripts keep this one.
 */
export class DocumentOpenings {
  readonly #observer: MutationObserver;
  #isEnded = false;

  constructor(listener: () => void) {
    this.#observer = new MutationObserver(listener);
  }

  /** Watches the document that the window shows now, too. */
  watch(): void {
    if (!this.#isEnded) this.#observer.observe(document, { childList: true });
  }

  /** Ends the watch: from now on the page script tells of openings. */
  end(): void {
    this.#isEnded = true;
    this.#observer.disconnect();
  }
}
