// Starts the service worker again after it has ended: a message from a page does, and nothing outside the browser can.
import type { FramePlatform, WorkerLine } from "./platform.ts";

const FIRST_PAUSE_MS = 250;
const LAST_PAUSE_MS = 30_000;
/** A line that was open for so long, in ms, counts as no failed attempt. */
const ESTABLISHED_MS = 1000;

/** Keeps a line to the worker open from a document; the line ends when the worker does. */
export class WorkerWaker {
  readonly #platform: FramePlatform;
  readonly #listener = (event: PageTransitionEvent): void => {
    // The browser cuts the line of a page in the back/forward cache, and may not tell the page.
    if (event.isTrusted && event.persisted) this.#open();
  };
  #line: WorkerLine | null = null;
  #pauseMs = FIRST_PAUSE_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(platform: FramePlatform) {
    this.#platform = platform;
  }

  /**
   * Opens the line; one per tab is enough, but the browser tells the worker of a frame at a blob address by its line
   * alone. A repeated call adds only lost listeners.
   */
  listen(): void {
    if (window.parent !== window && location.protocol !== "blob:") return;
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
      if (performance.now() - began < ESTABLISHED_MS) this.#openLater();
      else {
        this.#pauseMs = FIRST_PAUSE_MS;
        this.#open();
      }
    });
  }

  /** Opens the line after a pause that grows: a worker that can't start must not be asked without end. */
  #openLater(): void {
    this.#timer = setTimeout(() => this.#open(), this.#pauseMs);
    this.#pauseMs = Math.min(2 * this.#pauseMs, LAST_PAUSE_MS);
  }
}
