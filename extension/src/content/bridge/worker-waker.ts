// Starts the service worker again where it has ended: nothing outside the browser can, and a page's word does.
import type { FramePlatform, WorkerLine } from "./platform.ts";

const FIRST_PAUSE_MS = 250;
const LAST_PAUSE_MS = 30_000;
/** A line that held for so long was no failed attempt. */
const HELD_MS = 1000;

/** Keeps a line to the worker from a tab's main document; the line's end is the worker's. */
export class WorkerWaker {
  readonly #platform: FramePlatform;
  readonly #listener = (event: PageTransitionEvent): void => {
    // The browser cuts the line of a page that it keeps for going back to, and may tell it nothing.
    if (event.isTrusted && event.persisted) this.#open();
  };
  #line: WorkerLine | null = null;
  #pauseMs = FIRST_PAUSE_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(platform: FramePlatform) {
    this.#platform = platform;
  }

  /** One line a tab is enough; called again, only lost listeners are added. */
  listen(): void {
    if (window.parent !== window) return;
    addEventListener("pageshow", this.#listener, { capture: true });
    if (this.#line === null && this.#timer === undefined) this.#open();
  }

  #open(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#line?.close();
    const began = performance.now();
    this.#line = this.#platform.openLine(() => {
      this.#line = null;
      if (performance.now() - began < HELD_MS) this.#openLater();
      else {
        this.#pauseMs = FIRST_PAUSE_MS;
        this.#open();
      }
    });
  }

  /** A worker that can't be started must not be asked to without end. */
  #openLater(): void {
    this.#timer = setTimeout(() => this.#open(), this.#pauseMs);
    this.#pauseMs = Math.min(2 * this.#pauseMs, LAST_PAUSE_MS);
  }
}
