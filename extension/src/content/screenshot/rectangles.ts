// Arithmetic of areas, for pictures of the page.
import type { Box } from "@webserv/shared/model/screenshot.ts";

import type { Area } from "../observe/geometry/area.ts";

/** Less than this of an element is not seen, in CSS px. */
const MIN_SHOWN = 2;
export function around(boxes: readonly Area[]): Area {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

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

export function isSame(a: Area, b: Area): boolean {
  return a.left === b.left && a.top === b.top && a.right === b.right && a.bottom === b.bottom;
}

export function sizeOf({ left, top, right, bottom }: Area): number {
  return (right - left) * (bottom - top);
}

export function boxOf({ left, top, right, bottom }: Area): Box {
  return { x: left, y: top, width: right - left, height: bottom - top };
}
