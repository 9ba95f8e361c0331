// Tells the worker that synthetic events are about to reach the page: they may navigate it, and the document may be
// gone before it can answer.
export class InputNotice {
  readonly #listeners = new Set<() => void>();

  /** Calls `listener` for each notice, until the returned function is called. */
  tellTo(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
