// Finds the elements that jQuery's delegated handlers are for: jQuery listens on one element, and a selector kept
// beside that says which elements inside react.
import { handlerMark } from "@webserv/shared/protocol/handler-marks.ts";
import { isInstance, natives, PrivateMap } from "../platform/natives.ts";
import { kindOfEvent } from "./event-kinds.ts";
import type { ListenerBook } from "./listener-book.ts";

/** The most selectors that one scan evaluates: each costs a search of all that its element holds. */
const MAX_SELECTORS = 300;

/** Serves one scan, which meets elements in document order: containers before what they hold. */
export class JqueryHandlers {
  readonly #book: ListenerBook;
  readonly #delegated = new PrivateMap<number>();
  #selectors = 0;

  constructor(book: ListenerBook) {
    this.#book = book;
  }

  /** Returns the marks that `element` has for the sake of a container. */
  marksOf(element: object): number {
    return this.#selectors === 0 ? 0 : (this.#delegated.get(element) ?? 0);
  }

  /**
   * Notes which elements `container` listens for.
   * @returns the marks of its own listener that are due to those alone
   */
  look(container: object, name: PropertyKey): number {
    // The name is "jQuery" and digits of the copy's own, then a number: `{events: {click: [...]}, handle}`.
    const data: unknown = natives.get(container, name);
    const events = member(data, "events");
    if (typeof events !== "object" || events === null) return 0;
    const handle = member(data, "handle");
    let forOthers = 0;
    const types = natives.ownKeys(events);
    for (let index = 0; index < types.length; index++) {
      const type = types[index];
      const kind = typeof type === "string" ? kindOfEvent(type) : undefined;
      if (kind === undefined) continue;
      const handlers = member(events, String(type));
      const all = Number(member(handlers, "length"));
      const delegates = Number(member(handlers, "delegateCount"));
      for (let at = 0; at < delegates && at < all; at++) {
        const selector = member(member(handlers, `${at}`), "selector");
        this.#mark(container, selector, handlerMark("jquery", kind));
      }
      const isAll = delegates > 0 && delegates >= all;
      if (isAll && isInstance(natives.Element, container)) {
        if (this.#book.hasNoneBut(container, kind, handle))
          forOthers |= handlerMark("listener", kind);
      }
    }
    return forOthers;
  }

  #mark(container: object, selector: unknown, mark: number): void {
    if (typeof selector !== "string" || this.#selectors++ >= MAX_SELECTORS) return;
    const found = search(container, selector);
    if (found === undefined) return;
    const length = Number(natives.apply(natives.listLength, found, []));
    for (let index = 0; index < length; index++) {
      const element = found[index];
      if (element !== undefined) this.#delegated.set(element, this.marksOf(element) | mark);
    }
  }
}

/** Finds the elements for a selector; returns undefined if only jQuery understands it. */
function search(container: object, selector: string): NodeList | undefined {
  try {
    const found: unknown = isInstance(natives.Element, container)
      ? natives.apply(natives.findInElement, container, [selector])
      : natives.apply(natives.findInDocument, container, [selector]);
    return isInstance(natives.NodeList, found) ? found : undefined;
  } catch {
    return undefined;
  }
}

function member(owner: unknown, name: string): unknown {
  return typeof owner === "object" && owner !== null ? natives.get(owner, name) : undefined;
}
