// Which tab opened which, of the latest ones.

/** What a tab that was opened does first, it does at once. */
const KEPT = 50;

export class TabOpeners {
  readonly #openers = new Map<number, number>();

  note(tabId: number, openerTabId: number): void {
    this.#openers.set(tabId, openerTabId);
    const [oldest] = this.#openers.keys();
    if (this.#openers.size > KEPT && oldest !== undefined) this.#openers.delete(oldest);
  }

  of(tabId: number): number | undefined {
    return this.#openers.get(tabId);
  }
}
