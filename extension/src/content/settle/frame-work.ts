// Watches one frame's requests, document and frames drawn, and waits until it has come to rest.
import {
  DEFAULT_BUDGET_MS,
  DEFAULT_SETTLE_MODE,
  defaultIdleMs,
} from "@webserv/shared/model/page/settle.ts";
import type {
  BegunWork,
  PageChange,
  WorkListener,
  WorkNote,
} from "@webserv/shared/protocol/work-notes.ts";
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import { afterFrame, nextFrame } from "../dom/next-frame.ts";
import { WorkLedger } from "./work-ledger.ts";
import { Departures } from "./departures.ts";
import { FETCH_NOTES_MS, LINGER_MS, LOOK_AGAIN_MS, UNASKED_MS } from "./limits.ts";
import { hasUntoldAnimation } from "../dom/animations.ts";
import { PassingWords } from "./signs/passing-words.ts";
import type { SettleRequest, Situation } from "./situation.ts";
import { UnexplainedLoads } from "./unexplained.ts";
import { documentState, isInField, MetaRefresh } from "./document-state.ts";
import { decide } from "./decision.ts";
import { WaitingSigns } from "./signs/waiting-signs.ts";

type FrameSettle = Result<"frame.settle">;

export class FrameWork implements WorkListener {
  readonly unexplained = new UnexplainedLoads();
  readonly #works = new WorkLedger();
  readonly #signs: WaitingSigns;
  readonly #passing = new PassingWords();
  readonly #refresh = new MetaRefresh();
  readonly #page: PageSignals;
  readonly #departures: Departures;
  #notesTimer: ReturnType<typeof setInterval> | undefined;
  /** The step that this was last watched for is over. */
  #isOver = false;
  /** The time when the page is let go of if nobody says anything until then. */
  #restMs = Infinity;
  /** Tells of changes that a decision may rest on. */
  readonly #changes = new EventTarget();

  /** @param page tells the page script what to follow; it may be set in motion later than this */
  constructor(page: PageSignals) {
    this.#page = page;
    this.#signs = new WaitingSigns(page);
    this.#departures = new Departures(this.#works, {
      onChange: () => this.#changed(),
      hasHosts: () => page.hasHosts(),
    });
    addEventListener("load", () => this.#changed());
    // The end of a streamed body may be seen by the page alone; the browser reports its transfer.
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!(entry instanceof PerformanceResourceTiming) || entry.initiatorType !== "fetch")
          continue;
        this.#works.transferred(entry.name, entry.startTime, performance.now());
      }
      this.#changed();
    }).observe({ type: "resource" });
  }

  begin(work: BegunWork, atMs: number): void {
    const url = work.url === "" ? "" : absolute(work.url);
    this.#works.begin({ ...work, url }, atMs);
  }

  note(note: WorkNote, id: number, atMs: number): void {
    this.#works[note](id, atMs);
  }

  change(id: number, change: PageChange, atMs: number): void {
    this.#works.change(id, change, atMs);
  }

  /**
   * Forgets what came before: works that begin from now on belong to the action about to happen.
   */
  watch(): void {
    this.#isOver = false;
    // Notes from before are told to nobody.
    this.#page.take();
    const nowMs = performance.now();
    this.#works.watch(nowMs);
    this.#signs.watch();
    this.#passing.watch(this.#signs.roots);
    this.#page.watch();
    this.#departures.watch();
    this.#followFor(UNASKED_MS);
  }

  /**
   * Tells whether the page has shown anything for the action since `ms`; what else moves on it does
   * not count.
   */
  hasShownSince(ms: number): boolean {
    this.#page.take();
    return (this.#works.shownMs ?? -Infinity) >= ms;
  }

  /** Returns when the timers end that the page has set for the action since `sinceMs`, but for longer ones. */
  timersEndMs(sinceMs: number, mostMs: number): number {
    this.#page.take();
    return this.#works.timersEndMs(sinceMs, mostMs);
  }

  isWorkingSince(ms: number): boolean {
    this.#page.take();
    return this.#works.isWorkingSince(ms);
  }

  /** Tells whether works that the action has led to since `ms` have shown anything. */
  hasShownByWorkSince(ms: number): boolean {
    this.#page.take();
    return this.#works.hasShownByWorkSince(ms);
  }

  /**
   * Waits until the frame is at rest, or its budget has run out.
   *
   * @throws the signal's reason
   */
  async settle(options: Params<"frame.settle">, signal: AbortSignal): Promise<FrameSettle> {
    // The browser had kept the document out of sight, and brings it back.
    if (this.#isOver) this.watch();
    const mode = options.mode ?? DEFAULT_SETTLE_MODE;
    const request: SettleRequest = {
      mode,
      idleMs: options.idleMs ?? defaultIdleMs(mode),
      budgetMs: options.budgetMs ?? DEFAULT_BUDGET_MS,
      beganMs: performance.now(),
      awaitsWorkers: options.awaitsWorkers,
      awaitsAnswer: options.awaitsAnswer === true && !isInField(),
      scriptMs:
        options.scriptAt === undefined ? undefined : options.scriptAt - performance.timeOrigin,
    };
    const ended = new AbortController();
    const until = AbortSignal.any([signal, ended.signal]);
    this.#followFor(Infinity);
    this.#page.attend();
    const channel = new MessageChannel();
    const drawn: FrameCounts = {
      frames: 0,
      lastMs: request.beganMs,
      looked: 0,
      sinceWork: 0,
      workMs: 0,
    };
    const countFrames = async (): Promise<void> => {
      for (;;) {
        await nextFrame(until);
        const frameMs = performance.now();
        // Within the frame a look would have the browser work out styles before the page has
        // changed them.
        await afterFrame(channel);
        drawn.frames++;
        drawn.lastMs = frameMs;
        this.#passing.look(frameMs);
        this.#changed();
      }
    };
    // This ends with the wait, at the latest.
    countFrames().catch(() => {});
    try {
      for (;;) {
        signal.throwIfAborted();
        const decision = decide(request, this.#situation(drawn));
        if (decision.done) {
          const worked = this.#works.lastActivityMs > request.beganMs;
          const passed = this.#passing.passed(performance.now());
          return { ...decision.report, worked, unanswered: this.#works.awaitsReply, passed };
        }
        await this.#change(decision.wakeMs - performance.now(), signal);
      }
    } finally {
      ended.abort();
      channel.port1.close();
      // The wait may be taken up again: another frame, or a script that comes, may lead on here.
      this.#followFor(request.beganMs + request.budgetMs + LINGER_MS - performance.now());
    }
  }

  /** Takes note that a script has given an element a shadow root. */
  onHost(host: Element): void {
    this.#signs.onHost(host);
  }

  /** Lets go of the page: the step is over, and nobody waits any longer. */
  rest(): void {
    this.#isOver = true;
    clearInterval(this.#notesTimer);
    this.#notesTimer = undefined;
    this.#signs.end();
    this.#passing.end();
    this.#page.rest();
    this.#departures.rest();
  }

  #followFor(ms: number): void {
    this.#restMs = performance.now() + ms;
    this.#notesTimer ??= setInterval(() => {
      this.#page.take();
      if (performance.now() >= this.#restMs) this.rest();
    }, FETCH_NOTES_MS);
  }

  #situation(drawn: FrameCounts): Situation {
    this.#page.take();
    const nowMs = performance.now();
    this.#works.lapse(nowMs);
    const { lastActivityMs } = this.#works;
    if (drawn.looked < drawn.frames) {
      const more = drawn.frames - drawn.looked;
      drawn.sinceWork = drawn.workMs === lastActivityMs ? drawn.sinceWork + more : 1;
      drawn.workMs = lastActivityMs;
      drawn.looked = drawn.frames;
    }
    return {
      nowMs,
      works: this.#works,
      waiting: () => this.#signs.waiting(nowMs, this.#works.shownMs ?? -Infinity),
      isStartingToMove: hasUntoldAnimation,
      isInner: window !== window.top,
      document: { ...documentState(nowMs), leavesMs: () => this.#refresh.leavesMs(nowMs) },
      frames: drawn.frames,
      lastFrameMs: drawn.lastMs,
      framesSinceWork: drawn.workMs === lastActivityMs ? drawn.sinceWork : 0,
    };
  }

  #changed(): void {
    this.#changes.dispatchEvent(new Event("change"));
  }

  /** Resolves at the next change, or after `ms`. */
  #change(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#changes.removeEventListener("change", done);
        signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, Math.min(Math.max(0, ms), LOOK_AGAIN_MS));
      this.#changes.addEventListener("change", done);
      signal.addEventListener("abort", done);
    });
  }
}

interface FrameCounts {
  /** Frames drawn since the wait began. */
  frames: number;
  /** The time of the last of them; that of the beginning if there was none. */
  lastMs: number;
  /** The number of frames at which the page's notes were last taken. */
  looked: number;
  /** Frames drawn since the action's own work last did anything. */
  sinceWork: number;
  /** The time when it did. */
  workMs: number;
}

/** Tells the page script what to follow, and gets its notes. */
export interface PageSignals {
  watch(): void;
  attend(): void;
  rest(): void;
  /** Has the page script tell what it has noted. */
  take(): void;
  /** Tells whether any element is known to have a shadow root. */
  hasHosts(): boolean;
  /** Returns the elements in the document that are known to have a shadow root. */
  hosts(): readonly Element[];
  /** Returns a shadow root, also a closed one. */
  shadowRootOf(host: Element): ShadowRoot | null;
}

function absolute(url: string): string {
  return URL.parse(url, document.baseURI)?.href ?? url;
}
