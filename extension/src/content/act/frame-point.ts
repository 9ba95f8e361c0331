// Turns a point within a frame's content into one of the frame around it, and brings it into view.
import { composedParent } from "../observe/composed-tree.ts";
import { unshadowed } from "../unshadowed.ts";
import type { Point } from "./hit-test.ts";

/** The point of this document at which a point of the frame's own viewport shows. */
export function pointAround(frame: Element, within: Point): Point {
  const box = frame.getBoundingClientRect();
  const style = getComputedStyle(frame);
  // Transforms and zoom size the whole box; borders and paddings are told without them.
  const width = frame instanceof HTMLElement ? frame.offsetWidth : box.width;
  const height = frame instanceof HTMLElement ? frame.offsetHeight : box.height;
  const left = frame.clientLeft + Number.parseFloat(style.paddingLeft);
  const top = frame.clientTop + Number.parseFloat(style.paddingTop);
  return {
    x: box.left + (left + within.x) * (box.width / width),
    y: box.top + (top + within.y) * (box.height / height),
  };
}

/** Whether the frame is shown turned or mirrored: its box then says nothing about its points. */
export function isTurned(frame: Element): boolean {
  for (let at: Element | null = frame; at !== null; at = composedParent(at)) {
    const { transform, rotate } = getComputedStyle(at);
    if (rotate !== "none") return true;
    if (transform === "none") continue;
    const { is2D, a, b, c, d } = new DOMMatrixReadOnly(transform);
    if (!is2D || b !== 0 || c !== 0 || a <= 0 || d <= 0) return true;
  }
  return false;
}

/** Scrolls whatever the frame stands in until the point shows, from the inside out. */
export function scrollToPoint(frame: Element, within: Point, block: ScrollLogicalPosition): void {
  for (let at = composedParent(frame); at !== null; at = composedParent(at)) {
    const isPage = at === document.scrollingElement;
    if (!isPage && !scrolls(at)) continue;
    const box = unshadowed(at).getBoundingClientRect();
    const view = isPage ? new DOMRect(0, 0, innerWidth, innerHeight) : box;
    const { x, y } = pointAround(frame, within);
    const isBeside = x < view.left || x > view.right;
    unshadowed(at).scrollBy({
      behavior: "instant",
      top: y - (view.top + view.height * SHARES[block]),
      left: isBeside ? x - (view.left + view.width / 2) : 0,
    });
  }
}

/** Where in the view the point is brought: sticky bars stand at its edges. */
const SHARES: Readonly<Record<ScrollLogicalPosition, number>> = {
  start: 0.1,
  center: 0.5,
  end: 0.9,
  nearest: 0.5,
};

function scrolls(element: Element): boolean {
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = unshadowed(element);
  if (scrollHeight <= clientHeight && scrollWidth <= clientWidth) return false;
  const { overflowX, overflowY } = getComputedStyle(element);
  return overflowX !== "visible" || overflowY !== "visible";
}
