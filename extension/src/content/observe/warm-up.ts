// Reads a page for nothing while it settles: the first times, the code of a reading takes far longer.

export interface WarmUpOptions {
  /** A reading that leaves nothing behind, ids included. */
  readonly read: (signal: AbortSignal) => Promise<unknown>;
  /** Calls back once the document has been parsed and the page has nothing else to do. */
  readonly whenIdle: (callback: () => void) => void;
  /** In ms. */
  readonly now: () => number;
}

/** Any page is read so often: after that, what is left to gain of a large one is less than what it costs. */
const TIMES = 2;
/** A small one, as long as all of them together take less than `ENOUGH_MS`. */
const MOST_TIMES = 5;
const ENOUGH_MS = 60;

/** One document's. */
export class WarmUp {
  readonly #parts: WarmUpOptions;
  readonly #ended = new AbortController();
  #begun = false;

  constructor(parts: WarmUpOptions) {
    this.#parts = parts;
  }

  /** In the document's idle time. Nothing happens where it has begun before. */
  begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    this.#whenIdle(1, 0);
  }

  #whenIdle(times: number, takenMs: number): void {
    this.#parts.whenIdle(() => void this.#read(times, takenMs));
  }

  /** @param takenMs by those before */
  async #read(times: number, takenMs: number): Promise<void> {
    const { read, now } = this.#parts;
    const { signal } = this.#ended;
    if (signal.aborted) return;
    const begunAt = now();
    try {
      await read(signal);
    } catch {
      // Whatever fails here will fail again where it is asked for.
      return;
    }
    const allMs = takenMs + now() - begunAt;
    const isEnough = times >= MOST_TIMES || allMs >= ENOUGH_MS;
    if (times < TIMES || !isEnough) this.#whenIdle(times + 1, allMs);
  }

  /** To be called before the first reading that is asked for: from here on nothing is read for nothing. */
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
