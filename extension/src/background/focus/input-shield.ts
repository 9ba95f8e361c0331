// Keeps the person's keys and clicks out of the tabs that agents act in, but for the one the person went to.

export interface InputShieldOptions {
  /** Has the browser's window drop all input to a tab, or not; it rejects if no debugger is attached. */
  readonly ignoreInput: (tabId: number, ignore: boolean) => Promise<unknown>;
}

/**
 * Drops the person's input to agents' tabs. The browser can show a tab before anybody can lead the person away from
 * it, and what they type meanwhile would reach its page. The debugger's own input is dropped as well, so a tab takes
 * input for the time of a step that acts in it. That input goes through the same debugger, and so comes after what is
 * asked for here.
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

  /** Begins to drop input: from now on there may be a person. */
  raise(): void {
    this.#isUp = true;
    for (const tabId of this.#attached) this.#apply(tabId);
  }

  /** Hears that a debugger is attached, which drops nothing as yet. */
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

  /** Hears where the person is by their own doing. */
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
