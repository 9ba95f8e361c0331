// Finds the points at which an element could be acted on, best first.
import { areaBoxes } from "./area-points.ts";
import type { Point } from "../../dom/hit-test.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** Boxes tried for one element: a long text may wrap into hundreds of them. */
const MAX_BOXES = 8;
/** Distance of a side or corner point from the edges, as a share of the box. */
const INSET = 0.15;

/** The least room beside a control in which a point is tried, in CSS px. */
const LEAST_ROOM = 2;

/** Returns the boxes of an element that a person can see and hit; those of its labels if it has none. */
export function boxesOf(element: Element): DOMRect[] {
  const own = ownBoxes(element);
  return own.length > 0 ? own : labelBoxes(element);
}

/** Returns the boxes of an element; those of its contents if it has none. */
export function ownBoxes(element: Element): DOMRect[] {
  if (element instanceof HTMLAreaElement) return areaBoxes(element);
  const own = sized(unshadowed(element).getClientRects());
  if (own.length > 0) return own;
  const range = document.createRange();
  range.selectNodeContents(element);
  return sized(range.getClientRects());
}

/** Returns the boxes of the labels that act for a control. */
export function labelBoxes(element: Element): DOMRect[] {
  if (!(element instanceof HTMLInputElement)) return [];
  return [...(element.labels ?? [])].flatMap(ownBoxes);
}

/** Returns what the style sheet draws beside an element: the box that a label draws for its hidden control. */
export function drawnBoxes(element: Element): DOMRect[] {
  return ["::before", "::after"].flatMap((pseudo) => {
    const style = getComputedStyle(element, pseudo);
    if (style.content === "none" || style.position !== "absolute") return [];
    const { position } = getComputedStyle(element);
    if (position === "static") return [];
    const own = unshadowed(element);
    const around = own.getBoundingClientRect();
    const [left, top, width, height] = [style.left, style.top, style.width, style.height].map(
      Number.parseFloat,
    );
    if (left === undefined || top === undefined) return [];
    const x = around.left + own.clientLeft + left;
    return [new DOMRect(x, around.top + own.clientTop + top, width, height)].filter(isSized);
  });
}

/** Points as shares of a box's width and height. */
type Shares = readonly (readonly [number, number])[];

const ANYWHERE: Shares = [
  [0.5, 0.5],
  [INSET, 0.5],
  [1 - INSET, 0.5],
  [0.5, INSET],
  [0.5, 1 - INSET],
  [INSET, INSET],
  [1 - INSET, INSET],
  [INSET, 1 - INSET],
  [1 - INSET, 1 - INSET],
];

/** Returns where to drop something so that it comes before or after an element, as its row or column runs. */
export function sharesAt(element: Element, position: "before" | "on" | "after"): Shares {
  if (position === "on") return ANYWHERE;
  const share = position === "before" ? INSET : 1 - INSET;
  const box = element.getBoundingClientRect();
  const { nextElementSibling, previousElementSibling } = unshadowed(element);
  const beside = (nextElementSibling ?? previousElementSibling)?.getBoundingClientRect();
  const isRow = beside !== undefined && (beside.left >= box.right || beside.right <= box.left);
  return isRow ? [[share, 0.5]] : [[0.5, share]];
}

/** Returns points in the viewport: the centres of all boxes first, then points towards the sides and corners. */
export function pointsIn(boxes: readonly DOMRect[], shares: Shares = ANYWHERE): Point[] {
  const seen = boxes.slice(0, MAX_BOXES).flatMap((box) => {
    const left = Math.max(box.left, 0);
    const top = Math.max(box.top, 0);
    const right = Math.min(box.right, innerWidth);
    const bottom = Math.min(box.bottom, innerHeight);
    return right - left >= 1 && bottom - top >= 1
      ? [new DOMRect(left, top, right - left, bottom - top)]
      : [];
  });
  return shares.flatMap(([x, y]) =>
    seen.map((box) => ({ x: box.left + box.width * x, y: box.top + box.height * y })),
  );
}

/** Returns points in boxes that lie on the four sides of other boxes, level with the middles of those. */
export function pointsBeside(boxes: readonly DOMRect[], others: readonly DOMRect[]): Point[] {
  return boxes.slice(0, MAX_BOXES).flatMap((box) =>
    others.slice(0, MAX_BOXES).flatMap((other) => {
      const x = (Math.max(box.left, other.left) + Math.min(box.right, other.right)) / 2;
      const y = (Math.max(box.top, other.top) + Math.min(box.bottom, other.bottom)) / 2;
      return [
        ...between(box.left, other.left).map((each) => ({ x: each, y })),
        ...between(other.right, box.right).map((each) => ({ x: each, y })),
        ...between(box.top, other.top).map((each) => ({ x, y: each })),
        ...between(other.bottom, box.bottom).map((each) => ({ x, y: each })),
      ].filter((point) => isIn(box, point));
    }),
  );
}

function between(from: number, to: number): number[] {
  return to - from >= LEAST_ROOM ? [(from + to) / 2] : [];
}

function isIn({ left, top, right, bottom }: DOMRect, { x, y }: Point): boolean {
  return x >= left && x < right && y >= top && y < bottom;
}

function sized(boxes: DOMRectList): DOMRect[] {
  return [...boxes].filter(isSized);
}

function isSized({ width, height }: DOMRect): boolean {
  return width >= 1 && height >= 1;
}
