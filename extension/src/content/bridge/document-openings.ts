// Tells when the document was opened anew, until the page script does: `document.open()` takes every listener off the window.

/**
 * An opening changes the document's own children. With an observer anywhere in a document the browser makes
 * notes of whatever is put into it, so that it is kept only in frames that run no scripts.
 */
export class DocumentOpenings {
  readonly #observer: MutationObserver;
  #isEnded = false;

  constructor(listener: () => void) {
    this.#observer = new MutationObserver(listener);
  }

  /** Of the document that the window shows now, too. */
  watch(): void {
    if (!this.#isEnded) this.#observer.observe(document, { childList: true });
  }

  /** The page script tells of them from now on. */
  end(): void {
    this.#isEnded = true;
    this.#observer.disconnect();
  }
}
