// Listens for clicks after every listener of the page, so that it sees whether the page has prevented one.

/** A click whose propagation the page stops does not arrive here. */
export class LastClickListener {
  readonly #listener: (event: MouseEvent) => void;
  /** Moves the listener behind all others, also behind those that the page has added since. */
  readonly #goLast = (): void => {
    removeEventListener("click", this.#listener);
    addEventListener("click", this.#listener);
  };

  constructor(listener: (event: MouseEvent) => void) {
    this.#listener = listener;
  }

  /** Begins to listen, also again after the listeners were taken off the window. */
  begin(): void {
    addEventListener("click", this.#goLast, { capture: true });
  }

  end(): void {
    removeEventListener("click", this.#goLast, { capture: true });
    removeEventListener("click", this.#listener);
  }
}
