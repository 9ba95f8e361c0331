// Which tab opened which, and which of them the browser put in front, of the latest ones.

/** What a tab that was opened does first, it does at once. */
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

  /** Whether it was in front as it was made; somebody may have put another there since. */
  wasInFront(tabId: number): boolean {
    return this.#inFront.has(tabId);
  }

  of(tabId: number): number | undefined {
    return this.#openers.get(tabId);
  }
}
