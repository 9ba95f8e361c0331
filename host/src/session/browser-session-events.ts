// Handles what browsers report about their sessions: that they came, went, changed, or were stopped.
import type { GivenFiles } from "@webserv/shared/model/page/given-files.ts";
import type { Tab } from "@webserv/shared/model/page/observation.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { Logger } from "../log.ts";
import type { ActiveSessions } from "./active-sessions.ts";
import type { BrowserListeners } from "./browsers/browser-listeners.ts";
import type { Browser, BrowserLink } from "./browsers/browser.ts";
import type { LiveSession } from "./actions/live-session.ts";
import type { RecentStops } from "./browsers/recent-stops.ts";
import type { Routing } from "./routing/routing.ts";
import { CLOSE_LEASE_MS } from "./undo-session.ts";
import { readFiles } from "./actions/upload-files.ts";

export interface BrowserSessionEventsOptions {
  readonly active: ActiveSessions;
  readonly routing: Routing;
  readonly stops: RecentStops;
  readonly close: (sessionId: string, reason: "browser-gone", error: WebservError) => Promise<void>;
  readonly log: Logger;
}

export class BrowserSessionEvents implements BrowserListeners {
  readonly #options: BrowserSessionEventsOptions;

  constructor(options: BrowserSessionEventsOptions) {
    this.#options = options;
  }

  async resync(browser: Browser, link: BrowserLink): Promise<void> {
    const { active, routing, stops, log } = this.#options;
    const { leases } = await link.peer.call("lease.list", {}, { timeoutMs: 10_000 });
    for (const { sessionId, stoppedAt } of leases) {
      // The person may have pressed Stop while no daemon was there to receive it.
      if (stoppedAt !== undefined) stops.note(sessionId, browser, stoppedAt);
      const ours = active.open.get(sessionId)?.session.browserId === browser.browserId;
      if (ours || active.opening.has(sessionId)) continue;
      log.info({ sessionId }, "the browser holds tabs of a session that is none");
      await link.peer.call("lease.close", { sessionId }, { timeoutMs: CLOSE_LEASE_MS });
    }
    for (const { session, actions } of active.of(browser.browserId)) {
      const lease = leases.find(({ sessionId }) => sessionId === session.sessionId);
      if (lease === undefined) {
        void this.#closeLost(session);
        continue;
      }
      session.note({ type: "connected", stopped: lease.stopped });
      session.setTabs(lease.tabs);
      session.save();
      actions.resolvePending();
    }
    await routing.apply(browser, link);
  }

  away(browser: Browser): void {
    for (const { session } of this.#options.active.of(browser.browserId)) {
      session.note({ type: "lost" });
      session.save();
    }
  }

  halted(sessionId: string, browser: Browser): void {
    const session = this.#ofBrowser(sessionId, browser);
    const { active, stops } = this.#options;
    const opened = active.opening.get(sessionId);
    const place = active.open.get(sessionId)?.session ?? opened;
    // A stop of a session that its agent has closed meanwhile counts; that of another browser's
    // session does not.
    if (place !== undefined && place.browserId !== browser.browserId) return;
    stops.note(sessionId, browser);
    opened?.stop.abort(
      new WebservError("session-stopped", `the person stopped the session "${sessionId}"`),
    );
    if (session === undefined) return;
    session.note({ type: "halted" });
    session.save();
    this.#options.log.info({ sessionId }, "the person stopped a session");
  }

  allowed(browser: Browser): void {
    this.#options.stops.allow(browser);
    this.#options.log.info({ browserId: browser.browserId }, "the person lets agents begin again");
  }

  changed(sessionId: string, browser: Browser, tabs: readonly Tab[]): void {
    const session = this.#ofBrowser(sessionId, browser);
    if (session === undefined) return;
    session.setTabs(tabs);
    session.save();
  }

  /** @throws WebservError `unknown-session`, and what `readFiles` throws. */
  async files(sessionId: string, browser: Browser, files: readonly string[]): Promise<GivenFiles> {
    const session = this.#ofBrowser(sessionId, browser);
    if (session === undefined) {
      throw new WebservError("unknown-session", `"${sessionId}" is no session of this browser`);
    }
    return await readFiles(session.record.filesFrom, files);
  }

  /** Closes the sessions of a browser that was launched here and has ended. */
  async ended({ browserId }: Browser): Promise<void> {
    const { active, close, routing } = this.#options;
    const error = new WebservError("browser-gone", `the browser ${browserId} has ended`);
    await Promise.all(active.idsOf(browserId).map((id) => close(id, "browser-gone", error)));
    await routing.drop(browserId);
  }

  /** A browser may report on its own sessions alone. */
  #ofBrowser(sessionId: string, browser: Browser): LiveSession | undefined {
    const session = this.#options.active.open.get(sessionId)?.session;
    return session?.browserId === browser.browserId ? session : undefined;
  }

  async #closeLost(session: LiveSession): Promise<void> {
    const error = new WebservError(
      "browser-gone",
      `the browser ${session.browserId} no longer has the tabs of the session ${session.sessionId}`,
      { next: "Open a new session." },
    );
    await this.#options.close(session.sessionId, "browser-gone", error).catch(() => {});
  }
}
