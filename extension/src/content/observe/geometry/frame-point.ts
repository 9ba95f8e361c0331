// Converts a point of an inner frame's viewport to the document around it, and scrolls such a point into view.
import { composedParent } from "../../dom/composed-tree.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import type { Point } from "../../dom/hit-test.ts";

/** Returns the point of this document at which a point of the frame's viewport shows; null as in `frameMatrix`. */
export function pointAround(frame: Element, within: Point): Point | null {
  const matrix = frameMatrix(frame);
  if (matrix === null) return null;
  const { x, y } = matrix.transformPoint(within);
  return { x, y };
}

/**
 * Computes the matrix from the frame's own viewport to this document's. Null if the frame is shown in
 * perspective, or by other means of which the browser tells only the bounding box.
 */
export function frameMatrix(frame: Element): DOMMatrixReadOnly | null {
  const linear = linearPart(frame);
  if (linear === null) return null;
  const box = frame.getBoundingClientRect();
  const style = getComputedStyle(frame);
  // Transforms and zoom change the size of the whole box; borders and paddings are told without them.
  const width = frame instanceof HTMLElement ? frame.offsetWidth : box.width;
  const height = frame instanceof HTMLElement ? frame.offsetHeight : box.height;
  const left = frame.clientLeft + Number.parseFloat(style.paddingLeft);
  const top = frame.clientTop + Number.parseFloat(style.paddingTop);
  let { a, b, c, d } = linear;
  if (b === 0 && c === 0 && a > 0 && d > 0) {
    a = box.width / width;
    d = box.height / height;
  }
  const boxWidth = Math.abs(a) * width + Math.abs(c) * height;
  const boxHeight = Math.abs(b) * width + Math.abs(d) * height;
  if (Math.hypot(boxWidth - box.width, boxHeight - box.height) > MAX_ERROR) return null;
  // The middle of a rotated box is the middle of its bounding box.
  const x = left - width / 2;
  const y = top - height / 2;
  const e = box.left + box.width / 2 + a * x + c * y;
  const f = box.top + box.height / 2 + b * x + d * y;
  return new DOMMatrixReadOnly([a, b, c, d, e, f]);
}

/** The most by which the computed bounding box may differ from the one that the browser tells, in CSS px. */
const MAX_ERROR = 1;

/** Computes how all transforms around the frame rotate, scale and mirror it; null if one of them is in 3D. */
function linearPart(frame: Element): DOMMatrixReadOnly | null {
  const zoom = frame.currentCSSZoom;
  let linear = new DOMMatrixReadOnly([zoom, 0, 0, zoom, 0, 0]);
  for (let at: Element | null = frame; at !== null; at = composedParent(at)) {
    const { transform, rotate, scale, display } = getComputedStyle(at);
    // Such boxes can't be transformed (CSS Transforms 1, 3).
    if (at !== frame && (display === "inline" || display === "contents")) continue;
    if (transform === "none" && rotate === "none" && scale === "none") continue;
    if (!/^(?:none|[^ ]+)$/.test(rotate)) return null;
    const own = new DOMMatrixReadOnly(
      [
        rotate === "none" ? "" : `rotate(${rotate})`,
        scale === "none" ? "" : `scale(${scale.replace(/ +/g, ",")})`,
        transform === "none" ? "" : transform,
      ].join(" "),
    );
    if (!own.is2D) return null;
    linear = own.multiply(linear);
  }
  return linear;
}

/**
 * Scrolls everything around an element, from the inside out, until a point in it shows.
 * @param pointNow returns where the point is, as everything is scrolled by then
 */
export function scrollToPoint(
  element: Element,
  pointNow: () => Point | null,
  block: ScrollLogicalPosition,
): void {
  for (let at = composedParent(element); at !== null; at = composedParent(at)) {
    const isPage = at === document.scrollingElement;
    if (!isPage && !isScroller(at)) continue;
    const box = unshadowed(at).getBoundingClientRect();
    const view = isPage ? new DOMRect(0, 0, innerWidth, innerHeight) : box;
    const point = pointNow();
    if (point === null) return;
    const { x, y } = point;
    const isBeside = x < view.left || x > view.right;
    unshadowed(at).scrollBy({
      behavior: "instant",
      top: y - (view.top + view.height * SHARES[block]),
      left: isBeside ? x - (view.left + view.width / 2) : 0,
    });
  }
}

/** The share of the scroller's height at which the point comes to stand; sticky bars stand at the edges. */
const SHARES: Readonly<Record<ScrollLogicalPosition, number>> = {
  start: 0.1,
  center: 0.5,
  end: 0.9,
  nearest: 0.5,
};

function isScroller(element: Element): boolean {
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = unshadowed(element);
  if (scrollHeight <= clientHeight && scrollWidth <= clientWidth) return false;
  const { overflowX, overflowY } = getComputedStyle(element);
  return overflowX !== "visible" || overflowY !== "visible";
}
