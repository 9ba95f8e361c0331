// Scans what all elements of a page listen for, which the page script tells a piece at a time.
import { decodeMarks } from "@webserv/shared/protocol/handler-marks.ts";
import { SCAN_STEP } from "@webserv/shared/protocol/page-bridge.ts";
import { attributeMarks } from "./handler-attributes.ts";
import { unshadowed } from "../dom/unshadowed.ts";

/** Gives what is known of the handlers of the frame's elements. */
export interface HandlerMarks {
  /**
   * Returns the element's marks as bits: those of `handlerMark`, and the `delegate` of `otherMarks`.
   * @param attributes the names of the element's attributes
   */
  marksOf(element: Element, attributes: readonly string[]): number;
}

/**
 * Asks the page script. An answer is undefined if there is no page script, or if it has forgotten the scan.
 */
export interface ScanChannel {
  /** Begins a scan; its `number` identifies it in `goOn`. */
  begin(root: Document | ShadowRoot): { readonly number: number; readonly answer: unknown };
  goOn(number: number): unknown;
}

export class HandlerScan implements HandlerMarks {
  readonly #channel: ScanChannel;
  readonly #marks = new WeakMap<Element, number>();
  readonly #roots = new WeakSet<Node>();
  #document: TreeScan | undefined;

  constructor(channel: ScanChannel) {
    this.#channel = channel;
  }

  /** Scans the document for as long as `goOn` returns true, which is asked now and then. Returns whether it is done. */
  readOn(goOn: () => boolean): boolean {
    this.#document ??= new TreeScan(this.#channel, document, this.#marks);
    while (!this.#document.isOver) {
      this.#document.next();
      if (!goOn()) return this.#document.isOver;
    }
    return true;
  }

  /** A shadow root is scanned when one of its elements is first asked about. */
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

/** Scans one tree: the document, or one shadow root. */
class TreeScan {
  readonly #channel: ScanChannel;
  readonly #root: Document | ShadowRoot;
  readonly #marks: WeakMap<Element, number>;
  #elements: NodeListOf<Element>;
  #number: number;
  #received = 0;

  constructor(channel: ScanChannel, root: Document | ShadowRoot, marks: WeakMap<Element, number>) {
    this.#channel = channel;
    this.#root = root;
    this.#marks = marks;
    [this.#elements, this.#number] = this.#begin();
  }

  get isOver(): boolean {
    return this.#received >= this.#elements.length;
  }

  next(): void {
    const answer = this.#channel.goOn(this.#number);
    if (answer !== undefined) {
      this.#receive(answer);
      return;
    }
    // So many other scans have begun since that the page script has forgotten this one.
    this.#received = 0;
    [this.#elements, this.#number] = this.#begin();
    while (!this.isOver) this.#receive(this.#channel.goOn(this.#number));
  }

  #begin(): [NodeListOf<Element>, number] {
    // The page script makes the same list, since nothing runs in between.
    this.#elements = this.#root.querySelectorAll("*");
    const { number, answer } = this.#channel.begin(this.#root);
    // Without an answer nobody listens for anything, or nobody can tell.
    if (answer === undefined) this.#received = this.#elements.length;
    else this.#receive(answer);
    return [this.#elements, number];
  }

  #receive(answer: unknown): void {
    decodeMarks(answer, (index, marks) => {
      const element = this.#elements[index];
      if (element !== undefined) this.#marks.set(element, marks);
    });
    this.#received += SCAN_STEP;
  }
}
