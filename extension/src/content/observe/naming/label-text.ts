// The words of what names or describes an element, without those that nobody sees.
import { shownText } from "../secrecy/shown-text.ts";
import { nextNode, unshadowed } from "../../dom/unshadowed.ts";

/** Of a label, which counts only where it is shown itself; at most about `max` characters, a line for each text. */
export function labelText(label: Element, max: number): string {
  return isRendered(label) ? textsIn(label, max, false) : "";
}

/**
 * Of what an element refers to by name. A hidden one counts with all that it holds; of one that is shown
 * the hidden parts do not (Accessible Name and Description Computation 1.2, 2A).
 */
export function referredText(element: Element, max: number): string {
  return textsIn(element, max, !isRendered(element));
}

function isRendered(element: Element): boolean {
  return (
    element.checkVisibility({ visibilityProperty: true }) ||
    // Has no box, and shows what it holds.
    (getComputedStyle(element).display === "contents" &&
      unshadowed(element).parentElement?.checkVisibility() === true)
  );
}

/** Without the fields in it: a select would add all its options. */
const APART: ReadonlySet<string> = new Set("select textarea button script style".split(" "));

function textsIn(element: Element, max: number, withHidden: boolean): string {
  const texts = new Texts(max, withHidden);
  texts.visit(element, 0);
  // Whether two of them stand apart is a matter of layout; names bear a break too many.
  return texts.all.join("\n");
}

/** As deep as a page is read. */
const MAX_DEPTH = 800;

class Texts {
  readonly all: string[] = [];
  readonly #withHidden: boolean;
  /** UTF-16 units that may still be told. */
  #left: number;

  constructor(max: number, withHidden: boolean) {
    this.#left = max;
    this.#withHidden = withHidden;
  }

  visit(parent: Element, depth: number): void {
    if (depth > MAX_DEPTH) return;
    let isSeen: boolean | undefined;
    let node: Node | null = unshadowed(parent).firstChild;
    for (; node !== null && this.#left > 0; node = nextNode(node)) {
      if (node instanceof Element) this.#element(node, depth + 1);
      else if (node.nodeType === Node.TEXT_NODE) {
        const text = node.nodeValue ?? "";
        if (text.trim() === "" || !(isSeen ??= this.#shows(parent))) continue;
        this.#add(shownText(text, parent));
      }
    }
  }

  #element(element: Element, depth: number): void {
    if (APART.has(unshadowed(element).localName)) return;
    if (!this.#withHidden && isNotDisplayed(element)) return;
    if (element instanceof HTMLImageElement) {
      if (element.alt.trim() !== "" && this.#shows(element)) this.#add(element.alt);
    } else this.visit(element, depth);
  }

  #shows(element: Element): boolean {
    return this.#withHidden || getComputedStyle(element).visibility === "visible";
  }

  #add(text: string): void {
    this.all.push(text.replace(/\s+/g, " "));
    this.#left -= text.length;
  }
}

function isNotDisplayed(element: Element): boolean {
  return getComputedStyle(element).display === "none";
}
