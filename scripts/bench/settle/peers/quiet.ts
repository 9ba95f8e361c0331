// Resolves when nothing has been under way for a while, or when a cap ends the wait.

export class Quiet {
  readonly #windowMs: number;
  readonly #underWay = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #resolve: ((status: "settled" | "timeout") => void) | undefined;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  get underWay(): ReadonlySet<string> {
    return this.#underWay;
  }

  begun(id: string): void {
    this.#underWay.add(id);
    clearTimeout(this.#timer);
  }

  ended(id: string): void {
    if (!this.#underWay.delete(id)) return;
    this.#startWindow();
  }

  /** Counts the time without work from now on. */
  wait(capMs: number): Promise<"settled" | "timeout"> {
    return new Promise((resolve) => {
      const cap = setTimeout(() => this.#resolve?.("timeout"), capMs);
      this.#resolve = (status) => {
        clearTimeout(cap);
        clearTimeout(this.#timer);
        this.#resolve = undefined;
        resolve(status);
      };
      this.#startWindow();
    });
  }

  #startWindow(): void {
    if (this.#resolve === undefined || this.#underWay.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#resolve?.("settled"), this.#windowMs);
  }
}
