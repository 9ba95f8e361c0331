// Keeps resize events from a page's listeners while a picture is taken.
import { nextFrame } from "../dom/next-frame.ts";

/** Frames waited for at the end; a page in the background draws none. */
const MAX_WAITS = 10;

/**
 * To show what is out of view, the browser draws the page in a window of another size for a frame or
 * two. A page that rebuilt itself for that, or closed its menus, would not be the page to photograph.
 * Style sheets, media queries and resize observers still see the change: nothing in this world stops those.
 */
export class ResizeSuppressor {
  #size = "";
  #until: AbortController | undefined;
  readonly #suppress = (event: Event): void => {
    if (this.#until !== undefined) event.stopImmediatePropagation();
  };

  /** Adds the listeners. Must run before the page's scripts: a window calls its listeners in the order they came. */
  listen(): void {
    addEventListener("resize", this.#suppress);
    visualViewport?.addEventListener("resize", this.#suppress);
  }

  /** Suppresses resize events for `forMs` from now, whatever was asked before. */
  suppressFor(forMs: number): void {
    if (this.#until === undefined) this.#size = windowSize();
    else this.#until.abort();
    const until = new AbortController();
    this.#until = until;
    const timer = setTimeout(() => void this.#end(until), forMs);
    until.signal.addEventListener("abort", () => clearTimeout(timer));
  }

  /** Ends after the next frame: a resize event comes with a frame, which may be long after the change. */
  async #end(until: AbortController): Promise<void> {
    for (let waits = 0; waits < MAX_WAITS && !until.signal.aborted; waits++) {
      if (await nextFrame(until.signal).catch(() => true)) break;
    }
    if (until.signal.aborted) return;
    this.#until = undefined;
    // Someone else has changed the size for good meanwhile, and the page has to know.
    if (windowSize() !== this.#size) dispatchEvent(new Event("resize"));
  }
}

function windowSize(): string {
  return `${innerWidth}x${innerHeight}`;
}
