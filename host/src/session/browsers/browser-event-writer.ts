// Writes the browsers' events to the journal: that they come and go, and what happens in their sessions' tabs.
import type { Handlers } from "@webserv/shared/rpc/peer.ts";

import type { Browser } from "./browser.ts";
import type { EventJournal } from "../state/event-journal.ts";

export interface BrowserEventWriterOptions {
  readonly journal: EventJournal;
  /** Returns the ids of a browser's open sessions. */
  readonly sessionsOf: (browserId: string) => readonly string[];
}

export class BrowserEventWriter {
  readonly #options: BrowserEventWriterOptions;
  /** Browsers whose arrival was reported: a restarted worker may be back before it was missed. */
  readonly #connected = new Set<string>();

  constructor(options: BrowserEventWriterOptions) {
    this.#options = options;
  }

  /** Reports a browser that can be used now. */
  connected({ browserId, name, launch }: Browser): void {
    if (launch?.role === "carrier" || this.#connected.has(browserId)) return;
    this.#connected.add(browserId);
    this.#options.journal.append({ kind: "browser.connected", browserId, name });
  }

  disconnected({ browserId }: Browser): void {
    if (!this.#connected.delete(browserId)) return;
    this.#options.journal.append({ kind: "browser.disconnected", browserId });
  }

  handlers(
    needBrowser: () => Browser,
  ): Pick<Handlers<"extension-daemon">, "lease.dialog" | "lease.download"> {
    const { journal } = this.#options;
    return {
      "lease.dialog": ({ sessionId, opened, answered }) => {
        if (!this.#holds(needBrowser(), sessionId)) return {};
        if (opened !== undefined) {
          journal.append({ kind: "dialog.opened", sessionId, dialog: opened });
          return {};
        }
        const known = answered === undefined ? {} : { dialog: answered };
        journal.append({ kind: "dialog.closed", sessionId, ...known });
        return {};
      },
      "lease.download": ({ sessionId, change, download }) => {
        if (!this.#holds(needBrowser(), sessionId)) return {};
        journal.append({ kind: `download.${change}`, sessionId, download });
        return {};
      },
    };
  }

  /** A browser may report on its own sessions alone. */
  #holds({ browserId }: Browser, sessionId: string): boolean {
    return this.#options.sessionsOf(browserId).includes(sessionId);
  }
}
