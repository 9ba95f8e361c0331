// Lets trusted pointer input reach the element that it is meant for, and nothing else: between the moment when an
// element is found and the input, a page can put anything in its place.
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import { describeElement } from "./describe-element.ts";
import { Expectation } from "./expectation.ts";
import type { LocateSources } from "./locate.ts";
import { RestCheck } from "./rest-check.ts";
import type { EventGate } from "../../bridge/event-gate.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { elementAt, isComposedDescendant } from "../../dom/hit-test.ts";

type Landing = Result<"frame.guarded">;

export interface GuardSources extends LocateSources {
  readonly gate: EventGate;
}

export class InputGuard {
  readonly #sources: GuardSources;
  #watch: GestureWatch | undefined;

  constructor(sources: GuardSources) {
    this.#sources = sources;
  }

  /**
   * Guards the next gesture, until `landing` is called or `forMs` have passed. An id of null says that no input is
   * meant for this frame.
   * @param checksRest is true if the press must also find the element at rest
   * @throws WebservError `unknown-id`, `stale-id` or `no-such-option`
   */
  arm({ forMs, ...wanted }: Params<"frame.guard">, checksRest = false): void {
    this.end();
    const expectation = new Expectation(this.#sources, wanted);
    this.#watch = new GestureWatch(this.#sources, expectation, forMs, checksRest);
  }

  /** Ends the guard, if there is one: nobody asks any more what the gesture reached. */
  end(): void {
    this.#watch?.end();
    this.#watch = undefined;
  }

  /**
   * Tells what the gesture reached. The guard is off afterwards, unless `pressed` is set and the press did not reach
   * the element.
   */
  landing({ pressed }: Params<"frame.guarded">): Landing {
    const watch = this.#watch;
    if (pressed === true && watch !== undefined) {
      const press = watch.press();
      if (press.landed !== "there") return press;
      this.#watch = undefined;
      watch.end();
      return press;
    }
    this.#watch = undefined;
    if (watch === undefined) return { landed: "unwatched" };
    watch.end();
    return watch.landing();
  }
}

class GestureWatch {
  readonly #sources: GuardSources;
  readonly #expectation: Expectation;
  readonly #timer: ReturnType<typeof setTimeout>;
  /** Is undefined if the element was at rest when it was located. */
  readonly #rest: RestCheck | undefined;
  readonly #mutations = new MutationObserver(() => this.#onMutation());
  readonly #menu = (event: Event): void => {
    if (event.isTrusted) event.preventDefault();
  };
  /** A press moves the focus, so what a page does in focus events is a reaction to the press as well. */
  readonly #onFocus = (event: Event): void => {
    if (event.isTrusted && this.#pressed === "there") this.#pressing.push(event);
  };
  /** Tells what the first press reached. */
  #pressed: "nowhere" | "there" | "elsewhere" | "moved" = "nowhere";
  #instead: Element | undefined;
  /** The events of the press and of the focus that it moves. Their phase tells whether they are still dispatched. */
  readonly #pressing: Event[] = [];
  /** The page reacted to the press itself, so that what follows may rightly go elsewhere. */
  #reacted = false;
  /** The button was released on the element that is meant. */
  #released = false;
  #clicked = false;
  /** Nothing more of this gesture gets through. */
  #blocked = false;

  constructor(sources: GuardSources, expectation: Expectation, forMs: number, checksRest: boolean) {
    this.#sources = sources;
    this.#expectation = expectation;
    const { element } = expectation;
    if (checksRest && element !== null) this.#rest = new RestCheck(element);
    sources.gate.watcher = (event) => this.#judge(event);
    for (const type of FOCUS_EVENTS) addEventListener(type, this.#onFocus, { capture: true });
    this.#timer = setTimeout(() => this.end(), forMs);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#mutations.disconnect();
    removeEventListener("contextmenu", this.#menu);
    for (const type of FOCUS_EVENTS) removeEventListener(type, this.#onFocus, { capture: true });
    this.#sources.gate.watcher = null;
  }

  landing(): Landing {
    const isLost = this.#pressed === "there" && !this.#clicked && !this.#hasReacted();
    // The menu of a select takes the release, so that no click follows.
    const isMenu = this.#expectation.element instanceof HTMLSelectElement;
    return isLost && !isMenu ? { landed: "slipped" } : this.press();
  }

  press(): Landing {
    if (this.#pressed === "there") return { landed: "there" };
    if (this.#instead === undefined) return { landed: this.#pressed };
    const { id, words } = describeElement(this.#sources.finder, this.#instead);
    return { landed: this.#pressed, by: { ...(id === undefined ? {} : { id }), words } };
  }

  #judge(event: Event): void {
    if (!event.isTrusted || !(event instanceof MouseEvent)) return;
    const isPress = event.type === "pointerdown" || event.type === "mousedown";
    if (this.#pressed === "nowhere") {
      if (!isPress) return;
      const hit = this.#hit(event);
      const isThere = this.#expectation.isMet(hit) && this.#expectation.isStillMeant();
      if (!isThere) this.#instead = hit;
      const isAtRest = this.#rest === undefined || this.#rest.isMet;
      this.#pressed = !isThere ? "elsewhere" : isAtRest ? "there" : "moved";
      this.#blocked = this.#pressed !== "there";
      if (!this.#blocked) this.#watchForReaction();
    } else if (isPress) {
      // Each of several clicks in a row has to reach the element.
      this.#blocked ||= !this.#expectation.isMet(this.#hit(event));
    }
    if (event.type === "gotpointercapture") this.#reacted = true;
    if (this.#blocked) {
      cancel(event);
      return;
    }
    if (isPress) this.#pressing.push(event);
    if (event.type === "pointerup" || event.type === "mouseup") {
      this.#released = this.#expectation.isMet(this.#hit(event));
    }
    if (isClick(event.type)) this.#judgeClick(event);
  }

  #judgeClick(event: MouseEvent): void {
    const isThere = this.#expectation.isMet(this.#hit(event)) || this.#isReleasedInside(event);
    if (isThere || this.#clicked || this.#hasReacted()) {
      this.#clicked = true;
      // The browser's own menu would stay open. The listener is added last, so that the page's own ones run before it.
      if (event.type === "contextmenu") addEventListener("contextmenu", this.#menu);
    } else {
      this.#blocked = true;
      cancel(event);
    }
  }

  /**
   * Tells whether the button was pressed and released on the element. A click in a closed shadow root has only the
   * host as its target, and at the click's point the page may show something else by now.
   */
  #isReleasedInside(event: MouseEvent): boolean {
    const [target] = event.composedPath();
    const { element } = this.#expectation;
    if (!this.#released || element === null || !(target instanceof Element)) return false;
    return isHostOf(target, element) && this.#expectation.isMet(element);
  }

  /** Returns the innermost element at the event's point. The event's own path stops at closed shadow roots. */
  #hit(event: MouseEvent): Element | undefined {
    const [target] = event.composedPath();
    const point = { x: event.clientX, y: event.clientY };
    const inner = elementAt(point, this.#sources.shadowRootOf);
    if (!(target instanceof Element)) return inner ?? undefined;
    return inner !== null && isComposedDescendant(inner, target) ? inner : target;
  }

  #watchForReaction(): void {
    const everything = { subtree: true, childList: true, attributes: true, characterData: true };
    this.#mutations.observe(document, everything);
    const { element } = this.#expectation;
    if (element === null) return;
    const root = unshadowed(element).getRootNode();
    if (root instanceof ShadowRoot) this.#mutations.observe(root, everything);
  }

  /**
   * Notes that the page reacted to the press. Mutation observers run after each listener, while the event is still
   * being dispatched; for the work of a timer they run when no event is.
   */
  #onMutation(): void {
    this.#reacted ||= this.#pressing.some((event) => event.eventPhase !== Event.NONE);
    if (this.#reacted) this.#mutations.disconnect();
  }

  #hasReacted(): boolean {
    return this.#reacted || this.#pressing.some((event) => event.defaultPrevented);
  }
}

/** Tells whether `inner` is in the shadow tree of `host`, or in one within that. */
function isHostOf(host: Element, inner: Element): boolean {
  let root = unshadowed(inner).getRootNode();
  while (root instanceof ShadowRoot) {
    if (root.host === host) return true;
    root = unshadowed(root.host).getRootNode();
  }
  return false;
}

const FOCUS_EVENTS = ["blur", "focusout", "focus", "focusin"];

function isClick(type: string): boolean {
  return type === "click" || type === "auxclick" || type === "contextmenu";
}

function cancel(event: Event): void {
  event.stopImmediatePropagation();
  event.preventDefault();
}
