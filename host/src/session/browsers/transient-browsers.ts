// Closes browsers that were launched for a session: each ends with the last session in it, and its cookies with it.
import { toWebservError } from "@webserv/shared/errors/errors.ts";

import type { Logger } from "../../log.ts";
import type { EventJournal, EventReader } from "../state/event-journal.ts";

export interface TransientBrowsersOptions {
  readonly journal: EventJournal;
  /** Returns the ids of a browser's open sessions. */
  readonly sessionsOf: (browserId: string) => readonly string[];
  readonly close: (browserId: string) => Promise<void>;
  readonly log: Logger;
}

export class TransientBrowsers {
  readonly #options: TransientBrowsersOptions;
  readonly #reader: EventReader;
  readonly #transient = new Set<string>();
  /** The number of sessions that are being opened in each browser, even in one whose launch is not reported yet. */
  readonly #openings = new Map<string, number>();

  constructor(options: TransientBrowsersOptions) {
    this.#options = options;
    this.#reader = options.journal.read({ kinds: ["session.closed"] }, undefined, () => {
      // The present state is looked up; the journal only wakes.
      while (this.#reader.take() !== undefined);
      for (const browserId of this.#transient) this.#closeIfUnused(browserId);
    });
  }

  /** Adds a browser that was launched for a session; the caller must hold it until the session is open. */
  add(browserId: string): void {
    this.#transient.add(browserId);
  }

  /** Makes a browser stay, whatever becomes of its sessions. */
  keep(browserId: string): void {
    this.#transient.delete(browserId);
  }

  /**
   * Keeps a browser while a session is being opened in it. Returns the function to call once the
   * session is open, or could not be opened.
   */
  hold(browserId: string): () => void {
    this.#count(browserId, 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#count(browserId, -1);
      this.#closeIfUnused(browserId);
    };
  }

  end(): void {
    this.#reader.end();
    this.#transient.clear();
  }

  #count(browserId: string, more: number): void {
    const openings = (this.#openings.get(browserId) ?? 0) + more;
    if (openings === 0) this.#openings.delete(browserId);
    else this.#openings.set(browserId, openings);
  }

  #closeIfUnused(browserId: string): void {
    if (!this.#transient.has(browserId) || this.#openings.has(browserId)) return;
    if (this.#options.sessionsOf(browserId).length > 0) return;
    this.#transient.delete(browserId);
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
