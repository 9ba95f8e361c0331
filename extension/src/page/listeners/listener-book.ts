// Keeps a record of the listeners of elements: those added, removed again, used up or aborted.
import type { EventKind } from "@webserv/shared/protocol/handler-marks.ts";
import { handlerMark, otherMarks } from "@webserv/shared/protocol/handler-marks.ts";
import type { Behaviour, Hooks } from "../platform/hooks.ts";
import type { Native } from "../platform/natives.ts";
import { isInstance, isNative, natives, PrivateMap } from "../platform/natives.ts";
import type { ElementListeners, HandlerGetter } from "./element-listeners.ts";
import {
  addListener,
  countEvent,
  dropListener,
  findListener,
  isAborted,
  noListeners,
} from "./element-listeners.ts";
import { KNOWN_EVENTS, kindOfEvent } from "./event-kinds.ts";
import { isObject, ListenerOptions } from "./listener-options.ts";
import type { Listening } from "./listening.ts";

/** A target with more kinds of events than this listens on behalf of others (React's root has over 80). */
const DELEGATE_EVENTS = 40;

/** A page that writes a handler property so often does so each time it renders (React). */
const MANY_WRITES = 300;

type ElementType = (abstract new (...args: never[]) => Element) & { readonly prototype: Element };

/** This property is no longer watched for writing: every element is asked for its value. */
interface UnwatchedProperty {
  readonly name: string;
  readonly kind: EventKind;
  readonly get: Native;
  readonly isOf: (element: object) => boolean;
  readonly next: UnwatchedProperty | undefined;
}

export class ListenerBook {
  #unwatched: UnwatchedProperty | undefined;
  readonly #elements = new PrivateMap<ElementListeners>();
  /** Something in the document has listened for an event that a framework could delegate. */
  #used = false;

  constructor(hooks: Hooks, listening: Listening) {
    listening.carriedOutBy(this.#add);
    hooks.around(EventTarget.prototype, "removeEventListener", "value", this.#remove);
    this.#hookProperties(hooks, natives.HTMLElement);
    this.#hookProperties(hooks, natives.SVGElement);
  }

  get used(): boolean {
    return this.#used;
  }

  marksOf(element: object): number {
    const own = this.#elements.get(element);
    if (own === undefined) return this.#unwatchedMarks(element);
    let marks = own.eventCount >= DELEGATE_EVENTS ? otherMarks.delegate : 0;
    for (let at = own.first; at !== undefined; at = at.next) {
      if (!isAborted(at.signal)) marks |= handlerMark("listener", at.kind);
    }
    if (own.properties === undefined) return marks | this.#unwatchedMarks(element);
    for (let at: HandlerGetter | undefined = own.properties; at !== undefined; at = at.next) {
      const handler: unknown = natives.apply(at.get, element, []);
      if (typeof handler === "function") marks |= handlerMark("property", at.kind);
    }
    return marks | otherMarks.handlersKnown;
  }

  #unwatchedMarks(element: object): number {
    let marks = 0;
    for (let at = this.#unwatched; at !== undefined; at = at.next) {
      // To ask about an attribute would have the browser compile it, and tell the page of its errors.
      if (!at.isOf(element) || natives.apply(natives.hasAttribute, element, [at.name]) === true)
        continue;
      const handler: unknown = natives.apply(at.get, element, []);
      if (typeof handler === "function") marks |= handlerMark("property", at.kind);
    }
    return marks;
  }

  /** Tells whether every listener of this kind is `callback`, as it is if a library hands events on. */
  hasNoneBut(element: object, kind: EventKind, callback: unknown): boolean {
    for (let at = this.#elements.get(element)?.first; at !== undefined; at = at.next) {
      if (at.kind === kind && at.callback !== callback && !isAborted(at.signal)) return false;
    }
    return true;
  }

  readonly #add: Behaviour = (native, self, args) => {
    const type = argument(args, 0);
    const callback = argument(args, 1);
    if (typeof type !== "string" || !isObject(callback)) return natives.apply(native, self, args);
    const kind = kindOfEvent(type);
    if (!isInstance(natives.Element, self)) {
      this.#used ||= kind !== undefined && kind !== "wheel";
      return natives.apply(native, self, args);
    }
    const own = this.#listenersOf(self);
    countEvent(own, type);
    if (kind === undefined) return natives.apply(native, self, args);
    this.#used = true;
    const options = argument(args, 2);
    if (!isObject(options)) {
      const result = natives.apply(native, self, args);
      addListener(own, {
        type,
        kind,
        capture: Boolean(options),
        callback,
        signal: undefined,
        watch: undefined,
        next: undefined,
      });
      return result;
    }
    let watch: (() => void) | undefined;
    const read = new ListenerOptions(options, (capture) => {
      if (findListener(own, type, callback, capture) !== undefined) return;
      watch = () => dropListener(own, type, callback, capture);
      listenOnce(self, type, watch, capture);
    });
    const result = natives.apply(native, self, [type, callback, read.forBrowser]);
    const { capture, signal } = read;
    if (!isAborted(signal)) {
      addListener(own, { type, kind, capture, callback, signal, watch, next: undefined });
    }
    return result;
  };

  readonly #remove: Behaviour = (native, self, args) => {
    const type = argument(args, 0);
    const callback = argument(args, 1);
    const own = this.#elements.get(self);
    if (own?.first === undefined || typeof type !== "string" || !isObject(callback)) {
      return natives.apply(native, self, args);
    }
    const read = new ListenerOptions(argument(args, 2), () => {});
    const result = natives.apply(native, self, [type, callback, read.forBrowser]);
    const dropped = dropListener(own, type, callback, read.capture);
    if (dropped?.watch !== undefined) {
      natives.apply(natives.removeEventListener, self, [type, dropped.watch, dropped.capture]);
    }
    return result;
  };

  #hookProperties(hooks: Hooks, type: ElementType): void {
    const { prototype } = type;
    let getters: HandlerGetter | undefined;
    for (const event of KNOWN_EVENTS) {
      const name = `on${event}`;
      const kind = kindOfEvent(event);
      const get: unknown = Reflect.getOwnPropertyDescriptor(prototype, name)?.get;
      if (kind === undefined || !isNative(get)) continue;
      getters = { kind, get, next: getters };
      let writes = 0;
      const restore = hooks.around(prototype, name, "set", (native, self, args) => {
        const result = natives.apply(native, self, args);
        if (++writes === MANY_WRITES) {
          restore();
          this.#unwatched = {
            name,
            kind,
            get,
            isOf: (each) => isInstance(type, each),
            next: this.#unwatched,
          };
        }
        // Frameworks set the properties anew each time they render.
        if (this.#elements.get(self)?.properties === getters) return result;
        if (isInstance(natives.Element, self)) {
          this.#listenersOf(self).properties = getters;
          this.#used = true;
        }
        return result;
      });
    }
  }

  #listenersOf(element: Element): ElementListeners {
    const known = this.#elements.get(element);
    if (known !== undefined) return known;
    const made = noListeners();
    this.#elements.set(element, made);
    return made;
  }
}

/** Reads no element by destructuring or beyond the end: both would ask the page's Array.prototype. */
function argument(args: readonly unknown[], index: number): unknown {
  return index < args.length ? args[index] : undefined;
}

/** Adds a listener that is called right before the page's own one, if and only if that one is called next. */
function listenOnce(element: Element, type: string, listener: () => void, capture: boolean): void {
  const options = { capture, once: true, passive: true };
  natives.setPrototypeOf(options, null);
  natives.apply(natives.addEventListener, element, [type, listener, options]);
}
