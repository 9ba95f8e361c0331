// Areas of the page, and those that a person can look at.
import { unshadowed } from "../../dom/unshadowed.ts";

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
  const window = document.defaultView;
  const width = window?.innerWidth ?? 0;
  const height = window?.innerHeight ?? 0;
  const viewport = { left: 0, top: 0, right: width, bottom: height };
  const outermost: Element | null = document.documentElement;
  // A script may have taken it out, or opened the document anew.
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
  // What stands aside of a page that does not scroll sideways (a closed drawer) can't be reached. Above and
  // below it can: pages keep from scrolling down for a while, or scroll by a script of their own.
  const locked = hidesSideways(document, style);
  const shown = {
    left: locked ? 0 : left,
    top: -scrollY,
    right: locked ? root.clientWidth : left + scrolled,
    bottom: Math.max(root.scrollHeight, height) - scrollY,
  };
  return {
    reachable: withHeld(shown, document.body, style),
    viewport,
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

/** With what the body holds back of the page's contents, which counts in no size of the root. */
function withHeld(shown: Area, body: HTMLElement | null, root: CSSStyleDeclaration): Area {
  if (body === null || bodyOverflow(body, root) !== "held") return shown;
  const own = unshadowed(body);
  const box = own.getBoundingClientRect();
  const top = box.top - own.scrollTop;
  const scrollsSideways = scrolls(getComputedStyle(body).overflowX);
  const left = scrollsSideways ? box.left - own.scrollLeft : shown.left;
  return {
    left: Math.min(shown.left, left),
    top: Math.min(shown.top, top),
    right: scrollsSideways ? Math.max(shown.right, left + own.scrollWidth) : shown.right,
    bottom: Math.max(shown.bottom, top + own.scrollHeight),
  };
}

/**
 * What becomes of a body's contents that are higher than it. Its overflow is the viewport's, unless the root
 * has one too (CSS Overflow 3, 3.3): then it scrolls them itself, or holds them back.
 */
export function bodyOverflow(
  body: Element,
  root: CSSStyleDeclaration,
): "viewport" | "scrolled" | "held" {
  const { overflow, overflowY } = getComputedStyle(body);
  if (root.overflow === "visible" || overflow === "visible") return "viewport";
  return scrolls(overflowY) ? "scrolled" : "held";
}

function scrolls(overflow: string): boolean {
  return overflow === "auto" || overflow === "scroll";
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
