// One look at what all elements of a page listen for, which the page script tells a piece at a time.
import { decodeMarks, SCAN_STEP } from "@webserv/shared/protocol/page-bridge.ts";
import { attributeMarks } from "./handler-attributes.ts";
import { unshadowed } from "../dom/unshadowed.ts";

/** What is known of the handlers of the frame's elements. */
export interface ElementFindings {
  /**
   * Bits: `handlerMark`, and the `delegate` of `otherMarks`.
   * @param attributes the names of the element's
   */
  marksOf(element: Element, attributes: readonly string[]): number;
}

/** The page script's answers; undefined where it has none, or knows nothing of such a scan any more. */
export interface ScanChannel {
  /** Begins a scan; `number` says which. */
  begin(root: Document | ShadowRoot): { readonly number: number; readonly answer: unknown };
  goOn(number: number): unknown;
}

export class HandlerScan implements ElementFindings {
  readonly #channel: ScanChannel;
  readonly #marks = new WeakMap<Element, number>();
  readonly #roots = new WeakSet<Node>();
  #document: TreeScan | undefined;

  constructor(channel: ScanChannel) {
    this.#channel = channel;
  }

  /** Looks through the document for as long as `goOn` says so, which is asked now and then; whether that is all. */
  readOn(goOn: () => boolean): boolean {
    this.#document ??= new TreeScan(this.#channel, document, this.#marks);
    while (!this.#document.isOver) {
      this.#document.next();
      if (!goOn()) return this.#document.isOver;
    }
    return true;
  }

  /** Shadow roots are looked through once they are asked about. */
  marksOf(element: Element, attributes: readonly string[]): number {
    const root = unshadowed(element).getRootNode();
    if (root instanceof ShadowRoot && !this.#roots.has(root)) {
      this.#roots.add(root);
      const scan = new TreeScan(this.#channel, root, this.#marks);
      while (!scan.isOver) scan.next();
    }
    const known = this.#marks.get(element) ?? 0;
    return known | attributeMarks(element, attributes, known);
  }
}

class TreeScan {
  readonly #channel: ScanChannel;
  readonly #root: Document | ShadowRoot;
  readonly #marks: WeakMap<Element, number>;
  #elements: NodeListOf<Element>;
  #number: number;
  #told = 0;

  constructor(channel: ScanChannel, root: Document | ShadowRoot, marks: WeakMap<Element, number>) {
    this.#channel = channel;
    this.#root = root;
    this.#marks = marks;
    [this.#elements, this.#number] = this.#begin();
  }

  get isOver(): boolean {
    return this.#told >= this.#elements.length;
  }

  next(): void {
    const answer = this.#channel.goOn(this.#number);
    if (answer !== undefined) {
      this.#take(answer);
      return;
    }
    // So many other readings have begun since that the page script has forgotten this one.
    this.#told = 0;
    [this.#elements, this.#number] = this.#begin();
    while (!this.isOver) this.#take(this.#channel.goOn(this.#number));
  }

  #begin(): [NodeListOf<Element>, number] {
    // The page script takes the same list: nothing runs in between.
    this.#elements = this.#root.querySelectorAll("*");
    const { number, answer } = this.#channel.begin(this.#root);
    // Nobody listens for anything, or nobody can tell.
    if (answer === undefined) this.#told = this.#elements.length;
    else this.#take(answer);
    return [this.#elements, number];
  }

  #take(answer: unknown): void {
    decodeMarks(answer, (index, marks) => {
      const element = this.#elements[index];
      if (element !== undefined) this.#marks.set(element, marks);
    });
    this.#told += SCAN_STEP;
  }
}
