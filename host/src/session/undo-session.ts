// Undoes what a session holds outside the daemon: its tabs, its routes and the sandboxes it started.
import type { Logger } from "../log.ts";
import type { Browser } from "./browsers/browser.ts";
import type { LiveSession } from "./actions/live-session.ts";
import type { Routing } from "./routing/routing.ts";
import type { Sandboxes } from "./sandboxes/sandboxes.ts";

/** A browser that does not answer keeps nobody waiting longer than this. */
export const CLOSE_LEASE_MS = 5000;

export interface UndoOptions {
  readonly routing: Routing;
  readonly sandboxes: Sandboxes;
  readonly log: Logger;
}

/** Never throws: what could not be undone is logged. */
export async function undoSession(
  session: LiveSession,
  browser: Browser | undefined,
  { routing, sandboxes, log }: UndoOptions,
): Promise<void> {
  const { sessionId, browserId } = session;
  const link = browser?.connected;
  routing.release(browserId, sessionId);
  sandboxes.released(session.record.session.sandboxes);
  const done = await Promise.allSettled([
    link?.peer.call("lease.close", { sessionId }, { timeoutMs: CLOSE_LEASE_MS }),
    browser === undefined ? undefined : routing.apply(browser, link),
    ...session.record.ownSandboxes.map((id) => sandboxes.delete(id)),
  ]);
  for (const part of done) {
    if (part.status === "rejected") log.warn({ err: part.reason, sessionId }, "not undone");
  }
}
