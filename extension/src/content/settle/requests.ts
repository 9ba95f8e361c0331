// Keeps the requests of a frame since the watch, whatever has led to them.
import { MAX_ENDED, MAX_URL, MAX_WORKS, TRANSFER_MS } from "./limits.ts";
import type { Work } from "./work.ts";

export class Requests implements Iterable<Work> {
  readonly #kept = new Map<number, Work>();
  /** Requests beyond this number are forgotten, as far as they have ended. */
  #room = MAX_WORKS;
  #forgotten = 0;
  #lastForgottenEndMs = -Infinity;

  clear(): void {
    this.#kept.clear();
    this.#room = MAX_WORKS;
    this.#forgotten = 0;
    this.#lastForgottenEndMs = -Infinity;
  }

  add(work: Work): void {
    this.#kept.set(work.id, work);
    if (this.#kept.size > this.#room) this.#makeRoom();
  }

  find(id: number): Work | undefined {
    return this.#kept.get(id);
  }

  /** Returns the stream under way that is from this address, and was begun about then. */
  streamFrom(url: string, beganMs: number): Work | undefined {
    for (const work of this.#kept.values()) {
      if (!work.isStream || work.endedMs !== undefined) continue;
      const isAboutThen = Math.abs(work.beganMs - beganMs) < TRANSFER_MS;
      if (isAboutThen && work.url === url.slice(0, MAX_URL)) return work;
    }
    return undefined;
  }

  /** Iterates over the requests that are kept, oldest first. */
  [Symbol.iterator](): Iterator<Work> {
    return this.#kept.values();
  }

  /** The number of ended requests that are kept no longer. */
  get forgotten(): number {
    return this.#forgotten;
  }

  /** The time when the last of these ended; -Infinity if there are none. */
  get lastForgottenEndMs(): number {
    return this.#lastForgottenEndMs;
  }

  #makeRoom(): void {
    let listed = 0;
    for (const [id, { endedMs }] of this.#kept) {
      if (endedMs === undefined || ++listed <= MAX_ENDED) continue;
      this.#kept.delete(id);
      this.#forgotten++;
      this.#lastForgottenEndMs = Math.max(this.#lastForgottenEndMs, endedMs);
    }
    // If most of them are under way, they must not be gone through for each that is added.
    this.#room = Math.max(MAX_WORKS, 2 * this.#kept.size);
  }
}
