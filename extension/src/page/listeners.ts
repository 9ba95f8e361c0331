// Keeps book of what elements listen for: added, taken away again, used up or aborted.
import type { EventKind } from "@webserv/shared/protocol/page-bridge.ts";
import { handlerMark, otherMarks } from "@webserv/shared/protocol/page-bridge.ts";
import { kindOfEvent, PROPERTY_EVENTS } from "./event-kinds.ts";
import type { Listening } from "./cause/heard.ts";
import type { Behaviour, Hooks } from "./hooks.ts";
import type { Native } from "./natives.ts";
import { bareRecord, isInstance, isNative, natives, PrivateMap } from "./natives.ts";

/** A target with more kinds of events than this listens on behalf of others (React's root has over 80). */
const DELEGATE_EVENTS = 40;

/** A page that writes a handler property so often does so each time it renders (React). */
const MANY_WRITES = 300;

/** What is known of one element. No arrays: a page can watch what is written to those. */
interface Book {
  /** The first of its listeners. */
  listeners: Listener | undefined;
  /** Every event it has ever listened for. */
  firstEvent: string;
  otherEvents: Record<string, true> | undefined;
  eventCount: number;
  /** Set once one of its handler properties has been written. */
  properties: Getter | undefined;
}

/** Identified as the browser does: by type, callback and capture (DOM standard, "event listener"). */
interface Listener {
  readonly type: string;
  readonly kind: EventKind;
  readonly capture: boolean;
  readonly callback: object;
  readonly signal: unknown;
  /** Where it is for once: our own listener, called right before it. */
  readonly watch: (() => void) | undefined;
  next: Listener | undefined;
}

/** The getters of an interface's handler properties. */
interface Getter {
  readonly kind: EventKind;
  readonly get: Native;
  readonly next: Getter | undefined;
}

type ElementType = (abstract new (...args: never[]) => Element) & { readonly prototype: Element };

/** A property whose writing is no longer watched: every element is asked. */
interface Asked {
  readonly name: string;
  readonly kind: EventKind;
  readonly get: Native;
  readonly isOf: (element: object) => boolean;
  readonly next: Asked | undefined;
}

export class ListenerBook {
  #asked: Asked | undefined;
  readonly #books = new PrivateMap<Book>();
  /** False while nothing of the document has listened for anything that a framework could delegate. */
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
    const book = this.#books.get(element);
    if (book === undefined) return this.#askedMarks(element);
    let marks = book.eventCount >= DELEGATE_EVENTS ? otherMarks.delegate : 0;
    for (let at = book.listeners; at !== undefined; at = at.next) {
      if (!isAborted(at.signal)) marks |= handlerMark("listener", at.kind);
    }
    if (book.properties === undefined) return marks | this.#askedMarks(element);
    for (let at: Getter | undefined = book.properties; at !== undefined; at = at.next) {
      const handler: unknown = natives.apply(at.get, element, []);
      if (typeof handler === "function") marks |= handlerMark("property", at.kind);
    }
    return marks | otherMarks.handlersKnown;
  }

  #askedMarks(element: object): number {
    let marks = 0;
    for (let at = this.#asked; at !== undefined; at = at.next) {
      // To ask where an attribute stands would have the browser compile it, and tell the page of its errors.
      if (!at.isOf(element) || natives.apply(natives.hasAttribute, element, [at.name]) === true)
        continue;
      const handler: unknown = natives.apply(at.get, element, []);
      if (typeof handler === "function") marks |= handlerMark("property", at.kind);
    }
    return marks;
  }

  /** Whether every listener of this kind is `callback`: a library's that hands events on. */
  hasNoneBut(element: object, kind: EventKind, callback: unknown): boolean {
    for (let at = this.#books.get(element)?.listeners; at !== undefined; at = at.next) {
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
      this.#used ||= kind !== undefined;
      return natives.apply(native, self, args);
    }
    const book = this.#bookOf(self);
    countEvent(book, type);
    if (kind === undefined) return natives.apply(native, self, args);
    this.#used = true;
    const options = argument(args, 2);
    if (!isObject(options)) {
      const result = natives.apply(native, self, args);
      note(book, {
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
    const told = new ToldOptions(options, (capture) => {
      if (find(book, type, callback, capture) !== undefined) return;
      watch = () => drop(book, type, callback, capture);
      listenOnce(self, type, watch, capture);
    });
    const result = natives.apply(native, self, [type, callback, told.forBrowser]);
    const { capture, signal } = told;
    if (!isAborted(signal)) {
      note(book, { type, kind, capture, callback, signal, watch, next: undefined });
    }
    return result;
  };

  readonly #remove: Behaviour = (native, self, args) => {
    const type = argument(args, 0);
    const callback = argument(args, 1);
    const book = this.#books.get(self);
    if (book?.listeners === undefined || typeof type !== "string" || !isObject(callback)) {
      return natives.apply(native, self, args);
    }
    const told = new ToldOptions(argument(args, 2), () => {});
    const result = natives.apply(native, self, [type, callback, told.forBrowser]);
    const dropped = drop(book, type, callback, told.capture);
    if (dropped?.watch !== undefined) {
      natives.apply(natives.removeEventListener, self, [type, dropped.watch, dropped.capture]);
    }
    return result;
  };

  #hookProperties(hooks: Hooks, type: ElementType): void {
    const { prototype } = type;
    let getters: Getter | undefined;
    for (const event of PROPERTY_EVENTS) {
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
          this.#asked = {
            name,
            kind,
            get,
            isOf: (each) => isInstance(type, each),
            next: this.#asked,
          };
        }
        // Frameworks set them anew each time they render.
        if (this.#books.get(self)?.properties === getters) return result;
        if (isInstance(natives.Element, self)) {
          this.#bookOf(self).properties = getters;
          this.#used = true;
        }
        return result;
      });
    }
  }

  #bookOf(element: Element): Book {
    const known = this.#books.get(element);
    if (known !== undefined) return known;
    const book: Book = {
      listeners: undefined,
      firstEvent: "",
      otherEvents: undefined,
      eventCount: 0,
      properties: undefined,
    };
    this.#books.set(element, book);
    return book;
  }
}

/**
 * The options of a listener, as the browser itself reads them: looking at the page's object a second
 * time would be seen by its getters. What they are is known once the browser has been called.
 */
class ToldOptions {
  readonly forBrowser: unknown;
  capture = false;
  signal: unknown;

  /** @param onOnce called in between: before the browser adds the listener */
  constructor(options: unknown, onOnce: (capture: boolean) => void) {
    this.forBrowser = options;
    if (!isObject(options)) {
      this.capture = Boolean(options);
      return;
    }
    const handler: ProxyHandler<object> = {
      get: (_, name): unknown => {
        const value: unknown = natives.get(options, name);
        // The browser reads members in the order of their names, `capture` first (Web IDL).
        if (name === "capture") this.capture = Boolean(value);
        else if (name === "signal") this.signal = value;
        else if (name === "once" && Boolean(value)) onOnce(this.capture);
        return value;
      },
    };
    natives.setPrototypeOf(handler, null);
    // Of an empty object: a proxy compares what it answers with what its target really has.
    this.forBrowser = new natives.Proxy(bareRecord(), handler);
  }
}

/** Not by destructuring, nor beyond the end: both would ask the page's Array.prototype. */
function argument(args: readonly unknown[], index: number): unknown {
  return index < args.length ? args[index] : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === "function" || (typeof value === "object" && value !== null);
}

/** Adds what the browser has added: nothing where it is listened for already. */
function note(book: Book, added: Listener): void {
  if (find(book, added.type, added.callback, added.capture) !== undefined) return;
  added.next = book.listeners;
  book.listeners = added;
}

/** Most elements listen for one: a record is made for the second. */
function countEvent(book: Book, type: string): void {
  if (book.firstEvent === type && book.eventCount > 0) return;
  if (book.eventCount === 0) {
    book.firstEvent = type;
    book.eventCount = 1;
    return;
  }
  book.otherEvents ??= bareRecord();
  if (book.otherEvents[type] !== undefined) return;
  book.otherEvents[type] = true;
  book.eventCount++;
}

function isAborted(signal: unknown): boolean {
  return (
    isInstance(natives.AbortSignal, signal) &&
    natives.apply(natives.signalAborted, signal, []) === true
  );
}

/** Right before the page's own listener: called if, and only if, that one is called next. */
function listenOnce(element: Element, type: string, listener: () => void, capture: boolean): void {
  const options = { capture, once: true, passive: true };
  natives.setPrototypeOf(options, null);
  natives.apply(natives.addEventListener, element, [type, listener, options]);
}

function find(book: Book, type: string, callback: object, capture: boolean): Listener | undefined {
  for (let at = book.listeners; at !== undefined; at = at.next) {
    if (at.callback === callback && at.type === type && at.capture === capture) {
      // An aborted one is gone, whoever still lists it.
      return isAborted(at.signal) ? undefined : at;
    }
  }
  return undefined;
}

function drop(book: Book, type: string, callback: object, capture: boolean): Listener | undefined {
  let before: Listener | undefined;
  for (let at = book.listeners; at !== undefined; at = at.next) {
    if (at.callback === callback && at.type === type && at.capture === capture) {
      if (before === undefined) book.listeners = at.next;
      else before.next = at.next;
      return at;
    }
    before = at;
  }
  return undefined;
}
