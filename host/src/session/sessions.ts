// Opens, finds and closes sessions, and takes them over after a restart.
import type { Observation } from "@webserv/shared/model/page/observation.ts";
import type { Session } from "@webserv/shared/model/session.ts";
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import { daemonEnding } from "@webserv/shared/errors/daemon-ending.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { CallContext } from "@webserv/shared/rpc/peer.ts";

import type { Logger } from "../log.ts";
import type { Progress } from "../sandbox/backend.ts";
import { Recorder } from "../trajectory/recorder.ts";
import type { EndRecord } from "../trajectory/recorder.ts";
import { trajectoryFiles } from "../trajectory/trajectory-files.ts";
import type { ActiveSession, ActiveSessions } from "./active-sessions.ts";
import { AwaitedAgents } from "./awaited-agents.ts";
import { beginTrajectory } from "./begin-trajectory.ts";
import type { BrowserRegistry } from "./browsers/browser-registry.ts";
import { deadlineIn } from "./state/deadline.ts";
import { EndedSessions } from "./state/ended-sessions.ts";
import type { EventJournal } from "./state/event-journal.ts";
import { watchLease } from "./state/lease-clock.ts";
import { LiveSession } from "./actions/live-session.ts";
import { openSession, planSites } from "./open-session.ts";
import type { PlannedSites } from "./open-session.ts";
import type { RecentStops } from "./browsers/recent-stops.ts";
import type { Routing } from "./routing/routing.ts";
import { describeBrowser } from "./browsers/session-browsers.ts";
import type { SessionBrowsers } from "./browsers/session-browsers.ts";
import type { Sandboxes } from "./sandboxes/sandboxes.ts";
import { SessionActions } from "./actions/session-actions.ts";
import type { SessionActionsOptions } from "./actions/session-actions.ts";
import type { SessionRecord } from "./state/session-record.ts";
import type { SessionStore } from "./state/session-store.ts";
import { BrowserSessionEvents } from "./browser-session-events.ts";
import type { BrowserSessionEventsOptions } from "./browser-session-events.ts";
import { undoSession } from "./undo-session.ts";

export type EndReason = EndRecord["reason"];

export interface SessionsOptions {
  readonly active: ActiveSessions;
  readonly registry: BrowserRegistry;
  readonly browsers: Pick<SessionBrowsers, "take">;
  readonly stops: RecentStops;
  readonly routing: Routing;
  readonly sandboxes: Sandboxes;
  readonly store: SessionStore;
  readonly trajectoriesDir: string;
  readonly journal: EventJournal;
  readonly semaphoreOf: SessionActionsOptions["semaphoreOf"];
  readonly log: Logger;
}

export class Sessions {
  readonly #options: SessionsOptions;
  readonly #active: ActiveSessions;
  readonly #ended = new EndedSessions();
  readonly #awaited = new AwaitedAgents();
  readonly #under = new Set<Promise<unknown>>();
  readonly #ending = new AbortController();

  /** Makes the browsers of the registry report to these sessions from now on. */
  constructor(options: SessionsOptions) {
    const { active, routing, stops, registry, log } = options;
    this.#options = options;
    this.#active = active;
    const close: BrowserSessionEventsOptions["close"] = (...how) => this.close(...how);
    registry.listen(new BrowserSessionEvents({ active, routing, stops, close, log }));
  }

  list(): Session[] {
    return [...this.#active.open.values()].map(({ session }) => session.view());
  }

  idsOf(browserId: string): string[] {
    return this.#active.idsOf(browserId);
  }

  /** Returns the browser that a session is open in; undefined if there is no such session. */
  browserOf(sessionId: string | undefined): string | undefined {
    return this.#active.open.get(sessionId ?? "")?.session.browserId;
  }

  /** @throws WebservError `unknown-session`. */
  get(sessionId: string): ActiveSession {
    const active = this.#active.open.get(sessionId);
    if (active !== undefined) return active;
    throw this.#ended.unknown(sessionId);
  }

  /** Reads the current page; if the sandbox of a site does not run, the observation says so. */
  async observe(
    { sessionId, ...observe }: Params<"session.observe">,
    context: CallContext,
  ): Promise<Observation> {
    const { session } = this.get(sessionId);
    const observation = await session.observe(observe, context);
    const fault = this.#options.sandboxes.fault(session.record.session.sandboxes);
    if (fault === undefined) return observation;
    const omission = { what: "page", where: observation.url, why: fault.message } as const;
    return { ...observation, omitted: [...observation.omitted, omission] };
  }

  /** @param connection aborts with the agent's connection */
  async open(
    params: Params<"session.open">,
    context: CallContext,
    connection: AbortSignal,
    progress: Progress = () => {},
  ): Promise<Result<"session.open">> {
    const { log, browsers, sandboxes, journal } = this.#options;
    const sites = planSites(params, sandboxes);
    const signal = AbortSignal.any([context.signal, this.#ending.signal]);
    const deadline = deadlineIn(context.timeoutMs);
    const tell = (text: string): void => progress({ text });
    const { replaces } = params;
    const wish = { ...params, sameAs: this.browserOf(replaces) };
    const chosen = await browsers.take(wish, { waitMs: deadline.leftMs, signal, tell });
    const { browser } = chosen;
    let sessionId = "";
    const stop = new AbortController();
    const announce = (id: string): void => {
      sessionId = id;
      this.#active.opening.set(id, { browserId: browser.browserId, stop });
    };
    try {
      if (this.#isInTheWay(replaces, sites)) await this.#closeReplaced(replaces);
      const parts = { ...this.#options, browser, sites, announce, progress };
      const either = AbortSignal.any([signal, stop.signal]);
      const call = { timeoutMs: Math.max(1, deadline.leftMs), signal: either };
      const opened = await this.#track(openSession(params, call, parts));
      await this.#closeReplaced(replaces);
      const { session } = this.#hold(opened.record, browser.link !== undefined);
      if (stop.signal.aborted) session.note({ type: "halted" });
      const { browserId, agent } = opened.record.session;
      journal.append({ kind: "session.opened", sessionId, browserId, agent });
      beginTrajectory(session, opened, browser, log);
      session.save();
      if (params.lifetime !== "lease") this.#endWith(session, connection);
      log.info({ session: session.view() }, "a session was opened");
      const { usedBefore } = opened;
      const observation = params.observe.later === true ? null : opened.observation;
      if (observation !== null) await session.report(observation, params.observe);
      const told = describeBrowser(chosen, usedBefore);
      return { session: session.view(), browser: told, observation };
    } catch (error) {
      stop.signal.throwIfAborted();
      throw error;
    } finally {
      this.#active.opening.delete(sessionId);
      chosen.release();
    }
  }

  /**
   * Tells whether a session that is replaced has to be closed first. If it sees other sandboxes than the new one, these
   * hold hosts and memory that the new one may need. Else it stays until the new one is open, which may fail.
   */
  #isInTheWay(replaces: string | undefined, { claims }: PlannedSites): boolean {
    const before = this.#active.open.get(replaces ?? "")?.session.record.session.sandboxes ?? [];
    const seen = new Set(before.map(({ sandboxId }) => sandboxId));
    return seen.size > 0 && claims.some(({ sandboxId }) => !seen.has(sandboxId));
  }

  async #closeReplaced(sessionId: string | undefined): Promise<void> {
    if (sessionId === undefined || !this.#active.open.has(sessionId)) return;
    await this.close(sessionId, "closed");
  }

  /** Closes its tabs, deletes the sandboxes it started and ends its trajectory. */
  async close(sessionId: string, reason: EndReason, error?: WebservError): Promise<void> {
    const active = this.get(sessionId);
    this.#active.open.delete(sessionId);
    this.#ended.note(sessionId, reason);
    await this.#track(this.#end(active, reason, error));
  }

  /** Also ends sessions that are being opened; none is opened afterwards. */
  async closeAll(reason: EndReason): Promise<void> {
    this.#ending.abort(daemonEnding("cancelled"));
    while (this.#active.open.size + this.#under.size > 0) {
      await Promise.allSettled([...this.#active.open.keys()].map((id) => this.close(id, reason)));
      await Promise.allSettled(this.#under);
    }
  }

  /** Binds sessions that an earlier daemon left to their agent's new connection. */
  claim(sessionIds: readonly string[], connection: AbortSignal): void {
    for (const sessionId of sessionIds) {
      const active = this.#active.open.get(sessionId);
      if (active !== undefined && this.#awaited.claim(sessionId)) {
        this.#endWith(active.session, connection);
      }
    }
  }

  /** Takes over a session of an earlier daemon, which is away until its browser returns. */
  adopt(record: SessionRecord, steps: readonly { actionId: string; step: number }[]): void {
    const { routing, sandboxes } = this.#options;
    const { sessionId, browserId } = record.session;
    const claims = record.session.sandboxes.map((seen) => ({
      site: seen.site,
      sandboxId: seen.sandboxId,
      hosts: sandboxes.hostsOf(seen),
    }));
    routing.claim(browserId, sessionId, claims);
    const { pending } = record;
    const recorded = steps.some(({ actionId }) => actionId === pending?.actionId);
    const { session, actions } = this.#hold(
      {
        ...record,
        ...(recorded ? { pending: null } : {}),
        // The record is written after an answer, and the daemon may have ended in between.
        session: {
          ...record.session,
          steps: Math.max(record.session.steps, steps.at(-1)?.step ?? 0),
        },
      },
      false,
    );
    if (record.lifetime === "agent") {
      const giveUp = (): void => void this.close(sessionId, "closed").catch(() => {});
      this.#awaited.wait(sessionId, giveUp, session.closed);
    }
    for (const { actionId, step } of steps) actions.recall(actionId, step);
  }

  /** Undoes what is left of a session that can't be taken over. */
  async abandon(record: SessionRecord, reason: EndReason): Promise<void> {
    const session = this.#live(record, false);
    await undoSession(session, undefined, this.#options);
    if (!record.terminated && record.phase !== "opening") session.endTrajectory(reason);
    this.#options.store.remove(session.sessionId);
    this.#ended.note(session.sessionId, reason);
  }

  #live(record: SessionRecord, connected: boolean): LiveSession {
    const { store, log, trajectoriesDir, registry, journal } = this.#options;
    const { sessionId, browserId } = record.session;
    const files = trajectoryFiles(trajectoriesDir, sessionId);
    return new LiveSession(record, connected, {
      store,
      log,
      journal,
      recorder: new Recorder(sessionId, files, record.shown),
      connect: (waitMs, signal) => registry.whenConnected(browserId, waitMs, signal),
    });
  }

  #hold(record: SessionRecord, connected: boolean): ActiveSession {
    const session = this.#live(record, connected);
    const active = { session, actions: new SessionActions(session, this.#options) };
    this.#active.open.set(session.sessionId, active);
    const expire = (): void => {
      this.#options.log.info({ sessionId: session.sessionId }, "a session's lease has expired");
      void this.close(session.sessionId, "expired").catch(() => {});
    };
    const use = {
      leaseMs: record.session.leaseMs,
      idleMs: () => session.idleMs,
      busy: () => session.state.acting !== null,
    };
    watchLease(use, expire, session.closed);
    return active;
  }

  #endWith({ sessionId, closed }: LiveSession, connection: AbortSignal): void {
    const end = (): void => void this.close(sessionId, "closed").catch(() => {});
    if (connection.aborted) end();
    else connection.addEventListener("abort", end, { signal: closed });
  }

  async #end(
    { session, actions }: ActiveSession,
    reason: EndReason,
    error?: WebservError,
  ): Promise<void> {
    session.beginClosing();
    session.abort(
      error ?? new WebservError("cancelled", `the session ${session.sessionId} was closed`),
    );
    await actions.whenIdle();
    const browser = this.#options.registry.find(session.browserId);
    await undoSession(session, browser, this.#options);
    const { sessionId, state } = session;
    const why = state.stopped ? "stopped" : reason;
    if (!state.terminated) session.endTrajectory(why);
    this.#options.store.remove(sessionId);
    this.#options.journal.append({ kind: "session.closed", sessionId, reason: why });
    this.#options.log.info({ sessionId, reason }, "a session was closed");
  }

  async #track<T>(work: Promise<T>): Promise<T> {
    this.#under.add(work);
    try {
      return await work;
    } finally {
      this.#under.delete(work);
    }
  }
}
