// Tells whether a page reacts to a press: a widget may act before there is a click, and be gone by then.
import { unshadowed } from "../../dom/unshadowed.ts";

/** Tells whether anything that the page has begun since a time (of `performance.now()`) has changed what is seen. */
export interface BegunWorks {
  hasShownByWorkSince(ms: number): boolean;
}

export class PressReaction {
  readonly #works: BegunWorks;
  readonly #mutations = new MutationObserver(() => this.#onChange());
  /** A press moves the focus, so what a page does in focus events is a reaction to the press as well. */
  readonly #onFocus = (event: Event): void => {
    if (event.isTrusted && this.#pressedMs !== undefined) this.#events.push(event);
  };
  readonly #onToggle = (): void => this.#onChange();
  /** The events of the press and of the focus that it moves. Their phase tells whether they are still dispatched. */
  readonly #events: Event[] = [];
  #pressedMs: number | undefined;
  #isSeen = false;

  constructor(works: BegunWorks) {
    this.#works = works;
    for (const type of FOCUS_EVENTS) addEventListener(type, this.#onFocus, { capture: true });
    // That a popover is hidden is no mutation.
    addEventListener("beforetoggle", this.#onToggle, { capture: true });
  }

  /** Begins to look for what the page does, as the button goes down on the element. */
  begin(element: Element | null): void {
    this.#pressedMs = performance.now();
    const everything = { subtree: true, childList: true, attributes: true, characterData: true };
    this.#mutations.observe(document, everything);
    // The page may change any of the shadow trees that the element stands in.
    let root: Node | undefined = element === null ? undefined : unshadowed(element).getRootNode();
    while (root instanceof ShadowRoot) {
      this.#mutations.observe(root, everything);
      root = unshadowed(root.host).getRootNode();
    }
  }

  /** Adds an event of the press that the page is about to hear. */
  hear(event: Event): void {
    this.#events.push(event);
  }

  end(): void {
    this.#mutations.disconnect();
    for (const type of FOCUS_EVENTS) removeEventListener(type, this.#onFocus, { capture: true });
    removeEventListener("beforetoggle", this.#onToggle, { capture: true });
  }

  /** Tells whether the page has changed something while it heard these events, or has prevented one's default. */
  get isSeen(): boolean {
    return this.#isSeen || this.#events.some((event) => event.defaultPrevented);
  }

  /** Tells whether something that the page has begun since the press has changed what is seen. */
  get isSeenLater(): boolean {
    return this.#pressedMs !== undefined && this.#works.hasShownByWorkSince(this.#pressedMs);
  }

  /**
   * Notes that the page reacted. Mutation observers run after each listener, while the event is still being
   * dispatched; for the work of a timer they run when no event is.
   */
  #onChange(): void {
    this.#isSeen ||= this.#events.some((event) => event.eventPhase !== Event.NONE);
    if (this.#isSeen) this.#mutations.disconnect();
  }
}

const FOCUS_EVENTS = ["blur", "focusout", "focus", "focusin"];
