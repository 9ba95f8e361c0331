// Reads a page for nothing while it settles: the first time, its code takes three times as long.

export interface RehearsalParts {
  /** A reading that leaves nothing behind, ids included. */
  readonly read: (signal: AbortSignal) => Promise<unknown>;
  /** Calls back once the document has been parsed and the page has nothing else to do. */
  readonly whenIdle: (callback: () => void) => void;
}

/** One document's. */
export class Rehearsal {
  readonly #parts: RehearsalParts;
  readonly #over = new AbortController();
  #begun = false;

  constructor(parts: RehearsalParts) {
    this.#parts = parts;
  }

  /** Once a document, in its idle time. */
  begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    const { read, whenIdle } = this.#parts;
    whenIdle(() => {
      const { signal } = this.#over;
      // Whatever fails here will fail again where it is asked for.
      if (!signal.aborted) read(signal).catch(() => {});
    });
  }

  /** To be called before the first reading that is asked for: from here on nothing is read for nothing. */
  end(): void {
    this.#begun = true;
    this.#over.abort();
  }
}

export function whenIdle(callback: () => void): void {
  const idle = (): void => void requestIdleCallback(callback);
  if (document.readyState !== "loading") idle();
  else document.addEventListener("DOMContentLoaded", idle, { once: true });
}
