// Tells the content script what the elements of a tree listen for, each by its place in the document.
import { encodeMarks, handlerMark } from "@webserv/shared/protocol/page-bridge.ts";
import type { Channel } from "./channel.ts";
import { frameworkMarks, isReactName } from "./framework-handlers.ts";
import { isJqueryName, JqueryHandlers } from "./jquery-handlers.ts";
import type { ListenerBook } from "./listeners.ts";
import { isInstance, natives } from "./natives.ts";

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
      const element: unknown = natives.get(elements, index);
      if (!isInstance(natives.Element, element)) break;
      const marks = scan.marksOf(element);
      if (marks !== 0) answer += encodeMarks(index, marks);
    }
    return answer;
  });
}

function elementsOf(root: unknown): object | undefined {
  let found: unknown;
  if (isInstance(natives.Document, root)) {
    found = natives.apply(natives.findInDocument, root, ["*"]);
  } else if (isInstance(natives.DocumentFragment, root)) {
    found = natives.apply(natives.findInFragment, root, ["*"]);
  }
  return typeof found === "object" && found !== null ? found : undefined;
}

class Scan {
  readonly #book: ListenerBook;
  readonly #jquery: JqueryHandlers;

  constructor(book: ListenerBook) {
    this.#book = book;
    this.#jquery = new JqueryHandlers(book);
  }

  marksOf(element: Element): number {
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
      if (name === undefined) continue;
      if (isJqueryName(name)) {
        marks &= ~this.#jquery.look(owner, name);
        continue;
      }
      marks |= frameworkMarks(owner, name);
      // Where it once had a click handler React leaves an empty `onclick`, and never takes it away.
      if (isReactName(name)) marks &= ~EMPTY_ONCLICK;
    }
    return marks;
  }
}

const EMPTY_ONCLICK = handlerMark("property", "click");
