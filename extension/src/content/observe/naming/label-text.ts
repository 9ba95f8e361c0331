// Reads the words of labels and of elements that others refer to, without those that nobody sees.
import { isRendered } from "../../dom/rendered.ts";
import { shownText } from "../secrecy/shown-text.ts";
import { nextNode, unshadowed } from "../../dom/unshadowed.ts";

/**
 * Returns the words of a label, a line for each text, at most about `max` characters. A label counts only if it is
 * shown itself.
 */
export function labelText(label: Element, max: number): string {
  return isRendered(label) ? textsIn(label, max, false) : "";
}

/**
 * Returns the words of an element that another refers to. A hidden one counts with all that it holds; if it is
 * shown, its hidden parts do not count (Accessible Name and Description Computation 1.2, 2A).
 */
export function referredText(element: Element, max: number): string {
  return textsIn(element, max, !isRendered(element));
}

/**
 * Tells whether a label repeats what its control shows and only adds a remark in brackets, which may go again:
 * "Post (selected)" on a tab called "Post".
 */
export function addsRemark(label: string, shown: string): boolean {
  const [whole, words] = [plain(label), plain(shown)];
  return words !== "" && whole.startsWith(words) && REMARK.test(whole.slice(words.length));
}

const REMARK = /^\s*(?:\([^()]+\)|\[[^[\]]+\]|（[^（）]+）)$/u;

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Tags within a label whose texts do not count: a select would add all its options. */
const APART: ReadonlySet<string> = new Set("select textarea button script style".split(" "));

function textsIn(element: Element, max: number, withHidden: boolean): string {
  const texts = new Texts(max, withHidden);
  texts.visit(element, 0);
  // Only the layout tells whether two texts stand apart; a break too many does a name no harm.
  return texts.all.join("\n");
}

/** The depth to which a page is read. */
const MAX_DEPTH = 800;

class Texts {
  readonly all: string[] = [];
  readonly #withHidden: boolean;
  /** UTF-16 units that may still be added. */
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
