// Tells why no part of an element can be brought into view.
import { describeElement } from "./describe-element.ts";
import { composedParent } from "../../dom/composed-tree.ts";
import { isRendered } from "../../dom/rendered.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import type { ElementFinder } from "../../observe/identity/element-finder.ts";
import { boxesOf } from "../../observe/geometry/points.ts";

export interface Unseen {
  readonly why:
    | "not-displayed"
    | "hidden"
    | "no-pointer"
    | "no-size"
    | "cut-off"
    | "off-page"
    | "unknown";
  /** The rest of a sentence that begins with "it". */
  readonly words: string;
}

export function whyUnseen(finder: ElementFinder, element: Element): Unseen {
  if (!isRendered(element)) {
    return unshadowed(element).checkVisibility()
      ? { why: "hidden", words: "is made invisible" }
      : { why: "not-displayed", words: "is not displayed" };
  }
  if (getComputedStyle(element).pointerEvents === "none") {
    return { why: "no-pointer", words: "takes no input of the pointer" };
  }
  const [box] = boxesOf(element);
  if (box === undefined) return { why: "no-size", words: "has no size" };
  const clip = clipOf(element, box);
  if (clip !== undefined) {
    return { why: "cut-off", words: `is cut off by ${describeElement(finder, clip).words}` };
  }
  if (isOffPage(box)) return { why: "off-page", words: "lies beyond the page's edge" };
  return { why: "unknown", words: "shows nothing at any point of it" };
}

/** Finds the ancestor that clips or scrolls its contents, and leaves nothing of the box in view. */
function clipOf(element: Element, box: DOMRect): Element | undefined {
  let { position } = getComputedStyle(element);
  for (let at = composedParent(element); at !== null; at = composedParent(at)) {
    if (at === document.documentElement || at === document.body || position === "fixed") break;
    const style = getComputedStyle(at);
    // An absolutely positioned element is clipped by its containing block, and by what clips that one.
    if (position === "absolute" && style.position === "static") continue;
    position = style.position;
    if (style.overflowX === "visible" && style.overflowY === "visible") continue;
    const around = unshadowed(at).getBoundingClientRect();
    if (
      box.right <= around.left ||
      box.left >= around.right ||
      box.bottom <= around.top ||
      box.top >= around.bottom
    ) {
      return at;
    }
  }
  return undefined;
}

function isOffPage(box: DOMRect): boolean {
  const page = document.scrollingElement ?? document.documentElement;
  return (
    box.right + scrollX <= 0 ||
    box.bottom + scrollY <= 0 ||
    box.left + scrollX >= page.scrollWidth ||
    box.top + scrollY >= page.scrollHeight
  );
}
