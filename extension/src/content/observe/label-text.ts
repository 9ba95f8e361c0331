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
const APART = "select, textarea, button, script, style";

function textsIn(element: Element, max: number, withHidden: boolean): string {
  const texts: string[] = [];
  const walker = document.createTreeWalker(
    element,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    {
      acceptNode(node) {
        if (!(node instanceof Element)) return NodeFilter.FILTER_ACCEPT;
        const isOut = unshadowed(node).matches(APART) || (!withHidden && isNotDisplayed(node));
        return isOut ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
      },
    },
  );
  let units = 0;
  for (let node = walker.nextNode(); node !== null && units < max; node = walker.nextNode()) {
    const text = node instanceof HTMLImageElement ? node.alt : textNode(node);
    if (text.trim() === "" || !(withHidden || isVisible(node))) continue;
    texts.push(text.replace(/\s+/g, " "));
    units += text.length;
  }
  // Whether two of them stand apart is a matter of layout; names bear a break too many.
  return texts.join("\n");
}

function isNotDisplayed(element: Element): boolean {
  return getComputedStyle(element).display === "none";
}

function isVisible(node: Node): boolean {
  const element = node instanceof Element ? node : node.parentElement;
  return element === null || getComputedStyle(element).visibility === "visible";
}

function textNode(node: Node): string {
  return node.nodeType === Node.TEXT_NODE ? (node.nodeValue ?? "") : "";
}
