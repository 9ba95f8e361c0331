// Watches one frame's requests, document and frames drawn, and waits until it has come to rest.
import type { SettleOptions, SettleReport } from "@webserv/shared/model/settle.ts";
import { DEFAULT_BUDGET_MS, DEFAULT_IDLE_MS } from "@webserv/shared/model/settle.ts";
import type { BegunRequest } from "@webserv/shared/protocol/page-bridge.ts";
import { nextFrame } from "../next-frame.ts";
import type { RequestListener } from "../page-notes.ts";
import { NetworkLedger } from "./network-ledger.ts";
import type { DocumentState, SettleRequest, Situation } from "./verdict.ts";
import { decide, FRAMES_TO_RENDER } from "./verdict.ts";

/** `document.open()` takes every listener off the window, ours for `load` too: look again by then. */
const LOOK_AGAIN_MS = 250;

export class FrameWork implements RequestListener {
  readonly #ledger = new NetworkLedger();
  /** Told when something has changed that a verdict may rest on. */
  readonly #changes = new EventTarget();

  constructor() {
    addEventListener("load", () => this.#changed());
    // The end of a streamed body is seen by the page alone; the browser reports its transfer.
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!(entry instanceof PerformanceResourceTiming) || entry.initiatorType !== "fetch")
          continue;
        this.#ledger.transferred(entry.name, entry.startTime, performance.now());
      }
      this.#changed();
    }).observe({ type: "resource" });
  }

  begin(request: BegunRequest): void {
    this.#ledger.begin({ ...request, url: absolute(request.url) }, performance.now());
    this.#changed();
  }

  headers(id: number): void {
    this.#ledger.headers(id, performance.now());
    this.#changed();
  }

  reading(id: number): void {
    this.#ledger.reading(id, performance.now());
  }

  streaming(id: number): void {
    this.#ledger.streaming(id, performance.now());
  }

  end(id: number): void {
    this.#ledger.end(id, performance.now());
    this.#changed();
  }

  /** From now on, what begins belongs to the action about to happen. */
  watch(): void {
    this.#ledger.watch(performance.now());
  }

  /** @throws the signal's reason */
  async settle(options: SettleOptions, signal: AbortSignal): Promise<SettleReport> {
    const request: SettleRequest = {
      mode: options.mode ?? "network-idle",
      idleMs: options.idleMs ?? DEFAULT_IDLE_MS,
      budgetMs: options.budgetMs ?? DEFAULT_BUDGET_MS,
      beganMs: performance.now(),
    };
    const ended = new AbortController();
    const until = AbortSignal.any([signal, ended.signal]);
    let frames = 0;
    const countFrames = async (): Promise<void> => {
      while (frames < FRAMES_TO_RENDER) {
        await nextFrame(until);
        frames++;
      }
      this.#changed();
    };
    // Ends with the wait, at the latest.
    countFrames().catch(() => {});
    try {
      for (;;) {
        signal.throwIfAborted();
        const verdict = decide(request, this.#situation(frames));
        if (verdict.done) return verdict.report;
        await this.#change(verdict.wakeMs - performance.now(), signal);
      }
    } finally {
      ended.abort();
    }
  }

  #situation(frames: number): Situation {
    const nowMs = performance.now();
    return { nowMs, network: this.#ledger.account(nowMs), document: documentState(nowMs), frames };
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

function documentState(nowMs: number): DocumentState {
  const url = location.href;
  const [navigation] = performance.getEntriesByType("navigation");
  // A frame's first about:blank, and a document written by a script, have no navigation of their own.
  // The end of the load event is not yet known to those who hear of it.
  const endMs =
    navigation instanceof PerformanceNavigationTiming
      ? navigation.loadEventEnd || navigation.domComplete
      : 0;
  const loaded = document.readyState === "complete";
  if (!loaded) return { url, loaded, ms: nowMs, loadedMs: undefined };
  return { url, loaded, ms: endMs, loadedMs: endMs === 0 ? undefined : endMs };
}

function absolute(url: string): string {
  return URL.parse(url, document.baseURI)?.href ?? url;
}
