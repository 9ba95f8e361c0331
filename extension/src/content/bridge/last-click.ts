// Hears each click last of all, when the page has had its say; a click that the page keeps to itself it does not hear.

export class LastClick {
  readonly #listener: (event: MouseEvent) => void;
  /** Behind all listeners, those of the page that were added later included. */
  readonly #goLast = (): void => {
    removeEventListener("click", this.#listener);
    addEventListener("click", this.#listener);
  };

  constructor(listener: (event: MouseEvent) => void) {
    this.#listener = listener;
  }

  /** Anew if the listeners were taken off the window. */
  begin(): void {
    addEventListener("click", this.#goLast, { capture: true });
  }

  end(): void {
    removeEventListener("click", this.#goLast, { capture: true });
    removeEventListener("click", this.#listener);
  }
}
