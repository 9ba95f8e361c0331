// Remembers which tab opened which, and which new tabs the browser put in front.

/** The most tabs that are remembered; the latest stay. A new tab matters at once, or not at all. */
const KEPT = 50;

export class TabOpeners {
  readonly #openers = new Map<number, number>();
  readonly #inFront = new Set<number>();

  note(tabId: number, openerTabId: number): void {
    this.#openers.set(tabId, openerTabId);
    const [oldest] = this.#openers.keys();
    if (this.#openers.size > KEPT && oldest !== undefined) this.#openers.delete(oldest);
  }

  noteInFront(tabId: number): void {
    this.#inFront.add(tabId);
    const [oldest] = this.#inFront;
    if (this.#inFront.size > KEPT && oldest !== undefined) this.#inFront.delete(oldest);
  }

  /** Tells whether the tab was in front when it was created; another may be in front by now. */
  wasInFront(tabId: number): boolean {
    return this.#inFront.has(tabId);
  }

  of(tabId: number): number | undefined {
    return this.#openers.get(tabId);
  }
}
