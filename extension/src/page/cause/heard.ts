// Hears of what the browser tells an object before the page's own listeners do.
import type { HookedCall, Hooks } from "../hooks.ts";
import { bareRecord, natives } from "../natives.ts";

/**
 * A capturing listener comes before all others at the object itself, whenever they were added. An event
 * that the page dispatches by itself belongs to the task it does so in: not told.
 */
export function hear(
  target: object,
  types: readonly string[],
  listener: (event: Event) => void,
): void {
  const onEvent = (event: Event): void => {
    if (isTrusted(event)) listener(event);
  };
  listenTo(target, types, onEvent);
}

/** The same at the window or the document. */
export function hearAll(
  target: object,
  types: readonly string[],
  listener: (event: Event) => void,
): void {
  const onEvent = (event: Event): void => {
    if (isTrusted(event)) listener(event);
  };
  keepListening(() => listenTo(target, types, onEvent));
}

/** `document.open()` takes every listener off the window and the document, and gives it other children. */
export function keepListening(listen: () => void): void {
  listen();
  new MutationObserver(listen).observe(document, bareRecord({ childList: true }));
}

function listenTo(target: object, types: readonly string[], onEvent: (event: Event) => void): void {
  for (let index = 0; index < types.length; index++) {
    natives.apply(natives.addEventListener, target, [types[index], onEvent, true]);
  }
}

/** Each event has this member of its own, which can't be changed. */
export function isTrusted(event: Event): boolean {
  return natives.get(event, "isTrusted");
}

interface Teller {
  readonly tell: (target: object) => void;
  readonly next: Teller | undefined;
}

/** Tells that the page is about to listen at an object, and what for. */
export class Listening {
  readonly #hooks: Hooks;
  readonly #tellers = bareRecord<Teller | undefined>();
  #tellAny: (target: object, type: string) => void = () => {};
  #carryOut = (call: HookedCall): unknown => call.run();

  constructor(hooks: Hooks) {
    this.#hooks = hooks;
    hooks.around(EventTarget.prototype, "addEventListener", "value", (call) => {
      const type = call.args.length > 1 ? call.args[0] : undefined;
      if (typeof type === "string") this.#tell(type, call);
      return this.#carryOut(call);
    });
  }

  /** @param prototypes those of the interfaces that have a property for this */
  on(type: string, prototypes: readonly object[], tell: (target: object) => void): void {
    this.#tellers[type] = { tell, next: this.#tellers[type] };
    for (let index = 0; index < prototypes.length; index++) {
      const prototype = prototypes[index];
      if (prototype === undefined) continue;
      this.#hooks.around(prototype, `on${type}`, "set", (call) => {
        this.#tell(type, call);
        return call.run();
      });
    }
  }

  /** Whatever it listens for, by a listener or by one of the properties above. */
  onAny(tell: (target: object, type: string) => void): void {
    const others = this.#tellAny;
    this.#tellAny = (target, type) => {
      others(target, type);
      tell(target, type);
    };
  }

  /** Who does what the page asked for, and keeps book of it. */
  carriedOutBy(carryOut: (call: HookedCall) => unknown): void {
    this.#carryOut = carryOut;
  }

  #tell(type: string, { self }: HookedCall): void {
    // A function of the window that is called without it is called on it.
    const target = self ?? window;
    if (typeof target !== "object") return;
    this.#tellAny(target, type);
    for (let at = this.#tellers[type]; at !== undefined; at = at.next) at.tell(target);
  }
}
