// Keeps a page's listeners from hearing that its window changes its size, while a picture is taken.

/**
 * To show what is out of view the browser draws the page in a window of another size for a frame or
 * two. A page that rebuilt itself for that, or closed its menus, would not be what was photographed.
 * Style sheets, media queries and resize observers still see it: nothing in this world stops those.
 */
export class ResizeSilence {
  #size = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** To be made before the page's scripts run: a window calls its listeners in the order they came. */
  constructor() {
    const hush = (event: Event): void => {
      if (this.#timer !== undefined) event.stopImmediatePropagation();
    };
    addEventListener("resize", hush);
    visualViewport?.addEventListener("resize", hush);
  }

  /** For so long from now, whatever was said before. */
  keep(forMs: number): void {
    if (this.#timer === undefined) this.#size = windowSize();
    else clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(), forMs);
  }

  #end(): void {
    this.#timer = undefined;
    // Someone else changed it for good meanwhile.
    if (windowSize() !== this.#size) dispatchEvent(new Event("resize"));
  }
}

function windowSize(): string {
  return `${innerWidth}x${innerHeight}`;
}
