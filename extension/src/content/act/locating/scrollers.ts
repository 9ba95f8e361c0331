// Tells what scrolls: by the browser, or by the page's own script.
import { composedParent } from "../../dom/composed-tree.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { isToldClipped } from "../../observe/visibility/box-layout.ts";

export type Axis = "x" | "y";

/** Returns what scrolls the page; in quirks mode a locked page has nothing that does. */
export function pageScroller(): Element {
  return document.scrollingElement ?? document.documentElement;
}

/** Finds the innermost scroller around an element, itself included: one of the browser's, or of the page's making. */
export function scrollerAround(element: Element, axis: Axis): Element | undefined {
  for (let at: Element | null = element; at !== null; at = composedParent(at)) {
    if (scrolls(at, axis) || isToldClipped(at, axis)) return at;
  }
  const page = pageScroller();
  return scrolls(page, axis) ? page : undefined;
}

/** Tells whether a person can scroll an element along this axis. */
export function scrolls(element: Element, axis: Axis): boolean {
  if (roomIn(element, axis) < 1) return false;
  if (element === pageScroller()) return !isPageLocked(axis);
  // The body's overflow applies to the viewport if the root has none of its own.
  if (element === document.body && isVisible(document.documentElement, axis)) return false;
  if (element === document.documentElement) return false;
  const overflow = overflowOf(element, axis);
  return overflow === "auto" || overflow === "scroll";
}

/** Tells whether the browser scrolls an element along either axis; a script moves all else. */
export function isScrolledByBrowser(element: Element): boolean {
  return scrolls(element, "x") || scrolls(element, "y");
}

/** Tells whether the page's style keeps it from scrolling, as it does under many dialogs. */
export function isPageLocked(axis: Axis): boolean {
  const { body, documentElement } = document;
  const isBodys = isVisible(documentElement, axis) && body !== null;
  const overflow = overflowOf(isBodys ? body : documentElement, axis);
  return overflow === "hidden" || overflow === "clip";
}

/** Tells whether contents of the page lie outside the view, as its script may move them there itself. */
export function reachesOutOfView(axis: Axis): boolean {
  const around = [pageScroller(), document.body];
  if (around.some((each) => each !== null && roomIn(each, axis) >= 1)) return true;
  const first = [...(document.body?.children ?? [])].slice(0, MAX_FIRST);
  return first.some((each) => {
    const { left, top } = unshadowed(each).getBoundingClientRect();
    return (axis === "x" ? left : top) < -1;
  });
}

const MAX_FIRST = 12;

/** Returns how far an element can be scrolled, in px. */
export function roomIn(element: Element, axis: Axis): number {
  const own = unshadowed(element);
  return axis === "x" ? own.scrollWidth - own.clientWidth : own.scrollHeight - own.clientHeight;
}

/** Tells whether an element is scrolled as far as it can be in a direction; a page from right to left has negative places. */
export function isAtEnd(element: Element, axis: Axis, forwards: boolean): boolean {
  const own = unshadowed(element);
  const at = axis === "x" ? own.scrollLeft : own.scrollTop;
  const room = roomIn(element, axis);
  const style = getComputedStyle(element);
  const isReversed =
    axis === "x" ? style.direction === "rtl" : style.flexDirection === "column-reverse";
  const [first, last] = isReversed ? [-room, 0] : [0, room];
  return forwards ? at >= last - 1 : at <= first + 1;
}

function isVisible(element: Element, axis: Axis): boolean {
  return overflowOf(element, axis) === "visible";
}

function overflowOf(element: Element, axis: Axis): string {
  const { overflowX, overflowY } = getComputedStyle(element);
  return axis === "x" ? overflowX : overflowY;
}
