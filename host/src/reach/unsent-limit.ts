// Bounds the bytes that wait, on all connections together, for readers that do not read.

/** The limit on all connections of a daemon, in bytes. */
export const MAX_UNSENT_TOGETHER = 128 * 1024 * 1024;

interface Reader {
  /** Ends the connection. */
  readonly cutOff: () => void;
  waiting: number;
}

export class UnsentLimit {
  readonly #max: number;
  /** Readers with waiting bytes; the one that has read nothing for longest comes first. */
  readonly #behind = new Set<Reader>();
  #total = 0;

  constructor(max = MAX_UNSENT_TOGETHER) {
    this.#max = max;
  }

  /** The bytes that wait on all connections now. */
  get total(): number {
    return this.#total;
  }

  reader(cutOff: () => void): Reader {
    return { cutOff, waiting: 0 };
  }

  /** Counts what was sent to a reader. Over the limit, the reader that has read nothing for longest is cut off. */
  sent(reader: Reader, waiting: number): void {
    this.#count(reader, waiting);
    if (waiting > 0) this.#behind.add(reader);
    for (const longest of this.#behind) {
      if (this.#total <= this.#max) return;
      this.gone(longest);
      longest.cutOff();
    }
  }

  /** Counts what a reader has read: it comes last among those that are behind. */
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
