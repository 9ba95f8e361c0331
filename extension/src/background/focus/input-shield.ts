// Keeps the person's keys and clicks out of the tabs that agents act in, except the one that the person went to.

export interface InputShieldOptions {
  /** Sets whether the browser's window drops all input to a tab; rejects if no debugger is attached. */
  readonly ignoreInput: (tabId: number, ignore: boolean) => Promise<unknown>;
}

/**
 * Drops the person's input to agents' tabs. The browser can show such a tab before the focus is returned to the
 * person, and what they type meanwhile would reach its page. The debugger's own input is dropped as well, so a tab
 * takes input during a step that acts in it. That input goes through the same debugger, and so comes after the
 * command that is sent here.
 */
export class InputShield {
  readonly #options: InputShieldOptions;
  readonly #attached = new Set<number>();
  readonly #acting = new Map<number, number>();
  #here: number | null = null;
  #isUp = false;

  constructor(options: InputShieldOptions) {
    this.#options = options;
  }

  /** Begins to drop input, since there may be a person from now on. */
  raise(): void {
    this.#isUp = true;
    for (const tabId of this.#attached) this.#apply(tabId);
  }

  /** Handles a new attachment of the debugger, which drops no input yet. */
  attached(tabId: number): void {
    this.#attached.add(tabId);
    this.#apply(tabId);
  }

  closed(tabId: number): void {
    this.#attached.delete(tabId);
    this.#acting.delete(tabId);
  }

  /** Lets a step's input through. @returns a function that ends this */
  act(tabId: number): () => void {
    this.#acting.set(tabId, (this.#acting.get(tabId) ?? 0) + 1);
    this.#apply(tabId);
    return () => {
      const left = (this.#acting.get(tabId) ?? 1) - 1;
      if (left > 0) this.#acting.set(tabId, left);
      else this.#acting.delete(tabId);
      this.#apply(tabId);
    };
  }

  /** Notes the tab to which the person has gone on purpose. */
  personAt(tabId: number | null): void {
    const before = this.#here;
    this.#here = tabId;
    for (const each of [before, tabId]) {
      if (each !== null && this.#attached.has(each)) this.#apply(each);
    }
  }

  #apply(tabId: number): void {
    if (!this.#isUp) return;
    const ignore = tabId !== this.#here && !this.#acting.has(tabId);
    void this.#options.ignoreInput(tabId, ignore).catch(() => {});
  }
}
