// Bounds what waits, on all connections together, for readers that do not read.

/** On all connections of a daemon, in bytes. */
export const MAX_UNSENT_TOGETHER = 128 * 1024 * 1024;

interface Reader {
  /** Ends the connection. */
  readonly cutOff: () => void;
  waiting: number;
}

export class UnsentLimit {
  readonly #max: number;
  /** Those that something waits for; who has gone longest without reading anything comes first. */
  readonly #behind = new Set<Reader>();
  #total = 0;

  constructor(max = MAX_UNSENT_TOGETHER) {
    this.#max = max;
  }

  /** What waits on all connections now. */
  get total(): number {
    return this.#total;
  }

  reader(cutOff: () => void): Reader {
    return { cutOff, waiting: 0 };
  }

  /** Something was sent to a reader: who keeps the others from it is cut off. */
  sent(reader: Reader, waiting: number): void {
    this.#count(reader, waiting);
    if (waiting > 0) this.#behind.add(reader);
    for (const longest of this.#behind) {
      if (this.#total <= this.#max) return;
      this.gone(longest);
      longest.cutOff();
    }
  }

  /** It has read something: it comes last of those that are behind. */
  read(reader: Reader, waiting: number): void {
    this.#behind.delete(reader);
    this.#count(reader, waiting);
    if (waiting > 0) this.#behind.add(reader);
  }

  gone(reader: Reader): void {
    this.#behind.delete(reader);
    this.#count(reader, 0);
  }

  #count(reader: Reader, waiting: number): void {
    this.#total += waiting - reader.waiting;
    reader.waiting = waiting;
  }
}
