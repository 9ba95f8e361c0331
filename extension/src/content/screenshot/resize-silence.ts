// Keeps a page's listeners from hearing that its window changes its size, while a picture is taken.
import { nextFrame } from "../dom/next-frame.ts";

/** A page in the background is not drawn at all. */
const MAX_WAITS = 10;

/**
 * To show what is out of view the browser draws the page in a window of another size for a frame or
 * two. A page that rebuilt itself for that, or closed its menus, would not be what was photographed.
 * Style sheets, media queries and resize observers still see it: nothing in this world stops those.
 */
export class ResizeSilence {
  #size = "";
  #until: AbortController | undefined;
  readonly #hush = (event: Event): void => {
    if (this.#until !== undefined) event.stopImmediatePropagation();
  };

  /** Before the page's scripts run: a window calls its listeners in the order they came. */
  listen(): void {
    addEventListener("resize", this.#hush);
    visualViewport?.addEventListener("resize", this.#hush);
  }

  /** For so long from now, whatever was said before. */
  keep(forMs: number): void {
    if (this.#until === undefined) this.#size = windowSize();
    else this.#until.abort();
    const until = new AbortController();
    this.#until = until;
    const timer = setTimeout(() => void this.#end(until), forMs);
    until.signal.addEventListener("abort", () => clearTimeout(timer));
  }

  /** Listeners are told of a size when the page is next drawn, which may be long after it has changed. */
  async #end(until: AbortController): Promise<void> {
    for (let waits = 0; waits < MAX_WAITS && !until.signal.aborted; waits++) {
      if (await nextFrame(until.signal).catch(() => true)) break;
    }
    if (until.signal.aborted) return;
    this.#until = undefined;
    // Someone else changed it for good meanwhile.
    if (windowSize() !== this.#size) dispatchEvent(new Event("resize"));
  }
}

function windowSize(): string {
  return `${innerWidth}x${innerHeight}`;
}
