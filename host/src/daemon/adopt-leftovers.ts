// Takes over what an earlier daemon left: sandboxes first, then sessions.
import type { Logger } from "../log.ts";
import type { Backends } from "../sandbox/backends/backends.ts";
import type { SessionRecord } from "../session/state/session-record.ts";
import type { SessionStore } from "../session/state/session-store.ts";
import type { EndReason, Sessions } from "../session/sessions.ts";
import type { SiteRegistry } from "../site/site-registry.ts";
import { readTrajectory } from "../trajectory/reader.ts";

export interface AdoptionParts {
  readonly sessions: Sessions;
  readonly backends: Backends;
  readonly sites: SiteRegistry;
  readonly store: SessionStore;
  readonly trajectoriesDir: string;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

export async function adoptLeftovers(parts: AdoptionParts): Promise<void> {
  const { sessions, backends, sites, store, log, signal } = parts;
  await backends.adopt((name) => sites.find(name), signal);
  const { records, bad } = store.load();
  for (const name of bad) {
    log.warn({ name }, "a session's record can't be understood and is removed");
    store.discard(name);
  }
  // All are abandoned at once, since each may wait a while for a backend that is not there yet.
  const abandoned: Promise<void>[] = [];
  for (const record of records) {
    const { sessionId } = record.session;
    const reason = whyNot(record);
    if (reason !== undefined) {
      log.info({ sessionId, reason }, "a session of an earlier daemon ends");
      abandoned.push(sessions.abandon(record, reason));
      continue;
    }
    try {
      sessions.adopt(record, await recordedActions(parts.trajectoriesDir, sessionId));
      log.info({ sessionId }, "a session of an earlier daemon waits for its browser");
    } catch (error) {
      log.warn({ err: error, sessionId }, "a session of an earlier daemon can't be taken back");
      abandoned.push(sessions.abandon(record, "closed"));
    }
  }
  await Promise.all(abandoned);
}

/** Returns why the session must end; undefined if it can be taken over. */
function whyNot(record: SessionRecord): EndReason | undefined {
  if (record.launched) return "browser-gone";
  if (record.phase !== "open" || record.lifetime === "connection") return "closed";
  const idleMs = Date.now() - Date.parse(record.session.lastUsedAt);
  return idleMs > record.session.leaseMs ? "expired" : undefined;
}

async function recordedActions(
  trajectoriesDir: string,
  sessionId: string,
): Promise<{ actionId: string; step: number }[]> {
  try {
    const { lines } = await readTrajectory(trajectoriesDir, sessionId);
    return lines.flatMap((line) => (line.kind === "step" ? [line] : []));
  } catch {
    // A full disk leaves no trajectory; the extension remembers its latest actions itself.
    return [];
  }
}
