// Writes the first lines of a session's trajectory: who works in which browser, and the first page.
import type { Logger } from "../log.ts";
import { hostVersion } from "../version.ts";
import type { Browser } from "./browsers/browser.ts";
import type { LiveSession } from "./actions/live-session.ts";
import type { OpenedSession } from "./open-session.ts";

/** A session that can't be recorded goes on all the same. */
export function beginTrajectory(
  session: LiveSession,
  { record, observation }: OpenedSession,
  browser: Browser,
  log: Logger,
): void {
  try {
    session.recorder.start({
      at: record.session.openedAt,
      agent: record.session.agent,
      browser: browser.name,
      extensionVersion: browser.extensionVersion,
      hostVersion,
      sandboxes: record.session.sandboxes.map(({ site, sandboxId }) => ({ site, sandboxId })),
    });
  } catch (error) {
    log.error({ err: error, sessionId: session.sessionId }, "start not recorded");
  }
  if (observation !== null) session.recorder.show(observation);
}
