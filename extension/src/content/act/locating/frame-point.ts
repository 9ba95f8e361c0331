// Turns a point within a frame's content into one of the frame around it, and brings it into view.
import { composedParent } from "../../observe/composed-tree.ts";
import { unshadowed } from "../../unshadowed.ts";
import type { Point } from "../hit-test.ts";

/** The point of this document at which a point of the frame's own viewport shows; null as of `planeOf`. */
export function pointAround(frame: Element, within: Point): Point | null {
  const plane = planeOf(frame);
  if (plane === null) return null;
  const { x, y } = plane.transformPoint(within);
  return { x, y };
}

/**
 * What turns a point of the frame's own viewport into one of this document's. Null where the frame is
 * shown in perspective, or by other means of which the browser tells nothing but a box.
 */
export function planeOf(frame: Element): DOMMatrixReadOnly | null {
  const linear = linearPart(frame);
  if (linear === null) return null;
  const box = frame.getBoundingClientRect();
  const style = getComputedStyle(frame);
  // Transforms and zoom size the whole box; borders and paddings are told without them.
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
  // The middle of what is turned is the middle of the box around it.
  const x = left - width / 2;
  const y = top - height / 2;
  const e = box.left + box.width / 2 + a * x + c * y;
  const f = box.top + box.height / 2 + b * x + d * y;
  return new DOMMatrixReadOnly([a, b, c, d, e, f]);
}

/** How far the box that is reckoned may be from the one that is told, in CSS px. */
const MAX_ERROR = 1;

/** How everything around the frame turns, stretches and mirrors it; null where it leaves the plane. */
function linearPart(frame: Element): DOMMatrixReadOnly | null {
  const zoom = frame.currentCSSZoom;
  let linear = new DOMMatrixReadOnly([zoom, 0, 0, zoom, 0, 0]);
  for (let at: Element | null = frame; at !== null; at = composedParent(at)) {
    const { transform, rotate, scale, display } = getComputedStyle(at);
    // These can't be transformed (CSS Transforms 1, 3).
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

/** Scrolls whatever the frame stands in until the point shows, from the inside out. */
export function scrollToPoint(frame: Element, within: Point, block: ScrollLogicalPosition): void {
  for (let at = composedParent(frame); at !== null; at = composedParent(at)) {
    const isPage = at === document.scrollingElement;
    if (!isPage && !scrolls(at)) continue;
    const box = unshadowed(at).getBoundingClientRect();
    const view = isPage ? new DOMRect(0, 0, innerWidth, innerHeight) : box;
    const point = pointAround(frame, within);
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
