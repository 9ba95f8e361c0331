// The points at which an element could be acted on, best first.
import type { Point } from "./hit-test.ts";

/** Boxes and points looked at for one element: a long text may wrap into hundreds of boxes. */
const MAX_BOXES = 8;
/** Distance of a corner point from the edges, as a share of the box. */
const INSET = 0.15;

/** Boxes of the element that a person can see and hit; those of its contents where it has none. */
export function boxesOf(element: Element): DOMRect[] {
  const own = sized(element.getClientRects());
  if (own.length > 0) return own;
  const range = document.createRange();
  range.selectNodeContents(element);
  const contents = sized(range.getClientRects());
  if (contents.length > 0 || !(element instanceof HTMLInputElement)) return contents;
  return labelBoxes(element);
}

/** Boxes of the labels that act for a control. */
export function labelBoxes(element: Element): DOMRect[] {
  if (!(element instanceof HTMLInputElement)) return [];
  return [...(element.labels ?? [])].flatMap((label) => sized(label.getClientRects()));
}

/** Centres first, then points towards the corners, all within the viewport. */
export function pointsIn(boxes: readonly DOMRect[]): Point[] {
  const seen = boxes.slice(0, MAX_BOXES).flatMap((box) => {
    const left = Math.max(box.left, 0);
    const top = Math.max(box.top, 0);
    const right = Math.min(box.right, innerWidth);
    const bottom = Math.min(box.bottom, innerHeight);
    return right - left >= 1 && bottom - top >= 1
      ? [new DOMRect(left, top, right - left, bottom - top)]
      : [];
  });
  const shares: readonly (readonly [number, number])[] = [
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
  return shares.flatMap(([x, y]) =>
    seen.map((box) => ({ x: box.left + box.width * x, y: box.top + box.height * y })),
  );
}

function sized(boxes: DOMRectList): DOMRect[] {
  return [...boxes].filter((box) => box.width >= 1 && box.height >= 1);
}
