// Follows the cause through transitions and animations, of style sheets and of scripts.
import type { Causes } from "../cause/causes.ts";
import { hear, type Listening } from "../listeners/listening.ts";
import type { Hooks } from "../platform/hooks.ts";
import { bareRecord, isInstance, natives, PrivateMap } from "../platform/natives.ts";

/** The browser begins a transition some frames after the style was changed. */
const BEGIN_MS = 200;
/** Animations of these properties show or hide nothing. */
const LOOKS =
  /color$|^(box-shadow|text-shadow|outline.*|fill|stroke|background-image|filter|text-decoration.*)$/;
const MAX_ANIMATIONS = 200;

export function hookAnimations(hooks: Hooks, listening: Listening, causes: Causes): void {
  const works = new PrivateMap<number>();
  const endHeard = new PrivateMap<true>();
  for (const type of ["transitionend", "webkitTransitionEnd"]) {
    listening.on(type, [HTMLElement.prototype], (target) => endHeard.set(target, true));
  }
  const follow = (animation: object, cause: number): void => {
    const delayMs = remainingMs(animation);
    if (delayMs === undefined) return;
    const work = causes.beginCaused({ kind: "animation", delayMs }, cause);
    if (work === 0) return;
    works.set(animation, work);
    hear(animation, ["finish", "cancel", "remove"], () => causes.run(work));
    // The browser itself counts both promises as handled.
    const ready: unknown = natives.apply(natives.animationReady, animation, []);
    const onReady = (): void => causes.note("started", work);
    natives.apply(natives.promiseThen, ready, [onReady, () => {}]);
    const end = (): void => causes.note("end", work);
    const finished: unknown = natives.apply(natives.animationFinished, animation, []);
    natives.apply(natives.promiseThen, finished, [end, end]);
  };

  /**
   * Holds the work of each animation by its element and what is animated: an ended animation is gone from the
   * element.
   */
  const atElements = new PrivateMap<Record<string, number>>();
  listening.hearAll("document", ["transitionrun", "animationstart"], (event) => {
    const cause = causes.recent(BEGIN_MS);
    const target = cause === 0 ? undefined : natives.apply(natives.eventTarget, event, []);
    if (!isInstance(natives.Element, target)) return;
    const name = nameOf(event);
    const isHeard = (each: object): boolean => endHeard.get(each) === true;
    if (test(LOOKS, name) && !(isHeard(target) || isHeard(document) || isHeard(window))) return;
    const animation = animationOf(target, name);
    if (animation === undefined || works.get(animation) !== undefined) return;
    follow(animation, cause);
    const known = atElements.get(target) ?? bareRecord<number>();
    known[name] = works.get(animation) ?? 0;
    atElements.set(target, known);
  });
  const ends = ["transitionend", "transitioncancel", "animationend", "animationcancel"];
  listening.hearAll("document", ends, (event) => {
    if (!causes.isActive) return;
    const target: unknown = natives.apply(natives.eventTarget, event, []);
    const work = atElements.get(target)?.[nameOf(event)] ?? 0;
    causes.run(causes.isCurrent(work) ? work : 0);
  });

  hooks.around(Element.prototype, "animate", "value", (native, self, args) => {
    const animation = natives.apply(native, self, args);
    const cause = causes.now();
    if (cause !== 0 && typeof animation === "object" && animation !== null) {
      follow(animation, cause);
    }
    return animation;
  });
  for (const name of ["finished", "ready"]) {
    hooks.around(Animation.prototype, name, "get", (native, self, args) => {
      const promise = natives.apply(native, self, args);
      const work = works.get(self);
      // The page is given the same promise each time: ours is the first to hear of it.
      const enter = (): void => causes.run(work ?? 0);
      if (work !== undefined) natives.apply(natives.promiseThen, promise, [enter, enter]);
      return promise;
    });
  }
  hookViewTransitions(hooks, causes);
}

function hookViewTransitions(hooks: Hooks, causes: Causes): void {
  const works = new PrivateMap<number>();
  hooks.around(Document.prototype, "startViewTransition", "value", (native, self, args) => {
    const callback = args.length > 0 ? args[0] : undefined;
    // How long it takes is not known: the browser first takes a picture of the old view, and waits for the callback.
    const work = causes.beginCaused({ kind: "promise", callSite: callback });
    if (work === 0) return natives.apply(native, self, args);
    const wrapped =
      typeof callback === "function"
        ? [causes.wrap(work, callback as (...args: never[]) => unknown)]
        : args;
    const transition = natives.apply(native, self, wrapped);
    if (typeof transition !== "object" || transition === null) return transition;
    works.set(transition, work);
    const finished: unknown = natives.apply(natives.viewFinished, transition, []);
    const end = (): void => causes.note("end", work);
    natives.apply(natives.promiseThen, finished, [end, end]);
    return transition;
  });
  for (const name of ["finished", "ready", "updateCallbackDone"]) {
    hooks.around(ViewTransition.prototype, name, "get", (native, self, args) => {
      const promise = natives.apply(native, self, args);
      const work = works.get(self);
      const enter = (): void => causes.run(work ?? 0);
      if (work !== undefined) natives.apply(natives.promiseThen, promise, [enter, enter]);
      return promise;
    });
  }
}

/** Returns the property, or the name of the keyframes, and the pseudo-element. */
function nameOf(event: Event): string {
  if (isInstance(natives.TransitionEvent, event)) {
    return String(natives.apply(natives.transitionProperty, event, []));
  }
  return isInstance(natives.AnimationEvent, event)
    ? String(natives.apply(natives.animationName, event, []))
    : "";
}

function animationOf(element: Element, name: string): object | undefined {
  const options = bareRecord({ subtree: true });
  const found: unknown = natives.apply(natives.getAnimations, element, [options]);
  if (typeof found !== "object" || found === null) return undefined;
  const length = Number(natives.ownDescriptor(found, "length")?.value);
  for (let index = 0; index < length && index < MAX_ANIMATIONS; index++) {
    const animation: unknown = natives.ownDescriptor(found, index)?.value;
    if (typeof animation !== "object" || animation === null) continue;
    if (
      isInstance(natives.CSSTransition, animation)
        ? natives.apply(natives.transitionOf, animation, []) === name
        : isInstance(natives.CSSAnimation, animation) &&
          natives.apply(natives.keyframesOf, animation, []) === name
    )
      return animation;
  }
  return undefined;
}

/** Returns the time until an animation ends, in ms; undefined if it has no end. */
function remainingMs(animation: object): number | undefined {
  const effect: unknown = natives.apply(natives.animationEffect, animation, []);
  if (typeof effect !== "object" || effect === null) return undefined;
  const timing: unknown = natives.apply(natives.computedTiming, effect, []);
  const endMs: unknown = natives.ownDescriptor(Object(timing), "endTime")?.value;
  const atMs: unknown = natives.apply(natives.animationTime, animation, []);
  if (typeof endMs !== "number" || endMs === Infinity) return undefined;
  return Math.max(1, endMs - (typeof atMs === "number" ? atMs : 0));
}

function test(pattern: RegExp, text: string): boolean {
  return natives.apply(natives.regExpExec, pattern, [text]) !== null;
}
