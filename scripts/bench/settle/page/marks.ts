// Keeps the page's own record of what a person has seen, and when: the truth that policies are judged by.

export interface Mark {
  readonly name: string;
  /** Ms since the epoch; may lie ahead, where an effect that has begun ends by itself. */
  readonly at: number;
  /** The last effect that a person waits for. */
  readonly last: boolean;
}

/** Kept with the tab: they outlive the document that made them. */
export class Marks {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  /** @param inMs how far ahead the effect ends */
  add(name: string, last = false, inMs = 0): void {
    // Not performance.timeOrigin + now(): that wanders off from the clock that other processes read.
    const at = Date.now() + inMs;
    const marks = JSON.parse(sessionStorage.getItem(this.#key) ?? "[]") as Mark[];
    sessionStorage.setItem(this.#key, JSON.stringify([...marks, { name, at, last }]));
  }
}
