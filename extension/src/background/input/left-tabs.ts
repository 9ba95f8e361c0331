// Knows which tabs are being left, and how long their pages go on opening dialogs.

/** A page that opened a dialog within this time may be about to open the next one, in ms. */
const STILL_ASKING_MS = 1_000;

export class LeftTabs {
  /** Counts, for each tab that is being left, the dialogs opened since; the agent is not asked about these. */
  readonly #asked = new Map<number, number>();
  /** Holds the time at which each tab last opened a dialog, in ms since the epoch. */
  readonly #openedAt = new Map<number, number>();

  /** Notes that a tab is being left, until `stay`. */
  leave(tabId: number): void {
    this.#asked.set(tabId, 0);
  }

  stay(tabId: number): void {
    this.#asked.delete(tabId);
  }

  /** Notes that a dialog has opened in the tab, which need not be one that is being left. */
  opened(tabId: number): void {
    this.#openedAt.set(tabId, Date.now());
    const asked = this.#asked.get(tabId);
    if (asked !== undefined) this.#asked.set(tabId, asked + 1);
  }

  /** Returns the number of dialogs opened since the tab is being left; undefined if it is not. */
  asked(tabId: number): number | undefined {
    return this.#asked.get(tabId);
  }

  /** Tells whether the page opened a dialog a moment ago, so that the next one may follow. */
  mayAskOn(tabId: number): boolean {
    return Date.now() - (this.#openedAt.get(tabId) ?? -Infinity) < STILL_ASKING_MS;
  }

  /** Forgets a tab that is gone. */
  forget(tabId: number): void {
    this.#asked.delete(tabId);
    this.#openedAt.delete(tabId);
  }
}
