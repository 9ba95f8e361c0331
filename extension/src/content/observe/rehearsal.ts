// Reads a page for nothing while it settles: the first times, the code of a reading takes far longer.

export interface RehearsalParts {
  /** A reading that leaves nothing behind, ids included. */
  readonly read: (signal: AbortSignal) => Promise<unknown>;
  /** Calls back once the document has been parsed and the page has nothing else to do. */
  readonly whenIdle: (callback: () => void) => void;
}

/** After these, what is left to gain is less than what they cost. */
const TIMES = 2;

/** One document's. */
export class Rehearsal {
  readonly #parts: RehearsalParts;
  readonly #over = new AbortController();
  #begun = false;

  constructor(parts: RehearsalParts) {
    this.#parts = parts;
  }

  /** In the document's idle time. Nothing happens where it has begun before. */
  begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    const { read, whenIdle } = this.#parts;
    const { signal } = this.#over;
    const rehearse = (times: number): void => {
      whenIdle(() => {
        if (signal.aborted) return;
        // Whatever fails here will fail again where it is asked for.
        read(signal).then(
          () => times > 1 && rehearse(times - 1),
          () => {},
        );
      });
    };
    rehearse(TIMES);
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
