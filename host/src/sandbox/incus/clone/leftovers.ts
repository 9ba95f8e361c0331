// Keeps the clones that nobody needs but that could not be deleted, and tries again until they are gone.
import type { Place } from "./clone.ts";

const FIRST_RETRY_MS = 2000;
const MAX_RETRY_MS = 60_000;

export class Leftovers {
  readonly #places = new Map<string, Place>();
  readonly #discard: (place: Place) => Promise<void>;
  readonly #log: { warn(fields: object, message: string): void };
  #timer: NodeJS.Timeout | undefined;
  #retryMs = FIRST_RETRY_MS;
  #closed = false;

  constructor(
    discard: (place: Place) => Promise<void>,
    log: { warn(fields: object, message: string): void },
  ) {
    this.#discard = discard;
    this.#log = log;
  }

  /** Deletes a clone. Never rejects: what can't be deleted now is tried again later. */
  async discard(place: Place): Promise<void> {
    try {
      await this.#discard(place);
      this.#places.delete(place.instance);
    } catch (err) {
      this.#log.warn({ err, instance: place.instance }, "a clone could not be deleted yet");
      this.#places.set(place.instance, place);
      this.#wait();
    }
  }

  /** Tries to delete everything that is left at once, for example when Incus is back. */
  async retry(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await Promise.all([...this.#places.values()].map(async (place) => this.discard(place)));
    if (this.#places.size === 0) this.#retryMs = FIRST_RETRY_MS;
  }

  /** Ends the tries that it makes by itself. */
  stop(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #wait(): void {
    if (this.#closed || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.retry();
    }, this.#retryMs);
    this.#timer.unref();
    this.#retryMs = Math.min(this.#retryMs * 2, MAX_RETRY_MS);
  }
}
