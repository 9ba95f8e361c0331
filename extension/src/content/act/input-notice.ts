// Tells the worker that events of a script are about to reach the page: they may lead it away, and the document may
// be gone before it can answer.
export class InputNotice {
  readonly #listeners = new Set<() => void>();

  /** Until what is returned is called. */
  tellTo(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
