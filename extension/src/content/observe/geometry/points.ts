// Finds the points at which an element could be acted on, best first.
import { areaBoxes } from "./area-points.ts";
import type { Point } from "../../dom/hit-test.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** Boxes tried for one element: a long text may wrap into hundreds of them. */
const MAX_BOXES = 8;
/** Distance of a side or corner point from the edges, as a share of the box. */
const INSET = 0.15;

/** Returns the boxes of an element that a person can see and hit; those of its contents if it has none. */
export function boxesOf(element: Element): DOMRect[] {
  if (element instanceof HTMLAreaElement) return areaBoxes(element);
  const own = sized(unshadowed(element).getClientRects());
  if (own.length > 0) return own;
  const range = document.createRange();
  range.selectNodeContents(element);
  const contents = sized(range.getClientRects());
  if (contents.length > 0 || !(element instanceof HTMLInputElement)) return contents;
  return labelBoxes(element);
}

/** Returns the boxes of the labels that act for a control. */
export function labelBoxes(element: Element): DOMRect[] {
  if (!(element instanceof HTMLInputElement)) return [];
  return [...(element.labels ?? [])].flatMap((label) => sized(label.getClientRects()));
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

function sized(boxes: DOMRectList): DOMRect[] {
  return [...boxes].filter((box) => box.width >= 1 && box.height >= 1);
}
