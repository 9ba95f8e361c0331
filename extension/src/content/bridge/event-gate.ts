// Hears of events before the page does, and asks whoever is watching what to do with them.

/** The events of a whole gesture but its moves; `hookFirstListeners` in the page script knows them too. */
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

/** The events by which a text reaches a page; `hookFirstListeners` knows them too. */
export const textEvents = ["keydown", "keyup", "beforeinput", "textInput", "input"] as const;

export class EventGate {
  readonly #types: readonly string[];
  #watcher: ((event: Event) => void) | null = null;
  #isKept = false;
  readonly #listener = (event: Event): void => this.#watcher?.(event);

  constructor(types: readonly string[]) {
    this.#types = types;
  }

  /** Null: everything passes, as nearly always. */
  set watcher(watcher: ((event: Event) => void) | null) {
    this.#watcher = watcher;
    if (watcher !== null) this.listen();
    else if (!this.#isKept) this.#leave();
  }

  /** The page is about to listen at the window itself: from now on ours stay before its own. */
  keep(): void {
    this.#isKept = true;
    this.listen();
  }

  /** Anew where the listeners were taken off the window; a page's own clicks, by the thousand, are not heard. */
  listen(): void {
    if (this.#watcher === null && !this.#isKept) return;
    for (const type of this.#types) addEventListener(type, this.#listener, { capture: true });
  }

  #leave(): void {
    for (const type of this.#types) removeEventListener(type, this.#listener, { capture: true });
  }
}
