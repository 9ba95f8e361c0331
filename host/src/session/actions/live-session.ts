// Holds one open session: its state, its record on disk, and the reads of its page.
import type { Observation, ObserveOptions, Tab } from "@webserv/shared/model/page/observation.ts";
import type { Screenshot, ScreenshotOptions } from "@webserv/shared/model/page/screenshot.ts";
import type { Session } from "@webserv/shared/model/session.ts";
import type { Params } from "@webserv/shared/protocol/methods.ts";
import type { WebservError } from "@webserv/shared/errors/errors.ts";
import type { CallContext } from "@webserv/shared/rpc/peer.ts";

import type { Logger } from "../../log.ts";
import { maskedAddresses } from "../../trajectory/masked-record.ts";
import type { EndRecord, Recorder } from "../../trajectory/recorder.ts";
import type { BrowserLink } from "../browsers/browser.ts";
import { BROWSER_WAIT_MS } from "./carry-out.ts";
import { deadlineIn } from "../state/deadline.ts";
import type { EventJournal } from "../state/event-journal.ts";
import type { SessionRecord } from "../state/session-record.ts";
import { advance, assertMayRead, initialState, shownState } from "../state/session-state.ts";
import type { SessionEvent, SessionState } from "../state/session-state.ts";
import type { SessionStore } from "../state/session-store.ts";
import { Semaphore } from "../../semaphore.ts";

/**
 * The reads of one session's page that its browser serves at once. All sessions of a browser share its one
 * connection, and an agent that asks without end would leave no room there for the others.
 */
const READS_AT_ONCE = 2;

export interface LiveSessionOptions {
  readonly store: SessionStore;
  readonly recorder: Recorder;
  readonly journal: EventJournal;
  readonly log: Logger;
  /** Waits for the session's browser; throws `browser-gone`. */
  readonly connect: (waitMs: number, signal: AbortSignal) => Promise<BrowserLink>;
}

export class LiveSession {
  readonly sessionId: string;
  readonly #options: LiveSessionOptions;
  readonly #closed = new AbortController();
  #record: SessionRecord;
  #state: SessionState;
  #lastUsedAt: number;
  readonly #reads = new Semaphore(READS_AT_ONCE);
  #saving = false;
  /** The whole page as it was last reported. */
  #reported: Observation | undefined;
  /** The whole page as it was last read, reported or not. */
  #seen: Observation | undefined;
  /** The name of the last reading that shows what was reported again: an unreported one changes nothing for the agent. */
  #reading: string | undefined;

  constructor(record: SessionRecord, connected: boolean, options: LiveSessionOptions) {
    this.sessionId = record.session.sessionId;
    this.#record = record;
    this.#options = options;
    this.#lastUsedAt = Date.parse(record.session.lastUsedAt);
    this.#state = {
      ...initialState(connected),
      stopped: record.session.state === "stopped",
      terminated: record.terminated,
    };
  }

  get record(): SessionRecord {
    return this.#record;
  }

  get browserId(): string {
    return this.#record.session.browserId;
  }

  get state(): SessionState {
    return this.#state;
  }

  /** Aborts with the session. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  get recorder(): Recorder {
    return this.#options.recorder;
  }

  get idleMs(): number {
    return Date.now() - this.#lastUsedAt;
  }

  view(): Session {
    return {
      ...this.#record.session,
      state: shownState(this.#state),
      lastUsedAt: new Date(this.#lastUsedAt).toISOString(),
    };
  }

  /** Moves the session's state by an event, and tells the journal if agents can see the difference. */
  note(event: SessionEvent): void {
    const before = shownState(this.#state);
    this.#state = advance(this.#state, event);
    const state = shownState(this.#state);
    if (state === before || this.closed.aborted) return;
    this.#options.journal.append({ kind: "session.changed", sessionId: this.sessionId, state });
  }

  setTabs(tabs: readonly Tab[]): void {
    this.change({ session: { ...this.#record.session, tabs: [...tabs] } });
  }

  /** Writes the record to disk; if the disk is full, that is logged and the session goes on. */
  save(): void {
    const { shown, words } = this.recorder;
    const { answer } = this.#record;
    try {
      this.#options.store.save({
        ...this.#record,
        session: maskedAddresses(this.view(), words),
        ...(answer === undefined ? {} : { answer: words.maskText(answer) }),
        ...(shown === undefined ? {} : { shown }),
      });
    } catch (error) {
      this.#options.log.error({ err: error, sessionId: this.sessionId }, "session not saved");
    }
  }

  /** Saves once the present message has been answered. */
  saveSoon(): void {
    if (this.#saving) return;
    this.#saving = true;
    setImmediate(() => {
      this.#saving = false;
      if (!this.closed.aborted) this.save();
    });
  }

  /** Marks the record so that a daemon that finds it undoes what is left of the session. */
  beginClosing(): void {
    this.change({ phase: "closing" });
    this.save();
  }

  /** Ends the trajectory, because the agent has ended its task; the session stays until it is closed. */
  terminate(answer: string | undefined): void {
    this.note({ type: "terminated" });
    this.change({ terminated: true, ...(answer === undefined ? {} : { answer }) });
    this.endTrajectory("terminated");
  }

  endTrajectory(reason: EndRecord["reason"]): void {
    const { answer, session } = this.#record;
    try {
      this.recorder.end({
        at: new Date().toISOString(),
        reason,
        ...(answer === undefined ? {} : { answer }),
        steps: session.steps,
      });
    } catch (error) {
      this.#options.log.error({ err: error, sessionId: this.sessionId }, "end not recorded");
    }
  }

  /** Ends everything under way with `error`. */
  abort(error: WebservError): void {
    this.#closed.abort(error);
  }

  async ping(context: CallContext): Promise<void> {
    const { sessionId } = this;
    await this.#read(context, (link, call) => link.peer.call("lease.ping", { sessionId }, call));
  }

  async observe(
    observe: Params<"lease.observe">["observe"],
    context: CallContext,
  ): Promise<Observation> {
    const { sessionId } = this;
    const observation = await this.#read(context, (link, call) =>
      link.peer.call("lease.observe", { sessionId, observe }, call),
    );
    this.recorder.show(observation);
    this.setTabs(observation.tabs);
    this.touch();
    return observation;
  }

  async screenshot(screenshot: ScreenshotOptions, context: CallContext): Promise<Screenshot> {
    const { sessionId } = this;
    return await this.#read(context, (link, call) =>
      link.peer.call("lease.screenshot", { sessionId, screenshot }, call),
    );
  }

  /** Returns the session's browser, and waits for it if it is away. */
  async connect(waitMs: number, signal: AbortSignal): Promise<BrowserLink> {
    return await this.#options.connect(waitMs, signal);
  }

  change(change: Partial<SessionRecord>): void {
    this.#record = { ...this.#record, ...change };
  }

  /** Returns the page as the agent gets it: only the changes, if it asks for them and they are shorter. */
  async report(observation: Observation, { diff, expand }: ObserveOptions): Promise<Observation> {
    // A dialog hides the page, so this observation is nothing to compare the next one with.
    if (observation.dialog !== undefined) return observation;
    // A part of a page is no change of the page, and nothing to compare it with.
    if (expand !== undefined) return observation;
    const before = this.#reported && { ...this.#reported, reading: this.#reading };
    this.#reported = observation;
    this.#seen = observation;
    this.#reading = observation.reading;
    if (diff !== true) return observation;
    // Loaded at the first use: its tokenizer takes a tenth of the daemon's start.
    const { diffObservation } = await import("./page-diff.ts");
    return diffObservation(before, observation);
  }

  /**
   * Notes a page that the agent is not told yet: the next one may say that it shows this one again. Resolves with whether
   * it differs from the one that was read before; with undefined if that can't be said.
   */
  async passOver(
    observation: Observation,
    { expand }: ObserveOptions,
  ): Promise<boolean | undefined> {
    const { again, reading, dialog } = observation;
    if (again !== undefined && again === this.#reading) this.#reading = reading;
    if (dialog !== undefined || expand !== undefined) return undefined;
    const before = this.#seen;
    this.#seen = observation;
    const { hasChanged } = await import("./page-diff.ts");
    return hasChanged(before, observation);
  }

  touch(): void {
    this.#lastUsedAt = Date.now();
  }

  /** Asks the browser in turn, within what is left of the caller's time. */
  async #read<T>(
    { timeoutMs, signal }: CallContext,
    ask: (link: BrowserLink, call: CallContext) => Promise<T>,
  ): Promise<T> {
    this.touch();
    assertMayRead(this.#state, this.sessionId);
    const deadline = deadlineIn(timeoutMs);
    return await this.#reads.run(signal, async () => {
      // The session may have been stopped, or ended, during the wait.
      assertMayRead(this.#state, this.sessionId);
      const link = await this.connect(Math.min(deadline.leftMs, BROWSER_WAIT_MS), signal);
      return await ask(link, { timeoutMs: Math.max(1, Math.round(deadline.leftMs)), signal });
    });
  }
}
