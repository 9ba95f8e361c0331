// Describes areas of the page, and computes which of them a person can scroll to.
import { unshadowed } from "../../dom/unshadowed.ts";

/** A rectangle. Its edges are in CSS px from the viewport's top left corner, and infinite if nothing clips. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The two areas of a document that a person can look at. */
export interface PageAreas {
  /** All that can be scrolled to. What stands left of the origin or above it can't be reached. */
  readonly reachable: Area;
  readonly viewport: Area;
}

export const NOTHING: Area = { left: 0, top: 0, right: 0, bottom: 0 };

/** The area without edges. */
export const EVERYWHERE: Area = {
  left: -Infinity,
  top: -Infinity,
  right: Infinity,
  bottom: Infinity,
};

/** An area as thin as this, in CSS px, shows nothing: texts for screen readers are clipped to one pixel. */
const THIN = 1;

/** Computes a document's areas from its scroll position and its root's styles. */
export function pageAreas(document: Document): PageAreas {
  const window = document.defaultView;
  const width = window?.innerWidth ?? 0;
  const height = window?.innerHeight ?? 0;
  const viewport = { left: 0, top: 0, right: width, bottom: height };
  const outermost: Element | null = document.documentElement;
  // A script may have removed the root, or opened the document anew.
  if (outermost === null) return { reachable: viewport, viewport };
  const root = document.scrollingElement ?? outermost;
  const scrollX = window?.scrollX ?? 0;
  const scrollY = window?.scrollY ?? 0;
  const style = getComputedStyle(outermost);
  // A page written from right to left scrolls to negative positions.
  const toLeft = style.writingMode.startsWith("horizontal")
    ? style.direction === "rtl"
    : style.writingMode.endsWith("-rl");
  const scrolled = Math.max(root.scrollWidth, width);
  const left = toLeft ? root.clientWidth - root.scrollWidth - scrollX : -scrollX;
  // If a page does not scroll sideways, what stands beside it (a closed drawer) can't be reached. What stands
  // below or above can: pages lock vertical scrolling for a while, or scroll by their own script.
  const locked = hidesSideways(document, style);
  const shown = {
    left: locked ? 0 : left,
    top: -scrollY,
    right: locked ? root.clientWidth : left + scrolled,
    bottom: Math.max(root.scrollHeight, height) - scrollY,
  };
  return {
    reachable: withBodyContents(shown, document.body, style),
    viewport,
  };
}

/** Tells whether the viewport clips sideways. If the root has no overflow, the body's counts (CSS Overflow 3, 3.3). */
function hidesSideways(document: Document, root: CSSStyleDeclaration): boolean {
  const overflow =
    root.overflowX === "visible" && document.body !== null
      ? getComputedStyle(document.body).overflowX
      : root.overflowX;
  return overflow === "hidden" || overflow === "clip";
}

/** Extends an area by the contents that the body clips, which count in no size of the root. */
function withBodyContents(shown: Area, body: HTMLElement | null, root: CSSStyleDeclaration): Area {
  if (body === null || bodyOverflow(body, root) !== "clipped") return shown;
  const own = unshadowed(body);
  const box = own.getBoundingClientRect();
  const top = box.top - own.scrollTop;
  const scrollsSideways = isScrollable(getComputedStyle(body).overflowX);
  const left = scrollsSideways ? box.left - own.scrollLeft : shown.left;
  return {
    left: Math.min(shown.left, left),
    top: Math.min(shown.top, top),
    right: scrollsSideways ? Math.max(shown.right, left + own.scrollWidth) : shown.right,
    bottom: Math.max(shown.bottom, top + own.scrollHeight),
  };
}

/**
 * Tells what becomes of a body's contents that are higher than it. Its overflow is the viewport's, unless the
 * root has one too (CSS Overflow 3, 3.3): then the body scrolls them itself, or clips them.
 */
export function bodyOverflow(
  body: Element,
  root: CSSStyleDeclaration,
): "viewport" | "scrolled" | "clipped" {
  const { overflow, overflowY } = getComputedStyle(body);
  if (root.overflow === "visible" || overflow === "visible") return "viewport";
  return isScrollable(overflowY) ? "scrolled" : "clipped";
}

/** Tells whether a computed `overflow-x` or `overflow-y` lets a person scroll. */
export function isScrollable(overflow: string): boolean {
  return overflow === "auto" || overflow === "scroll";
}

/** Tells whether nothing of a box shows in an area. A box without size is judged by where it is. */
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

/** Tells whether an area is too thin to show anything. */
export function isThin(area: Area): boolean {
  return area.right - area.left <= THIN || area.bottom - area.top <= THIN;
}

/** Tells whether all of a box lies in an area. */
export function isInsideArea(box: Area, area: Area): boolean {
  return (
    box.left >= area.left &&
    box.top >= area.top &&
    box.right <= area.right &&
    box.bottom <= area.bottom
  );
}

/** Returns the smallest area that holds all boxes. */
export function boundingArea(boxes: readonly Area[]): Area {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}
