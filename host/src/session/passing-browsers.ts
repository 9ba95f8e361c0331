// Browsers that were launched for a session: they end some seconds after the last session in them.
import { toWebservError } from "@webserv/shared/protocol/errors.ts";

import type { Logger } from "../log.ts";
import type { EventJournal, EventReader } from "./event-journal.ts";

/** An agent that opens one session after another finds the browser still there. */
const LINGER_MS = 10_000;

export interface PassingBrowsersOptions {
  readonly journal: EventJournal;
  /** The open sessions of a browser. */
  readonly sessionsOf: (browserId: string) => readonly string[];
  /** Whether a session is being opened somewhere: it may be in one of these. */
  readonly opening: () => boolean;
  readonly close: (browserId: string) => Promise<void>;
  readonly log: Logger;
  readonly lingerMs?: number;
}

export class PassingBrowsers {
  readonly #options: PassingBrowsersOptions;
  readonly #reader: EventReader;
  /** Those that have no session now have a timer. */
  readonly #browsers = new Map<string, NodeJS.Timeout | undefined>();

  constructor(options: PassingBrowsersOptions) {
    this.#options = options;
    const kinds = ["session.opened", "session.closed"] as const;
    this.#reader = options.journal.read({ kinds }, undefined, () => {
      // What has happened is looked up; the journal only wakes.
      while (this.#reader.take() !== undefined);
      for (const browserId of this.#browsers.keys()) this.#look(browserId);
    });
  }

  /** It has just been launched for a session that is about to be opened. */
  add(browserId: string): void {
    this.#browsers.set(browserId, undefined);
    this.#look(browserId);
  }

  end(): void {
    this.#reader.end();
    for (const timer of this.#browsers.values()) clearTimeout(timer);
    this.#browsers.clear();
  }

  #look(browserId: string): void {
    const timer = this.#browsers.get(browserId);
    const used = this.#options.sessionsOf(browserId).length > 0;
    if (used) clearTimeout(timer);
    if (used || timer === undefined) {
      this.#browsers.set(browserId, used ? undefined : this.#countDown(browserId));
    }
  }

  #countDown(browserId: string): NodeJS.Timeout {
    return setTimeout(() => {
      if (this.#options.opening()) {
        this.#browsers.set(browserId, this.#countDown(browserId));
        return;
      }
      this.#browsers.delete(browserId);
      void this.#close(browserId);
    }, this.#options.lingerMs ?? LINGER_MS);
  }

  /** Somebody else may have closed it. */
  async #close(browserId: string): Promise<void> {
    const { close, log } = this.#options;
    try {
      await close(browserId);
      log.info({ browserId }, "a browser that was launched for a session was closed after it");
    } catch (error) {
      log.info({ browserId, err: toWebservError(error) }, "it was closed already");
    }
  }
}
