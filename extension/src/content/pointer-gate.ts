// Hears of a pointer's gestures before the page does, and asks whoever is watching what to do with them.

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

export class PointerGate {
  /** Null: everything passes, as nearly always. */
  watcher: ((event: Event) => void) | null = null;
  readonly #listener = (event: Event): void => this.watcher?.(event);

  /** Must run at document_start: no listener of the page may come before ours. */
  listen(): void {
    for (const type of gestureEvents) addEventListener(type, this.#listener, { capture: true });
  }
}
