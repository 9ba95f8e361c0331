// Areas of the page that a person can look at, and what overflow cuts off from them.
import { unshadowed } from "../unshadowed.ts";

/** Edges in CSS px from the viewport's top left corner; infinite where nothing is cut off. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface PageAreas {
  /** What can be scrolled to: left of the origin and above it nothing can be reached. */
  readonly reachable: Area;
  readonly viewport: Area;
}

export const NOTHING: Area = { left: 0, top: 0, right: 0, bottom: 0 };

/** An area as thin as this shows nothing: texts for screen readers are cut off to one pixel. */
const THIN = 1;

export function pageAreas(document: Document): PageAreas {
  const root = document.scrollingElement ?? document.documentElement;
  const window = document.defaultView;
  const width = window?.innerWidth ?? 0;
  const height = window?.innerHeight ?? 0;
  const scrollX = window?.scrollX ?? 0;
  const scrollY = window?.scrollY ?? 0;
  const style = getComputedStyle(document.documentElement);
  // A page written from right to left scrolls to negative positions.
  const toLeft = style.writingMode.startsWith("horizontal")
    ? style.direction === "rtl"
    : style.writingMode.endsWith("-rl");
  const scrolled = Math.max(root.scrollWidth, width);
  const left = toLeft ? root.clientWidth - root.scrollWidth - scrollX : -scrollX;
  // What stands aside of a page that does not scroll sideways (a closed drawer) can't be reached. Below
  // it can: pages keep from scrolling down for a while, or scroll by a script of their own.
  const locked = hidesSideways(document, style);
  return {
    reachable: {
      left: locked ? 0 : left,
      top: -scrollY,
      right: locked ? root.clientWidth : left + scrolled,
      bottom: Math.max(root.scrollHeight, height) - scrollY,
    },
    viewport: { left: 0, top: 0, right: width, bottom: height },
  };
}

/** The body's overflow is the viewport's where the root has none of its own (CSS Overflow 3, 3.3). */
function hidesSideways(document: Document, root: CSSStyleDeclaration): boolean {
  const overflow =
    root.overflowX === "visible" && document.body !== null
      ? getComputedStyle(document.body).overflowX
      : root.overflowX;
  return overflow === "hidden" || overflow === "clip";
}

/** True where nothing of a box shows in an area; boxes without size are judged by where they are. */
export function isOutside(box: Area, area: Area): boolean {
  return (
    box.right < area.left ||
    box.left > area.right ||
    box.bottom < area.top ||
    box.top > area.bottom ||
    (box.right > box.left && (box.right === area.left || box.left === area.right)) ||
    (box.bottom > box.top && (box.bottom === area.top || box.top === area.bottom)) ||
    isThin(area)
  );
}

export function isThin(area: Area): boolean {
  return area.right - area.left <= THIN || area.bottom - area.top <= THIN;
}

export function isWithin(box: Area, area: Area): boolean {
  return (
    box.left >= area.left &&
    box.top >= area.top &&
    box.right <= area.right &&
    box.bottom <= area.bottom
  );
}

/** What `area` leaves of the contents of an element with this box. */
export function cutOff(area: Area, style: CSSStyleDeclaration, box: Area, element: Element): Area {
  // One question for both directions: by far most elements say no.
  if (style.overflow === "visible") return area;
  const x = style.overflowX;
  const y = style.overflowY;
  const hidesX = hides(x, box.right - box.left);
  const hidesY = hides(y, box.bottom - box.top);
  const { left, right } = hidesX
    ? { left: Math.max(area.left, box.left), right: Math.min(area.right, box.right) }
    : x === "visible"
      ? area
      : scrolledX(element, box);
  const { top, bottom } = hidesY
    ? { top: Math.max(area.top, box.top), bottom: Math.min(area.bottom, box.bottom) }
    : y === "visible"
      ? area
      : scrolledY(element, box);
  return { left, top, right, bottom };
}

function hides(overflow: string, size: number): boolean {
  if (overflow === "hidden" || overflow === "clip") return true;
  return overflow !== "visible" && size === 0;
}

/**
 * What a scroller holds can be scrolled to, wherever it stands now; the scroller itself must show. Its
 * beginning may be at either end (right to left, reversed), so as much is granted to both sides.
 */
function scrolledX(element: Element, box: Area): { left: number; right: number } {
  const { scrollLeft, scrollWidth, clientWidth } = unshadowed(element);
  const scrollable = scrollWidth - clientWidth;
  return {
    left: box.left - scrollLeft - scrollable,
    right: box.right - scrollLeft + scrollable,
  };
}

function scrolledY(element: Element, box: Area): { top: number; bottom: number } {
  const { scrollTop, scrollHeight, clientHeight } = unshadowed(element);
  const scrollable = scrollHeight - clientHeight;
  return { top: box.top - scrollTop - scrollable, bottom: box.bottom - scrollTop + scrollable };
}
