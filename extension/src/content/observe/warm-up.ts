// Warms up the code of a reading while a page settles: the first times it takes far longer.

export interface WarmUpOptions {
  /** Reads the page without leaving anything behind, ids included. */
  readonly read: (signal: AbortSignal) => Promise<unknown>;
  /** Calls back once the document has been parsed and the page has nothing else to do. */
  readonly whenIdle: (callback: () => void) => void;
  /** Returns the time in ms. */
  readonly now: () => number;
}

/**
 * The readings that warm up on any page. After these, the gain of another one on a large page is
 * less than its cost.
 */
const TIMES = 2;
/** The readings on a small page, as long as all of them together take less than `ENOUGH_MS`. */
const MOST_TIMES = 5;
const ENOUGH_MS = 60;

/** Warms up once for one document. */
export class WarmUp {
  readonly #parts: WarmUpOptions;
  readonly #ended = new AbortController();
  #begun = false;

  constructor(parts: WarmUpOptions) {
    this.#parts = parts;
  }

  /** Begins in the document's idle time. It does nothing if it has begun before. */
  begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    this.#whenIdle(1, 0);
  }

  #whenIdle(times: number, takenMs: number): void {
    this.#parts.whenIdle(() => void this.#read(times, takenMs));
  }

  /** @param takenMs the time of the readings before */
  async #read(times: number, takenMs: number): Promise<void> {
    const { read, now } = this.#parts;
    const { signal } = this.#ended;
    if (signal.aborted) return;
    const begunAt = now();
    try {
      await read(signal);
    } catch {
      // Whatever fails here will fail again when a reading is asked for.
      return;
    }
    const allMs = takenMs + now() - begunAt;
    const isEnough = times >= MOST_TIMES || allMs >= ENOUGH_MS;
    if (times < TIMES || !isEnough) this.#whenIdle(times + 1, allMs);
  }

  /**
   * Ends the warm-up. To be called before the first reading that is asked for: from here on nothing
   * is read only to warm up.
   */
  end(): void {
    this.#begun = true;
    this.#ended.abort();
  }
}

export function whenIdle(callback: () => void): void {
  const idle = (): void => void requestIdleCallback(callback);
  if (document.readyState !== "loading") idle();
  else document.addEventListener("DOMContentLoaded", idle, { once: true });
}
