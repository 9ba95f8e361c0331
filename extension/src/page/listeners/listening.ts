// Listens for the browser's events at an object, before the page's own listeners get them.
import type { Channel } from "../platform/channel.ts";
import type { Behaviour, Hooks } from "../platform/hooks.ts";
import { bareRecord, natives } from "../platform/natives.ts";

/**
 * Listens for trusted events. A capturing listener comes before all others at the object itself, whenever they were
 * added. An event that the page dispatches by itself belongs to the task that does so, and is not told.
 */
export function hear(
  target: object,
  types: readonly string[],
  listener: (event: Event) => void,
): void {
  listenTo(target, types, trusted(listener));
}

function trusted(listener: (event: Event) => void): (event: Event) => void {
  return (event) => {
    if (isTrusted(event)) listener(event);
  };
}

function listenTo(target: object, types: readonly string[], onEvent: (event: Event) => void): void {
  for (let index = 0; index < types.length; index++) {
    natives.apply(natives.addEventListener, target, [types[index], onEvent, true]);
  }
}

/** Tells whether the event is trusted: each event has this member of its own, which can't be changed. */
export function isTrusted(event: Event): boolean {
  return natives.get(event, "isTrusted");
}

function isParsing(): boolean {
  return natives.apply(natives.readyState, document, []) === "loading";
}

interface Teller {
  readonly tell: (target: object) => void;
  readonly next: Teller | undefined;
}

/**
 * Tells that the page is about to listen at an object, and what for. It listens at the window and the document
 * itself.
 */
export class Listening {
  readonly #hooks: Hooks;
  readonly #tellers = bareRecord<Teller | undefined>();
  #tellAny: (target: object, type: string) => void = () => {};
  #carryOut: Behaviour = (native, self, args) => natives.apply(native, self, args);
  #listenAgain: () => void = () => {};

  constructor(hooks: Hooks, channel: Channel) {
    this.#hooks = hooks;
    this.#hookOpenings(channel);
    hooks.around(EventTarget.prototype, "addEventListener", "value", (native, self, args) => {
      const type = args.length > 1 ? args[0] : undefined;
      if (typeof type === "string") this.#tell(type, self);
      return this.#carryOut(native, self, args);
    });
  }

  /** Does what `hear` does, at the window or at whichever document it shows. */
  hearAll(
    where: "window" | "document",
    types: readonly string[],
    listener: (event: Event) => void,
  ): void {
    const onEvent = trusted(listener);
    this.keep(() => listenTo(where === "window" ? window : document, types, onEvent));
  }

  /** Puts listeners at the window or the document, and puts them there again once they were taken off. */
  keep(listen: () => void): void {
    const others = this.#listenAgain;
    this.#listenAgain = () => {
      others();
      listen();
    };
    listen();
  }

  /**
   * Hooks `document.open()`, and what opens by writing: it takes every listener off the window and the document. An
   * observer of the document's children would tell of it too, but with one anywhere in a document the browser makes
   * notes of whatever is put into it. If another window's function was used, or a frame's first document has left the
   * window to its successor, the next action finds it out.
   */
  #hookOpenings(channel: Channel): void {
    const again = (): void => this.#listenAgain();
    channel.onWatch(again);
    channel.onAttend(again);
    for (const name of ["open", "write", "writeln"]) {
      this.#hooks.around(Document.prototype, name, "value", (native, self, args) => {
        // Text that is written while the document is parsed opens none.
        const isOpening = self === document && (name === "open" || !isParsing());
        const result = natives.apply(native, self, args);
        if (isOpening) {
          again();
          channel.opened();
        }
        return result;
      });
    }
  }

  /** @param prototypes are those of the interfaces that have a property for this event */
  on(type: string, prototypes: readonly object[], tell: (target: object) => void): void {
    this.#tellers[type] = { tell, next: this.#tellers[type] };
    for (let index = 0; index < prototypes.length; index++) {
      const prototype = prototypes[index];
      if (prototype === undefined) continue;
      this.#hooks.around(prototype, `on${type}`, "set", (native, self, args) => {
        this.#tell(type, self);
        return natives.apply(native, self, args);
      });
    }
  }

  /** Tells whatever the page listens for, by a listener or by one of the properties above. */
  onAny(tell: (target: object, type: string) => void): void {
    const others = this.#tellAny;
    this.#tellAny = (target, type) => {
      others(target, type);
      tell(target, type);
    };
  }

  /** Names the function that does what the page asked for, and keeps a record of it. */
  carriedOutBy(carryOut: Behaviour): void {
    this.#carryOut = carryOut;
  }

  #tell(type: string, self: unknown): void {
    // A function of the window that is called without it is called on it.
    const target = self ?? window;
    if (typeof target !== "object") return;
    this.#tellAny(target, type);
    for (let at = this.#tellers[type]; at !== undefined; at = at.next) at.tell(target);
  }
}
