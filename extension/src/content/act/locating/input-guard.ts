// Lets trusted pointer input reach the element it is meant for, and nothing else: between the moment an
// element was found and that of the input, a page can put anything in its place.
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import { describeElement } from "./describe-element.ts";
import { Expectation } from "./expectation.ts";
import type { LocateSources } from "./locate.ts";
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
   * From now on, for one gesture, until it is asked about or `forMs` have passed. Null: no input is
   * meant for this frame.
   * @throws WebservError `unknown-id`, `stale-id` or `no-such-option`
   */
  arm({ forMs, ...wanted }: Params<"frame.guard">): void {
    this.#watch?.end();
    const expectation = new Expectation(this.#sources, wanted);
    this.#watch = new GestureWatch(this.#sources, expectation, forMs);
  }

  /** What became of the gesture; the guard is off afterwards. */
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
  readonly #mutations = new MutationObserver(() => this.#onMutation());
  readonly #menu = (event: Event): void => {
    if (event.isTrusted) event.preventDefault();
  };
  /** A press moves the focus: what a page does on that is its answer to the press as well. */
  readonly #onFocus = (event: Event): void => {
    if (event.isTrusted && this.#pressed === "there") this.#pressing.push(event);
  };
  /** Where it was pressed first. */
  #pressed: "nowhere" | "there" | "elsewhere" = "nowhere";
  #instead: Element | undefined;
  /** The events of pressing and of the focus that it moves; their phase tells whether they are still being dispatched. */
  readonly #pressing: Event[] = [];
  /** The page did something on the press itself, so that what follows may well go elsewhere. */
  #reacted = false;
  /** The button was let go of where it was pressed. */
  #released = false;
  #clicked = false;
  /** Nothing more of this gesture gets through. */
  #blocked = false;

  constructor(sources: GuardSources, expectation: Expectation, forMs: number) {
    this.#sources = sources;
    this.#expectation = expectation;
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
    // A select's menu takes the release.
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
      this.#pressed = isThere ? "there" : "elsewhere";
      this.#instead = hit;
      this.#blocked = this.#pressed === "elsewhere";
      if (!this.#blocked) this.#watchForReaction();
    } else if (isPress) {
      // Of several clicks in a row each is to go there.
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
      // Last of all, so that the page may take it or not as ever: the browser's own menu would stay.
      if (event.type === "contextmenu") addEventListener("contextmenu", this.#menu);
    } else {
      this.#blocked = true;
      cancel(event);
    }
  }

  /**
   * Of a click in a closed shadow root only the host is told; where it was pressed and let go of tells
   * more than the point, at which the page may by now show something else.
   */
  #isReleasedInside(event: MouseEvent): boolean {
    const [target] = event.composedPath();
    const { element } = this.#expectation;
    if (!this.#released || element === null || !(target instanceof Element)) return false;
    return isHostOf(target, element) && this.#expectation.isMet(element);
  }

  /** The innermost element; the event itself tells of nothing in closed shadow roots. */
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

  /** Observers are told after each listener, when the event is still on its way; of a timer's work, never then. */
  #onMutation(): void {
    this.#reacted ||= this.#pressing.some((event) => event.eventPhase !== Event.NONE);
    if (this.#reacted) this.#mutations.disconnect();
  }

  #hasReacted(): boolean {
    return this.#reacted || this.#pressing.some((event) => event.defaultPrevented);
  }
}

/** Whether `inner` is in the shadow tree of `host`, or in one within that. */
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
