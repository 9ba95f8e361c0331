// Opens and closes leases: it creates a tab, attaches input before the page is used, and reads the page a first time.
import type { Observation, ObserveOptions } from "@webserv/shared/model/page/observation.ts";
import { withoutUserInfo } from "@webserv/shared/model/text/user-info.ts";
import type { WebservError } from "@webserv/shared/errors/errors.ts";
import { toWebservError } from "@webserv/shared/errors/errors.ts";
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import type { CallContext } from "@webserv/shared/rpc/peer.ts";
import { unlessAborted } from "@webserv/shared/rpc/abort.ts";

import type { AskBook } from "../asks/ask-book.ts";
import { askOmission } from "../asks/ask-words.ts";
import { reasonBehind } from "../focus/unseen-tab.ts";
import { BLANK_URL } from "../frames/blank-page.ts";
import type { FramePeers } from "../frames/frame-peers.ts";
import type { Debuggers } from "../input/debuggers.ts";
import { DrawnTabs, isInFront } from "../input/drawn-tabs.ts";
import { assertNotStopped, stoppedError } from "../lease/action-admission.ts";
import type { ActionsInFlight } from "../lease/action-in-flight.ts";
import { allowedUrl } from "../lease/allowed-url.ts";
import type { Lease } from "../lease/lease.ts";
import type { Leases } from "../lease/leases.ts";
import type { SessionTabs } from "../lease/session-tabs.ts";
import { navigationError } from "../watch/navigation-error.ts";
import type { TabWatch } from "../watch/tab-watch.ts";
import type { PageReader } from "./page-reader.ts";
import { settlePage } from "./settle/settle-page.ts";
import { StepTime } from "./step-time.ts";

type Opened = Result<"lease.open">;

const MAIN_FRAME_ALONE = { of: () => Promise.resolve({ asked: [], unasked: 0 }) };
const SYNTHETIC_CHOSEN = "asked for when the session opened";

export interface OpeningOptions {
  readonly leases: Leases;
  readonly inFlight: ActionsInFlight;
  readonly tabs: SessionTabs;
  readonly frames: FramePeers;
  readonly debuggers: Debuggers;
  readonly watch: TabWatch;
  readonly asks: AskBook;
  readonly reader: PageReader;
}

export class Opening {
  readonly #options: OpeningOptions;
  /** Holds the openings under way, so that a session that is asked for twice is opened once. */
  readonly #openings = new Map<
    string,
    { readonly opened: Promise<Opened>; readonly stop: AbortController }
  >();

  constructor(options: OpeningOptions) {
    this.#options = options;
  }

  /**
   * Opens a session. If it throws, nothing is left open.
   * @throws WebservError `url-not-allowed`, `navigation-failed` or `session-stopped`
   */
  async open(params: Params<"lease.open">, call: CallContext): Promise<Opened> {
    const { sessionId } = params;
    const underWay = this.#openings.get(sessionId)?.opened;
    if (underWay !== undefined) return await unlessAborted(underWay, call.signal);
    const stop = new AbortController();
    const signal = AbortSignal.any([call.signal, stop.signal]);
    const opened = this.#open(params, { ...call, signal }).finally(() =>
      this.#openings.delete(sessionId),
    );
    this.#openings.set(sessionId, { opened, stop });
    return await opened;
  }

  /** Ends the opening of a session that the person has stopped, if it is under way. */
  stop(sessionId: string): void {
    this.#openings.get(sessionId)?.stop.abort(stoppedError(sessionId));
  }

  /** Resolves at the end of the opening, if it is under way. */
  doneOf(sessionId: string): Promise<unknown> | undefined {
    return this.#openings.get(sessionId)?.opened;
  }

  async close(sessionId: string): Promise<void> {
    const { leases, inFlight, debuggers, tabs, watch } = this.#options;
    const held = leases.find(sessionId);
    if (held === undefined) return;
    const running = inFlight.of(sessionId);
    running?.abort.abort(stoppedError(sessionId));
    await running?.done?.catch(() => {});
    // A page that is blocked by a dialog can't be closed.
    await Promise.all(held.tabIds.map((tabId) => debuggers.dialogs.leave(tabId)));
    // Other tabs may have joined meanwhile.
    const last = leases.find(sessionId) ?? held;
    tabs.willClose(last.tabIds);
    // The lease is removed before its tabs are closed, so that their closing is not reported for the session.
    await leases.remove(sessionId);
    // A group that is closed with its tabs would stay in the browser's list of saved ones.
    await tabs.groups.dissolve(last);
    watch.downloads.forget(sessionId);
    // Tabs stay attached until they are closed; otherwise a page with a `beforeunload` dialog would stay open.
    await tabs.close(last.tabIds);
    await Promise.all(last.tabIds.map((tabId) => debuggers.detach(tabId)));
  }

  async #open(params: Params<"lease.open">, call: CallContext): Promise<Opened> {
    const { leases, tabs, frames, watch, debuggers } = this.#options;
    const { sessionId, agent, dialogs, answerMs } = params;
    const beganAt = performance.now();
    const { budgetMs } = params.settle;
    const timeFromNow = (): StepTime => {
      const timeoutMs = call.timeoutMs - (performance.now() - beganAt);
      return new StepTime({ timeoutMs, budgetMs });
    };
    if (leases.find(sessionId) !== undefined) {
      return await this.#answer(params, call, timeFromNow().readingMs(false));
    }

    const url = allowedUrl(params.url ?? BLANK_URL);
    const sinceMs = performance.now();
    const { tabId, load } = await tabs.create(url, params.input);
    // The session is known before its tab is attached, so that dialogs of the page are answered by the session's rule.
    const added = leases.add({
      sessionId,
      agent,
      tabIds: [tabId],
      openers: [],
      activeTabId: tabId,
      step: 0,
      doing: `Open ${withoutUserInfo(url)}`.slice(0, 120),
      input: params.input,
      inputReason: params.input === "synthetic" ? SYNTHETIC_CHOSEN : "",
      stopped: false,
      ...(budgetMs === undefined ? {} : { budgetMs }),
      dialogs,
      answerMs,
      waiting: [],
      actions: [],
    });
    tabs.groups.add(sessionId, tabId);
    const drawn = new DrawnTabs(debuggers.pictures, isInFront);
    try {
      await added;
      if (params.input === "trusted") {
        await this.#attach(sessionId, tabId);
        void drawn.add(tabId);
      }
      await load(call.signal);
      const time = timeFromNow();
      let isAlive = false;
      const troubles: WebservError[] = [];
      await settlePage({
        ...this.#options,
        inner: MAIN_FRAME_ALONE,
        currentTab: () => leases.find(sessionId)?.activeTabId ?? null,
        settle: params.settle,
        sinceMs,
        budgetMs: time.settleMs(),
        graceMs: time.graceMs(),
        signal: call.signal,
        onPassed: () => (isAlive = true),
        onTrouble: (error) => troubles.push(error),
      });
      // A page that is blocked by a dialog goes on with its work when that is answered.
      if (debuggers.dialogs.openIn(tabId) === null) frames.rest(tabId);
      const failure = watch.navigations.netError(tabId);
      if (failure !== null) throw navigationError(failure);
      return await this.#answer(params, call, time.readingMs(isAlive && troubles.length === 0));
    } catch (error) {
      await this.close(sessionId);
      throw error;
    } finally {
      drawn.end();
    }
  }

  async #attach(sessionId: string, tabId: number): Promise<void> {
    try {
      await this.#options.debuggers.attach(tabId);
    } catch (error) {
      const inputReason = toWebservError(error).message;
      const { leases } = this.#options;
      await leases.update(sessionId, (held) => ({ ...held, input: "synthetic", inputReason }));
    }
  }

  async #answer(
    { sessionId, observe }: Params<"lease.open">,
    call: CallContext,
    readingMs: number,
  ): Promise<Opened> {
    const { leases, tabs } = this.#options;
    const held = leases.get(sessionId);
    const observation = await this.#read(sessionId, observe, call, readingMs);
    const inputReason = await this.#inputReason(held);
    assertNotStopped(leases.get(sessionId));
    return {
      tabs: observation?.tabs ?? (await tabs.list(held)),
      input: held.input,
      ...(inputReason === "" ? {} : { inputReason }),
      observation,
    };
  }

  async #inputReason({ inputReason, activeTabId }: Lease): Promise<string> {
    if (inputReason === "" || activeTabId === null) return inputReason;
    const isAttended = await this.#options.tabs.attended;
    return isAttended ? await reasonBehind(inputReason, activeTabId) : inputReason;
  }

  /**
   * Reads the page. If it does not answer, or has not come yet, its reading says so; if it can't be read, this returns
   * null. The session is open all the same: it can navigate, or read a page that comes later.
   */
  async #read(
    sessionId: string,
    observe: ObserveOptions,
    call: CallContext,
    timeoutMs: number,
  ): Promise<Observation | null> {
    try {
      const { reader, leases, asks } = this.#options;
      const read = await reader.read(sessionId, observe, { timeoutMs, signal: call.signal });
      // These asks belong to no step that could report them.
      const asked = leases.get(sessionId).tabIds.flatMap((tabId) => asks.take(tabId));
      return { ...read, omitted: [...read.omitted, ...asked.map(askOmission)] };
    } catch (error) {
      call.signal.throwIfAborted();
      const { code, message } = toWebservError(error);
      if (code !== "page-unresponsive" && code !== "still-loading") return null;
      return await this.#options.reader.unread(sessionId, observe, message);
    }
  }
}
