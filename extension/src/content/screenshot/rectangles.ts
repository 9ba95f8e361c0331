// Does arithmetic with areas, for pictures of the page.
import type { Box } from "@webserv/shared/model/page/screenshot.ts";

import type { Area } from "../observe/geometry/area.ts";

/** If less than this of an element shows, in CSS px, nobody sees it. */
const MIN_SHOWN = 2;

/** Returns what two areas share; its edges are in reverse order if they share nothing. */
export function intersection(a: Area, b: Area): Area {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

export function isTooSmall({ left, top, right, bottom }: Area): boolean {
  return right - left < MIN_SHOWN || bottom - top < MIN_SHOWN;
}

export function isSameArea(a: Area, b: Area): boolean {
  return a.left === b.left && a.top === b.top && a.right === b.right && a.bottom === b.bottom;
}

/** Returns an area's size in square CSS px. */
export function sizeOf({ left, top, right, bottom }: Area): number {
  return (right - left) * (bottom - top);
}

export function boxOf({ left, top, right, bottom }: Area): Box {
  return { x: left, y: top, width: right - left, height: bottom - top };
}
