// Stores the time of a person's Stop, after which no agent can begin for a minute, so that it outlives the worker.
import { STOP_HOLDS_MS } from "@webserv/shared/model/session.ts";

import type { KeyValueStore } from "../platform/key-value-store.ts";

/** Tells the panel how long no agent can begin; it is the daemon that refuses them. */
export class Pause {
  readonly #store: KeyValueStore;
  readonly #key: Promise<string>;
  readonly #onChange: () => void;
  #stoppedAt: number | null = null;

  /** Keeps the time under the name of the worker's environment, since contexts of one browser share their storage. */
  constructor(store: KeyValueStore, environment: Promise<string>, onChange: () => void) {
    this.#store = store;
    this.#key = environment.then((name) => `stopped-at/${name}`);
    this.#onChange = onChange;
  }

  async restore(): Promise<void> {
    const key = await this.#key;
    const { [key]: stoppedAt } = await this.#store.get([key]);
    if (typeof stoppedAt === "number") this.#stoppedAt = stoppedAt;
  }

  /** Returns the end of the pause in ms since 1970; null means that agents can begin. */
  until(now = Date.now()): number | null {
    if (this.#stoppedAt === null) return null;
    const until = Math.min(this.#stoppedAt, now) + STOP_HOLDS_MS;
    return until > now ? until : null;
  }

  async begin(): Promise<void> {
    const stoppedAt = Date.now();
    this.#stoppedAt = stoppedAt;
    this.#onChange();
    await this.#store.set({ [await this.#key]: stoppedAt });
  }

  async end(): Promise<void> {
    this.#stoppedAt = null;
    this.#onChange();
    await this.#store.remove([await this.#key]);
  }
}
