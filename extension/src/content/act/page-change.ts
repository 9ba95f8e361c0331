// Tells whether a page's document has changed since a moment, or that of the shadow root around a field.
import { nextFrame } from "../next-frame.ts";
import { unshadowed } from "../unshadowed.ts";

/** The longest that an answer to keys is waited for which the page has kept from the browser, in ms. */
const ANSWER_MS = 600;

export class PageChange {
  readonly #mutations = new MutationObserver(() => this.#note());
  #seen = false;

  constructor(field: Element) {
    const everything = { subtree: true, childList: true, attributes: true, characterData: true };
    this.#mutations.observe(document, everything);
    const root = unshadowed(field).getRootNode();
    if (root instanceof ShadowRoot) this.#mutations.observe(root, everything);
  }

  /** What is drawn on a canvas leaves no trace in the document: with one it may have changed. */
  get seen(): boolean {
    return this.#seen || document.querySelector("canvas") !== null;
  }

  /** Waits for a change: a page may answer with what a timer or its server brings. */
  async come(hasChanged: () => boolean, signal: AbortSignal): Promise<void> {
    const endsAt = performance.now() + ANSWER_MS;
    while (!this.seen && !hasChanged() && performance.now() < endsAt) await nextFrame(signal);
  }

  end(): void {
    this.#mutations.disconnect();
  }

  /** One is enough: a page may change thousands of times. */
  #note(): void {
    this.#seen = true;
    this.end();
  }
}
