// The words of what names or describes an element, without those that nobody sees.
import { unshadowed } from "../unshadowed.ts";

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
  const texts: string[] = [];
  let units = 0;
  const add = (text: string): void => {
    texts.push(text.replace(/\s+/g, " "));
    units += text.length;
  };
  const visit = (parent: Element): void => {
    let isSeen: boolean | undefined = withHidden || undefined;
    let node: Node | null = unshadowed(parent).firstChild;
    for (; node !== null && units < max; node = siblingOf(node)) {
      if (node instanceof Element) {
        if (APART.has(unshadowed(node).localName) || (!withHidden && isNotDisplayed(node))) continue;
        if (node instanceof HTMLImageElement && node.alt.trim() !== "") {
          if (withHidden || isVisible(node)) add(node.alt);
        }
        visit(node);
      } else if (node.nodeType === Node.TEXT_NODE) {
        const text = node.nodeValue ?? "";
        if (text.trim() === "") continue;
        isSeen ??= isVisible(parent);
        if (isSeen) add(text);
      }
    }
  };
  visit(element);
  // Whether two of them stand apart is a matter of layout; names bear a break too many.
  return texts.join("\n");
}

function siblingOf(node: Node): Node | null {
  return (node instanceof Element ? unshadowed(node) : node).nextSibling;
}

function isNotDisplayed(element: Element): boolean {
  return getComputedStyle(element).display === "none";
}

function isVisible(element: Element): boolean {
  return getComputedStyle(element).visibility === "visible";
}
