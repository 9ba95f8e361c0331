// Tells the content script what the elements of a tree listen for, each by its place in the document.
import { encodeMarks, handlerMark } from "@webserv/shared/protocol/handler-marks.ts";
import { SCAN_STEP } from "@webserv/shared/protocol/page-bridge.ts";
import type { Channel } from "../platform/channel.ts";
import { bareRecord, isInstance, natives } from "../platform/natives.ts";
import type { Keeper } from "./framework-handlers.ts";
import { frameworkMarks, keeperOf } from "./framework-handlers.ts";
import { JqueryHandlers } from "./jquery-handlers.ts";
import type { ListenerBook } from "./listener-book.ts";

/** The most scans that are kept to be gone on with. Only scans that were given up make more of them. */
const KEPT = 4;

/**
 * Answers scans. The content script takes the same list right before it asks, so a number says which element is
 * meant. One event answers for many: an event for each element would take many times as long.
 */
export function answerScans(channel: Channel, book: ListenerBook): void {
  const scans = bareRecord<Scan>();
  channel.onScan(
    (root, number) => {
      delete scans[number - KEPT];
      // A framework that keeps anything beside an element listens for events somewhere.
      const elements = book.used ? elementsOf(root) : undefined;
      if (elements === undefined) return undefined;
      const scan = new Scan(book, elements);
      if (isInstance(natives.Document, root)) scan.ownMarks(root);
      const answer = scan.next();
      if (!scan.isOver) scans[number] = scan;
      return answer;
    },
    (number) => {
      const scan = scans[number];
      const answer = scan?.next();
      if (scan?.isOver === true) delete scans[number];
      return answer;
    },
  );
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
  readonly #elements: NodeList;
  readonly #length: number;
  #at = 0;
  readonly #jquery: JqueryHandlers;
  /** The frameworks by the property names met so far: a framework gives all its elements the same few. */
  readonly #keepers = bareRecord<Keeper>();

  constructor(book: ListenerBook, elements: NodeList) {
    this.#book = book;
    this.#elements = elements;
    this.#length = Number(natives.apply(natives.listLength, elements, []));
    this.#jquery = new JqueryHandlers(book);
  }

  get isOver(): boolean {
    return this.#at >= this.#length;
  }

  /** Returns the marks of the elements that come next. */
  next(): string {
    let answer = "";
    const end = this.#at + SCAN_STEP < this.#length ? this.#at + SCAN_STEP : this.#length;
    for (; this.#at < end; this.#at++) {
      const element = this.#elements[this.#at];
      const marks = element === undefined ? 0 : this.#marksOf(element);
      if (marks !== 0) answer += encodeMarks(this.#at, marks);
    }
    return answer;
  }

  #marksOf(element: object): number {
    const marks = this.#book.marksOf(element) | this.#jquery.marksOf(element);
    return this.ownMarks(element, marks);
  }

  /** Returns `marks`, with those of the page's own properties of `owner` put in or taken out. */
  ownMarks(owner: object, marks = 0): number {
    try {
      return this.#withProperties(owner, marks);
    } catch {
      // A page can keep there a value that throws when it is looked at.
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
      // React leaves an empty `onclick` where there once was a click handler, and never takes it away.
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
