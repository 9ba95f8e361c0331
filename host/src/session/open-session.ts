// Opens a session with its sandboxes, routes and tab; if one of them fails, nothing of it stays.
import { randomBytes } from "node:crypto";

import type { Observation } from "@webserv/shared/model/page/observation.ts";
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";
import type { CallContext } from "@webserv/shared/rpc/peer.ts";

import type { Logger } from "../log.ts";
import type { Progress } from "../sandbox/backend.ts";
import type { BrowserRegistry } from "./browsers/browser-registry.ts";
import type { Browser, BrowserLink } from "./browsers/browser.ts";
import { BROWSER_WAIT_MS } from "./actions/carry-out.ts";
import { deadlineIn } from "./state/deadline.ts";
import type { RecentStops } from "./browsers/recent-stops.ts";
import { assertHostsDiffer } from "./routing/route-claims.ts";
import type { RouteClaim } from "./routing/route-claims.ts";
import type { Routing } from "./routing/routing.ts";
import { newSandboxId, sessionSandbox } from "./sandboxes/sandbox-names.ts";
import type { Sandboxes } from "./sandboxes/sandboxes.ts";
import type { SessionRecord } from "./state/session-record.ts";
import type { SessionStore } from "./state/session-store.ts";

const UNDO_MS = 5000;

export interface OpeningParts {
  readonly registry: BrowserRegistry;
  /** The browser that the session is opened in. */
  readonly browser: Browser;
  readonly sites: PlannedSites;
  readonly routing: Routing;
  readonly sandboxes: Sandboxes;
  readonly store: SessionStore;
  readonly stops: Pick<RecentStops, "assertMayOpen">;
  readonly log: Logger;
  /** Called with the id before anything is made under it. */
  readonly announce: (sessionId: string) => void;
  readonly progress: Progress;
}

/** The sandboxes that a session is to see. */
export interface PlannedSites {
  /** Sandboxes that are started for it. */
  readonly own: readonly RouteClaim[];
  readonly claims: readonly RouteClaim[];
}

/**
 * Finds the faults that can be known before anything is started.
 * @throws WebservError `unknown-site`, `unknown-sandbox`, `site-taken`.
 */
export function planSites(params: Params<"session.open">, sandboxes: Sandboxes): PlannedSites {
  const own = params.sites.map((site) => ownClaim(sandboxes, site));
  const claims = [...own, ...params.sandboxes.map((id) => sharedClaim(sandboxes, id))];
  assertHostsDiffer(claims);
  return { own, claims };
}

export interface OpenedSession {
  readonly record: SessionRecord;
  /** True if another session was in the browser before it. */
  readonly usedBefore: boolean;
  readonly observation: Observation | null;
}

/**
 * @throws WebservError `site-taken`, `unknown-sandbox`, `stopped-recently`, `session-stopped`, and
 *   what the sandboxes and the extension throw.
 */
export async function openSession(
  params: Params<"session.open">,
  context: CallContext,
  parts: OpeningParts,
): Promise<OpenedSession> {
  const { registry, browser, routing, sandboxes, store, progress } = parts;
  const { own, claims } = parts.sites;
  const deadline = deadlineIn(context.timeoutMs);
  const sessionId = `s-${randomBytes(6).toString("hex")}`;
  const undo: (() => Promise<void> | void)[] = [];
  try {
    // A browser that has just said hello may still be comparing its sessions with ours.
    const link = await registry.whenConnected(
      browser.browserId,
      Math.min(BROWSER_WAIT_MS, deadline.leftMs),
      context.signal,
    );
    routing.claim(browser.browserId, sessionId, claims);
    undo.push(async () => {
      routing.release(browser.browserId, sessionId);
      await routing.apply(browser, browser.link);
    });
    // Its lease may have ended while the browser was waited for; from the claim on it can't.
    for (const id of params.sandboxes) sandboxes.ready(id);
    parts.announce(sessionId);
    const record = newRecord(sessionId, params, browser, claims, own);
    writeDown(record, store);
    undo.push(() => store.remove(sessionId));
    if (own.length > 0) {
      undo.push(() => deleteAll(sandboxes, own));
      await startAll(own, context.signal, ({ site, sandboxId }, until) =>
        sandboxes.create({ site, sandboxId, backend: params.backend }, until, progress),
      );
    }
    if (claims.length > 0) await routing.apply(browser, link, context.signal);
    undo.push(() => closeLease(link, sessionId));
    // Sandboxes may have taken minutes: the person may have stopped an agent here since.
    parts.stops.assertMayOpen(browser);
    const usedBefore = browser.used;
    browser.used = true;
    const { later: _, ...observe } = params.observe;
    const url = params.url ?? record.session.sandboxes[0]?.url;
    const opened = await link.peer.call(
      "lease.open",
      {
        sessionId,
        agent: params.agent,
        input: params.input,
        dialogs: params.dialogs,
        answerMs: params.answerMs,
        observe,
        ...(params.settle === undefined ? {} : { settle: params.settle }),
        ...(url === undefined ? {} : { url }),
      },
      { timeoutMs: Math.max(1, deadline.leftMs), signal: context.signal },
    );
    context.signal.throwIfAborted();
    const { observation } = opened;
    return { record: openRecord(record, opened), usedBefore, observation };
  } catch (error) {
    for (const step of undo.toReversed()) {
      try {
        await step();
      } catch (problem) {
        parts.log.warn({ err: problem, sessionId }, "a session that was not opened left something");
      }
    }
    throw error;
  }
}

/** Writes the record before anything is made under its id: the next daemon undoes only what has a record. */
function writeDown(record: SessionRecord, store: SessionStore): void {
  try {
    store.save(record);
  } catch (error) {
    throw new WebservError(
      "limit-reached",
      `the session could not be written to the disk: ${toWebservError(error).message}`,
      { next: "Free disk space.", cause: error },
    );
  }
}

function ownClaim(sandboxes: Sandboxes, site: string): RouteClaim {
  return { site, sandboxId: newSandboxId(site), hosts: sandboxes.site(site).hosts };
}

function sharedClaim(sandboxes: Sandboxes, sandboxId: string): RouteClaim {
  const { site, hosts } = sandboxes.ready(sandboxId);
  return { site, sandboxId, hosts };
}

/** Starts all at once; if one fails the others are cancelled, and waited for only until they are undone. */
async function startAll(
  claims: readonly RouteClaim[],
  signal: AbortSignal,
  start: (claim: RouteClaim, until: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const failed = new AbortController();
  const both = AbortSignal.any([signal, failed.signal]);
  const starts = await Promise.allSettled(
    claims.map(async (claim) => {
      try {
        await start(claim, both);
      } catch (error) {
        failed.abort(error);
        throw error;
      }
    }),
  );
  if (failed.signal.aborted) throw failed.signal.reason;
  for (const start of starts) if (start.status === "rejected") throw start.reason;
}

async function deleteAll(sandboxes: Sandboxes, claims: readonly RouteClaim[]): Promise<void> {
  await Promise.all(claims.map(({ sandboxId }) => sandboxes.delete(sandboxId)));
}

async function closeLease(link: BrowserLink, sessionId: string): Promise<void> {
  if (link.peer.closed.aborted) return;
  await link.peer.call("lease.close", { sessionId }, { timeoutMs: UNDO_MS });
}

function newRecord(
  sessionId: string,
  params: Params<"session.open">,
  browser: Browser,
  claims: readonly RouteClaim[],
  own: readonly RouteClaim[],
): SessionRecord {
  const now = new Date().toISOString();
  return {
    version: 1,
    phase: "opening",
    session: {
      sessionId,
      agent: params.agent,
      browserId: browser.browserId,
      state: "open",
      input: params.input,
      tabs: [],
      sandboxes: claims.map(sessionSandbox),
      steps: 0,
      openedAt: now,
      lastUsedAt: now,
      leaseMs: params.leaseMs,
    },
    lifetime: params.lifetime,
    launched: browser.launch !== undefined,
    ownSandboxes: own.map(({ sandboxId }) => sandboxId),
    ...(params.filesFrom === undefined ? {} : { filesFrom: params.filesFrom }),
    ...(params.settle === undefined ? {} : { settle: params.settle }),
    terminated: false,
    pending: null,
  };
}

function openRecord(record: SessionRecord, opened: Result<"lease.open">): SessionRecord {
  const { tabs, input, inputReason } = opened;
  return {
    ...record,
    phase: "open",
    session: {
      ...record.session,
      tabs,
      input,
      ...(inputReason === undefined ? {} : { inputReason }),
      lastUsedAt: new Date().toISOString(),
    },
  };
}
