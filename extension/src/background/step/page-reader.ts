// Reads the session's current page: what its content script sees, with the tabs around it.
import type { Observation, ObserveOptions } from "@webserv/shared/model/observation.ts";
import { WebservError } from "@webserv/shared/protocol/errors.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";

import { blankReading, isBlankPage } from "../frames/blank-page.ts";
import type { FrameCallOptions, FramePeers } from "../frames/frame-peers.ts";
import type { Leases } from "../lease/leases.ts";
import type { SessionTabs } from "../lease/session-tabs.ts";

/** The longest a page may take to be read, in ms. */
export const READ_MS = 15_000;

export class PageReader {
  readonly #leases: Leases;
  readonly #tabs: SessionTabs;
  readonly #frames: FramePeers;

  constructor(leases: Leases, tabs: SessionTabs, frames: FramePeers) {
    this.#leases = leases;
    this.#tabs = tabs;
    this.#frames = frames;
  }

  /** @throws WebservError `tab-closed`, `page-unreadable`, `page-unresponsive` or `navigation-failed`. */
  async read(
    sessionId: string,
    options: ObserveOptions,
    call: FrameCallOptions,
  ): Promise<Observation> {
    const reading = await this.#readFrame(this.#tabs.current(sessionId), options, call);
    const form = options.form ?? "html";
    const tabs = await this.#tabs.list(this.#leases.get(sessionId));
    return { ...reading, tabs, form, at: new Date().toISOString() };
  }

  /** Where the document is replaced while it is read, the next one is read instead. */
  async #readFrame(
    tabId: number,
    options: ObserveOptions,
    call: FrameCallOptions,
  ): Promise<Result<"frame.observe">> {
    const deadline = performance.now() + call.timeoutMs;
    for (;;) {
      try {
        return await this.#frames.call(tabId, "frame.observe", options, {
          ...call,
          timeoutMs: Math.max(1, deadline - performance.now()),
        });
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
