// Browsers that were launched for a session: each ends with the last session in it, and its cookies with it.
import { toWebservError } from "@webserv/shared/protocol/errors.ts";

import type { Logger } from "../log.ts";
import type { EventJournal, EventReader } from "./event-journal.ts";

export interface PassingBrowsersOptions {
  readonly journal: EventJournal;
  /** The open sessions of a browser. */
  readonly sessionsOf: (browserId: string) => readonly string[];
  readonly close: (browserId: string) => Promise<void>;
  readonly log: Logger;
}

export class PassingBrowsers {
  readonly #options: PassingBrowsersOptions;
  readonly #reader: EventReader;
  /** How many sessions are being opened in each. */
  readonly #openings = new Map<string, number>();

  constructor(options: PassingBrowsersOptions) {
    this.#options = options;
    this.#reader = options.journal.read({ kinds: ["session.closed"] }, undefined, () => {
      // What has happened is looked up; the journal only wakes.
      while (this.#reader.take() !== undefined);
      for (const browserId of this.#openings.keys()) this.#look(browserId);
    });
  }

  /** It has been launched for a session that is being opened; to be held until that is in it. */
  add(browserId: string): void {
    this.#openings.set(browserId, 0);
  }

  /** It stays, whatever becomes of its sessions. */
  keep(browserId: string): void {
    this.#openings.delete(browserId);
  }

  /**
   * A session is being opened in it, and so it does not end. Answers what is to be called once the session
   * stands, or could not be opened.
   */
  hold(browserId: string): () => void {
    if (!this.#openings.has(browserId)) return () => {};
    this.#count(browserId, 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#count(browserId, -1);
      this.#look(browserId);
    };
  }

  end(): void {
    this.#reader.end();
    this.#openings.clear();
  }

  #count(browserId: string, more: number): void {
    const openings = this.#openings.get(browserId);
    if (openings !== undefined) this.#openings.set(browserId, openings + more);
  }

  #look(browserId: string): void {
    if (this.#openings.get(browserId) !== 0) return;
    if (this.#options.sessionsOf(browserId).length > 0) return;
    this.#openings.delete(browserId);
    void this.#close(browserId);
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
