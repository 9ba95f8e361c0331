// The points at which an element could be acted on, best first.
import type { Point } from "../hit-test.ts";
import { unshadowed } from "../../unshadowed.ts";

/** Boxes and points looked at for one element: a long text may wrap into hundreds of boxes. */
const MAX_BOXES = 8;
/** Distance of a corner point from the edges, as a share of the box. */
const INSET = 0.15;

/** Boxes of the element that a person can see and hit; those of its contents where it has none. */
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

/** The part of its picture that an area of an image map covers. */
function areaBoxes(area: HTMLAreaElement): DOMRect[] {
  const name = area.closest("map")?.name ?? "";
  const picture = document.querySelector(`img[usemap="#${CSS.escape(name)}" i]`);
  if (picture === null) return [];
  const { left, top, width, height } = picture.getBoundingClientRect();
  const [x = 0, y = 0, ...rest] = area.coords.split(",").map(Number);
  if (area.shape === "default") return [new DOMRect(left, top, width, height)];
  if (area.shape === "circle") {
    const radius = rest[0] ?? 0;
    return [new DOMRect(left + x - radius, top + y - radius, 2 * radius, 2 * radius)];
  }
  // The box around a polygon: points outside the polygon fail the hit test.
  const coords = [x, y, ...rest];
  const xs = coords.filter((_, index) => index % 2 === 0);
  const ys = coords.filter((_, index) => index % 2 === 1);
  const [minX, minY] = [Math.min(...xs), Math.min(...ys)];
  return [new DOMRect(left + minX, top + minY, Math.max(...xs) - minX, Math.max(...ys) - minY)];
}

/** Boxes of the labels that act for a control. */
export function labelBoxes(element: Element): DOMRect[] {
  if (!(element instanceof HTMLInputElement)) return [];
  return [...(element.labels ?? [])].flatMap((label) => sized(label.getClientRects()));
}

/** Shares of a box's width and height. */
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

/** Where something is dropped so that it comes before or after an element, as its row or column runs. */
export function sharesAt(element: Element, position: "before" | "on" | "after"): Shares {
  if (position === "on") return ANYWHERE;
  const share = position === "before" ? INSET : 1 - INSET;
  const box = element.getBoundingClientRect();
  const { nextElementSibling, previousElementSibling } = unshadowed(element);
  const beside = (nextElementSibling ?? previousElementSibling)?.getBoundingClientRect();
  const isRow = beside !== undefined && (beside.left >= box.right || beside.right <= box.left);
  return isRow ? [[share, 0.5]] : [[0.5, share]];
}

/** Centres first, then points towards the corners, all within the viewport. */
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
