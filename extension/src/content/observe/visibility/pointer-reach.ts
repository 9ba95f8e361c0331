// Finds where a pointer reaches an element: one rule for what a reading tells as covered, and for what can be pressed.
import { isShape } from "../../dom/element-kinds.ts";
import type { Point } from "../../dom/hit-test.ts";
import { elementAt, hitsTarget, isComposedDescendant } from "../../dom/hit-test.ts";
import { composedParent } from "../../dom/composed-tree.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { areaPoints } from "../geometry/area-points.ts";
import { shapePoints } from "../geometry/shape-points.ts";
import { shownBoxes } from "../geometry/shown-boxes.ts";
import { pointsBeside, pointsIn, sharesAt } from "../geometry/points.ts";

/** The result of hit tests. Neither `free` nor `cover` is set if nothing was hit, or nothing was tested. */
export interface Reach {
  /** The first point at which input goes to the element. */
  readonly free?: Point;
  /** The control inside the element that takes the input there first: it fills all of the element. */
  readonly through?: Element;
  /** The element that lies over it at the first of its points; absent if it is free somewhere. */
  readonly cover?: Element;
}

export interface ReachTest {
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
  /** Tells whether an element inside is acted on by itself. */
  readonly isControl: (inside: Element) => boolean;
  readonly position?: "before" | "on" | "after";
  /** Tells whether an element lies over everything only for as long as it is dragged. */
  readonly isPassed?: ((hit: Element) => boolean) | undefined;
}

/**
 * Hit-tests an element as it lies in view now: at points of its boxes and of its labels, which act for it, and then
 * beside the controls inside it. If one control fills it, input at that control reaches the element as well.
 */
export function reachOf(
  element: Element,
  { shadowRootOf, isControl: isOther, position = "on", isPassed }: ReachTest,
): Reach {
  const boxes = shownBoxes(element);
  let cover: Element | undefined;
  const inner = new Map<Element, Point>();
  const test = (points: readonly Point[]): Point | undefined => {
    for (const point of points) {
      const hit = hitAt(point, shadowRootOf, isPassed);
      if (hit === null) continue;
      if (hitsTarget(hit, element, isOther)) return point;
      cover ??= hit;
      const control = controlInside(element, hit, isOther);
      if (control !== undefined && !inner.has(control)) inner.set(control, point);
    }
    return undefined;
  };
  const free = test(pointsOf(element, boxes.own, position)) ?? test(pointsIn(boxes.forLabels));
  if (free !== undefined) return { free };
  if (inner.size > 0 && position === "on") {
    const inside = [...inner.keys()].flatMap((each) => [...unshadowed(each).getClientRects()]);
    const beside = test(pointsBeside([...boxes.own, ...boxes.forLabels], inside));
    if (beside !== undefined) return { free: beside };
  }
  const [only] = inner;
  // Input at what stands in a label is not for the label's control.
  if (only !== undefined && inner.size === 1 && !(element instanceof HTMLLabelElement)) {
    const [through, point] = only;
    if (isComposedDescendant(through, element)) return { free: point, through };
  }
  return cover === undefined ? {} : { cover };
}

function pointsOf(
  element: Element,
  boxes: readonly DOMRect[],
  position: "before" | "on" | "after",
): readonly Point[] {
  if (element instanceof HTMLAreaElement) return areaPoints(element);
  const onShape = isShape(element) && position === "on" ? shapePoints(element) : [];
  return onShape.length > 0 ? onShape : pointsIn(boxes, sharesAt(element, position));
}

/** Returns the element that is hit at a point, below what is passed over. */
export function hitAt(
  point: Point,
  shadowRootOf: (element: Element) => ShadowRoot | null,
  isPassed: ((hit: Element) => boolean) | undefined,
): Element | null {
  const hit = elementAt(point, shadowRootOf);
  if (hit === null || isPassed?.(hit) !== true) return hit;
  const below = document.elementsFromPoint(point.x, point.y);
  return below.find((each) => !isPassed(each)) ?? null;
}

/** Returns the outermost control that stands around what was hit, inside the element or one of its labels. */
function controlInside(
  element: Element,
  hit: Element,
  isOther: (inside: Element) => boolean,
): Element | undefined {
  let found: Element | undefined;
  for (let at: Element | null = hit; at !== null; at = composedParent(at)) {
    if (at === element || (at instanceof HTMLLabelElement && at.control === element)) return found;
    if (isOther(at)) found = at;
  }
  return undefined;
}
