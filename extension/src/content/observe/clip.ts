// What part of the page can be brought before a person's eyes: areas that cut off what overflows.
import { unshadowed } from "../unshadowed.ts";

/** Edges in CSS px from the viewport's top left corner; infinite where nothing is cut off. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The areas that cut off an element's content, by how that content is positioned. */
export interface Clips {
  readonly flow: Area;
  /** For absolutely positioned content, which escapes an overflow that does not position it. */
  readonly absolute: Area;
}

/** What can be scrolled to, and no more: left of the origin and above it nothing can be reached. */
export function reachableArea(document: Document): Area {
  const root = document.scrollingElement ?? document.documentElement;
  const window = document.defaultView;
  const scrollX = window?.scrollX ?? 0;
  const scrollY = window?.scrollY ?? 0;
  // A page written from right to left scrolls to negative positions.
  const toLeft = getComputedStyle(document.documentElement).direction === "rtl";
  const left = toLeft ? root.clientWidth - root.scrollWidth - scrollX : -scrollX;
  return {
    left,
    top: -scrollY,
    right: left + Math.max(root.scrollWidth, window?.innerWidth ?? 0),
    bottom: Math.max(root.scrollHeight, window?.innerHeight ?? 0) - scrollY,
  };
}

export function viewportArea(window: Window): Area {
  return { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
}

/** The clips an element itself is under, by its computed position. */
export function ownClip(
  clips: Clips,
  style: CSSStyleDeclaration,
  element: Element,
  viewport: Area,
): Area {
  if (style.position === "absolute") return clips.absolute;
  // Under a transformed ancestor a fixed element is placed, and cut off, like an absolute one.
  if (style.position === "fixed") {
    return element instanceof HTMLElement && unshadowed(element).offsetParent === null
      ? viewport
      : clips.absolute;
  }
  return clips.flow;
}

/** The clips for what stands in an element that is itself under `own`. */
export function clipsInside(
  clips: Clips,
  own: Area,
  style: CSSStyleDeclaration,
  box: DOMRect,
  isRoot: boolean,
): Clips {
  const visible = style.overflowX === "visible" && style.overflowY === "visible";
  // By far the most frequent case: nothing is cut off here, and nothing was so far.
  if (visible && own === clips.flow && own === clips.absolute) return clips;
  const positioned = style.position !== "static" || style.transform !== "none";
  const flow = isRoot || visible ? own : cutOff(own, style, box);
  return { flow, absolute: positioned ? flow : clips.absolute };
}

/** True where nothing of a box shows in an area; boxes without size are judged by where they are. */
export function isOutside(box: DOMRect, area: Area): boolean {
  return (
    box.right < area.left ||
    box.left > area.right ||
    box.bottom < area.top ||
    box.top > area.bottom ||
    (box.width > 0 && (box.right === area.left || box.left === area.right)) ||
    (box.height > 0 && (box.bottom === area.top || box.top === area.bottom)) ||
    area.left >= area.right ||
    area.top >= area.bottom
  );
}

function cutOff(area: Area, style: CSSStyleDeclaration, box: DOMRect): Area {
  const x = style.overflowX;
  const y = style.overflowY;
  const hidesX = hides(x, box.width);
  const hidesY = hides(y, box.height);
  // What a scroller holds can be scrolled to, wherever it stands now; the scroller itself must show.
  const scrollsX = !hidesX && x !== "visible";
  const scrollsY = !hidesY && y !== "visible";
  return {
    left: scrollsX ? -Infinity : hidesX ? Math.max(area.left, box.left) : area.left,
    right: scrollsX ? Infinity : hidesX ? Math.min(area.right, box.right) : area.right,
    top: scrollsY ? -Infinity : hidesY ? Math.max(area.top, box.top) : area.top,
    bottom: scrollsY ? Infinity : hidesY ? Math.min(area.bottom, box.bottom) : area.bottom,
  };
}

function hides(overflow: string, size: number): boolean {
  if (overflow === "hidden" || overflow === "clip") return true;
  return overflow !== "visible" && size === 0;
}
