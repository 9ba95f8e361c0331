// Hands events to a watcher before the page's own listeners get them.

/** The events of a whole gesture without its moves. `hookFirstListeners` in the page script lists them too. */
export const gestureEvents = [
  "pointerdown",
  "mousedown",
  "gotpointercapture",
  "pointerup",
  "mouseup",
  "click",
  "auxclick",
  "contextmenu",
  "dblclick",
] as const;

/** The events by which text reaches a page. `hookFirstListeners` lists them too. */
export const textEvents = ["keydown", "keyup", "beforeinput", "textInput", "input"] as const;

/** The events of a drag from outside, as one of files. `hookFirstListeners` lists them too. */
export const dragEvents = ["dragenter", "dragover", "dragleave", "drop"] as const;

export class EventGate {
  readonly #types: readonly string[];
  #watcher: ((event: Event) => void) | null = null;
  #isKept = false;
  readonly #listener = (event: Event): void => this.#watcher?.(event);

  constructor(types: readonly string[]) {
    this.#types = types;
  }

  /** Sets who gets the events first; null, as nearly always, lets everything pass. */
  set watcher(watcher: ((event: Event) => void) | null) {
    this.#watcher = watcher;
    if (watcher !== null) this.listen();
    else if (!this.#isKept) this.#leave();
  }

  /** Keeps our listeners from now on: the page is about to add its own at the window, which must come later. */
  keep(): void {
    this.#isKept = true;
    this.listen();
  }

  /** Adds the listeners, also again after they were taken off the window; none without a watcher, to cost nothing. */
  listen(): void {
    if (this.#watcher === null && !this.#isKept) return;
    for (const type of this.#types) addEventListener(type, this.#listener, { capture: true });
  }

  #leave(): void {
    for (const type of this.#types) removeEventListener(type, this.#listener, { capture: true });
  }
}
