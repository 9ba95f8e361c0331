// Tells the content script what the elements of a tree listen for, each by its place in the document.
import { encodeMarks, handlerMark } from "@webserv/shared/protocol/page-bridge.ts";
import type { Channel } from "./channel.ts";
import type { Keeper } from "./framework-handlers.ts";
import { frameworkMarks, keeperOf } from "./framework-handlers.ts";
import { JqueryHandlers } from "./jquery-handlers.ts";
import type { ListenerBook } from "./listeners.ts";
import { bareRecord, isInstance, natives } from "./natives.ts";

/**
 * The content script takes the same list right before it asks, so a number says which element is
 * meant. One event answers for all: an event for each element would take many times as long.
 */
export function answerScans(channel: Channel, book: ListenerBook): void {
  channel.onScan((root) => {
    // Whatever a framework keeps beside an element, it listens for events somewhere.
    if (!book.used) return "";
    const elements = elementsOf(root);
    if (elements === undefined) return "";
    const scan = new Scan(book);
    if (isInstance(natives.Document, root)) scan.ownMarks(root);
    const length = Number(natives.apply(natives.listLength, elements, []));
    let answer = "";
    for (let index = 0; index < length; index++) {
      const element = elements[index];
      const marks = element === undefined ? 0 : scan.marksOf(element);
      if (marks !== 0) answer += encodeMarks(index, marks);
    }
    return answer;
  });
}

function elementsOf(root: unknown): NodeList | undefined {
  let found: unknown;
  if (isInstance(natives.Document, root)) {
    found = natives.apply(natives.findInDocument, root, ["*"]);
  } else if (isInstance(natives.DocumentFragment, root)) {
    found = natives.apply(natives.findInFragment, root, ["*"]);
  }
  return isInstance(natives.NodeList, found) ? found : undefined;
}

class Scan {
  readonly #book: ListenerBook;
  readonly #jquery: JqueryHandlers;
  /** What the names met mean: a framework gives all its elements the same few. */
  readonly #keepers = bareRecord<Keeper>();

  constructor(book: ListenerBook) {
    this.#book = book;
    this.#jquery = new JqueryHandlers(book);
  }

  marksOf(element: object): number {
    const marks = this.#book.marksOf(element) | this.#jquery.marksOf(element);
    return this.ownMarks(element, marks);
  }

  /** `marks`, with those of the page's own properties of `owner` put in or taken out. */
  ownMarks(owner: object, marks = 0): number {
    try {
      return this.#withProperties(owner, marks);
    } catch {
      // A page can keep there what throws when it is looked at.
      return marks;
    }
  }

  #withProperties(owner: object, known: number): number {
    let marks = known;
    const names = natives.ownKeys(owner);
    for (let index = 0; index < names.length; index++) {
      const name = names[index];
      const keeper = name === undefined ? "nobody" : this.#keeperOf(name);
      if (name === undefined || keeper === "nobody") continue;
      if (keeper === "jquery") marks &= ~this.#jquery.look(owner, name);
      else marks |= frameworkMarks(owner, name, keeper);
      // Where it once had a click handler React leaves an empty `onclick`, and never takes it away.
      if (keeper === "react") marks &= ~EMPTY_ONCLICK;
    }
    return marks;
  }

  #keeperOf(name: string | symbol): Keeper {
    if (typeof name === "symbol") return keeperOf(name);
    switch (name[0]) {
      case "_":
      case "$":
      case "j":
        return (this.#keepers[name] ??= keeperOf(name));
      default:
        return "nobody";
    }
  }
}

const EMPTY_ONCLICK = handlerMark("property", "click");
