// Lets trusted pointer input reach the element that it is meant for, and nothing else: between the moment when an
// element is found and the input, a page can put anything in its place.
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import { describeElement } from "./describe-element.ts";
import { Expectation } from "./expectation.ts";
import type { LocateSources } from "./locate.ts";
import type { BegunWorks } from "./press-reaction.ts";
import { PressReaction } from "./press-reaction.ts";
import { RestCheck } from "./rest-check.ts";
import type { EventGate } from "../../bridge/event-gate.ts";
import { elementAt, isComposedDescendant } from "../../dom/hit-test.ts";

type Landing = Result<"frame.guarded">;

export interface GuardSources extends LocateSources {
  readonly gate: EventGate;
  readonly work: BegunWorks;
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
    if (wanted.wheel === true || wanted.id === null) this.#watch.heedWheel();
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
  readonly #reaction: PressReaction;
  readonly #menu = (event: Event): void => {
    if (event.isTrusted) event.preventDefault();
  };
  readonly #onWheel = (event: WheelEvent): void => {
    if (!event.isTrusted || this.#pressed !== "nowhere") return;
    const hit = this.#hit(event);
    const isThere = this.#expectation.isMet(hit);
    this.#pressed = isThere ? "there" : "elsewhere";
    this.#isComplete = isThere;
    if (isThere) return;
    this.#instead = hit;
    cancel(event);
  };
  /** Tells what the first press reached. */
  #pressed: "nowhere" | "there" | "elsewhere" | "moved" = "nowhere";
  #instead: Element | undefined;
  /**
   * The page got the pointer's capture, or heard the release on the element. The browser's click comes in the same
   * task, so where that goes is the page's own doing.
   */
  #isComplete = false;
  #clicked = false;
  /** Nothing more of this gesture gets through. */
  #blocked = false;

  constructor(sources: GuardSources, expectation: Expectation, forMs: number, checksRest: boolean) {
    this.#sources = sources;
    this.#expectation = expectation;
    const { element } = expectation;
    if (checksRest && element !== null) this.#rest = new RestCheck(element);
    this.#reaction = new PressReaction(sources.work);
    sources.gate.watcher = (event) => this.#judge(event);
    this.#timer = setTimeout(() => this.end(), forMs);
  }

  /** Judges also a turn of the wheel, which is whole by itself. */
  heedWheel(): void {
    // At the window the browser takes a listener that does not say so for one that cancels nothing.
    addEventListener("wheel", this.#onWheel, { capture: true, passive: false });
  }

  end(): void {
    clearTimeout(this.#timer);
    removeEventListener("wheel", this.#onWheel, { capture: true });
    this.#reaction.end();
    removeEventListener("contextmenu", this.#menu);
    this.#sources.gate.watcher = null;
  }

  landing(): Landing {
    const isLost = this.#pressed === "there" && !this.#clicked && !this.#hasActed();
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
      if (!this.#blocked) this.#reaction.begin(this.#expectation.element);
    } else if (isPress) {
      // Each of several clicks in a row has to reach the element.
      this.#blocked ||= !this.#expectation.isMet(this.#hit(event));
    }
    if (event.type === "gotpointercapture") this.#isComplete = true;
    if (this.#blocked) {
      cancel(event);
      return;
    }
    const isRelease = event.type === "pointerup" || event.type === "mouseup";
    if (isRelease) this.#isComplete ||= this.#expectation.isMet(this.#hit(event));
    if (isPress) this.#reaction.hear(event);
    if (isClick(event.type)) this.#judgeClick(event);
  }

  #judgeClick(event: MouseEvent): void {
    const isOwn = this.#clicked || this.#isComplete || this.#reaction.isSeen;
    if (isOwn || this.#expectation.isMet(this.#hit(event))) {
      this.#clicked = true;
      // The browser's own menu would stay open. The listener is added last, so that the page's own ones run before it.
      if (event.type === "contextmenu") addEventListener("contextmenu", this.#menu);
    } else {
      this.#blocked = true;
      cancel(event);
    }
  }

  /** Tells whether the page acted on the press, so that no click need follow. */
  #hasActed(): boolean {
    if (this.#isComplete || this.#reaction.isSeen) return true;
    // A button that has only moved, or is covered, may have lost its click.
    return this.#expectation.isGone && this.#reaction.isSeenLater;
  }

  /** Returns the innermost element at the event's point. The event's own path stops at closed shadow roots. */
  #hit(event: MouseEvent): Element | undefined {
    const [target] = event.composedPath();
    const point = { x: event.clientX, y: event.clientY };
    const inner = elementAt(point, this.#sources.shadowRootOf);
    if (!(target instanceof Element)) return inner ?? undefined;
    return inner !== null && isComposedDescendant(inner, target) ? inner : target;
  }
}

function isClick(type: string): boolean {
  return type === "click" || type === "auxclick" || type === "contextmenu";
}

function cancel(event: Event): void {
  event.stopImmediatePropagation();
  event.preventDefault();
}
