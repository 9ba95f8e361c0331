// Keeps the page's own record of what a person has seen, and when: the truth that policies are judged by.

export interface Mark {
  readonly name: string;
  /** The time in ms since the epoch; it may lie ahead if an effect that has begun ends by itself. */
  readonly at: number;
  /** True for the last effect that a person waits for. */
  readonly last: boolean;
}

/** Keeps the marks with the tab, so that they outlive the document that made them. */
export class Marks {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  /** @param inMs the time until the effect ends */
  add(name: string, last = false, inMs = 0): void {
    // performance.timeOrigin + now() would not do: it drifts away from the clock that other processes read.
    const at = Date.now() + inMs;
    const marks = JSON.parse(sessionStorage.getItem(this.#key) ?? "[]") as Mark[];
    sessionStorage.setItem(this.#key, JSON.stringify([...marks, { name, at, last }]));
  }
}
