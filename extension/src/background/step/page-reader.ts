// Reads the session's current page: what its content scripts see, with the tabs around it.
import type {
  FrameReading,
  Observation,
  ObserveOptions,
} from "@webserv/shared/model/observation.ts";
import { WebservError } from "@webserv/shared/protocol/errors.ts";

import { blankReading, isBlankPage } from "../frames/blank-page.ts";
import type { FrameCallOptions } from "../frames/frame-peers.ts";
import type { FrameTrees } from "../frames/frame-trees.ts";
import type { Leases } from "../lease/leases.ts";
import type { SessionTabs } from "../lease/session-tabs.ts";

/** The longest a page may take to be read, in ms. */
export const READ_MS = 15_000;

export class PageReader {
  readonly #leases: Leases;
  readonly #tabs: SessionTabs;
  readonly #trees: FrameTrees;

  constructor(leases: Leases, tabs: SessionTabs, trees: FrameTrees) {
    this.#leases = leases;
    this.#tabs = tabs;
    this.#trees = trees;
  }

  /** @throws WebservError `tab-closed`, `page-unreadable`, `page-unresponsive` or `navigation-failed`. */
  async read(
    sessionId: string,
    options: ObserveOptions,
    call: FrameCallOptions,
  ): Promise<Observation> {
    const reading = await this.#readPage(this.#tabs.current(sessionId), options, call);
    const form = options.form ?? "html";
    const tabs = await this.#tabs.list(this.#leases.get(sessionId));
    return { ...reading, tabs, form, at: new Date().toISOString() };
  }

  /** Where the document is replaced while it is read, the next one is read instead. */
  async #readPage(
    tabId: number,
    options: ObserveOptions,
    call: FrameCallOptions,
  ): Promise<FrameReading> {
    const deadline = performance.now() + call.timeoutMs;
    for (;;) {
      try {
        const timeoutMs = Math.max(1, deadline - performance.now());
        return await this.#trees.read(tabId, options, { ...call, timeoutMs });
      } catch (error) {
        // A signal that ended with its connection has that for its reason: no document was replaced.
        call.signal.throwIfAborted();
        if (isBlankPage(error)) return blankReading;
        const isReplaced = error instanceof WebservError && error.code === "disconnected";
        if (!isReplaced || performance.now() >= deadline) throw error;
      }
    }
  }
}
