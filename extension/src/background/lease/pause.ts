// Remembers, beyond the end of a worker, the minute after a person's Stop in which no agent can begin.
import { STOP_HOLDS_MS } from "@webserv/shared/model/session.ts";

import type { KeyValueStore } from "../platform/key-value-store.ts";

/** Tells the panel how long agents are held off; the daemon is what holds them off. */
export class Pause {
  readonly #store: KeyValueStore;
  readonly #key: Promise<string>;
  readonly #onChange: () => void;
  #stoppedAt: number | null = null;

  /** Keeps the time under the worker's environment: contexts of one browser share their storage. */
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

  /** Gives a time in ms since 1970; null means that agents can begin. */
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
