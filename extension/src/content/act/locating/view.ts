// Finds a point in view at which input goes to an element.
import type { Params } from "@webserv/shared/protocol/methods.ts";
import { roleOf } from "../../dom/element-kinds.ts";
import { LISTS } from "../lists/openers.ts";
import { cardAround } from "./card-around.ts";
import { takesOwnInput } from "../../observe/interactivity/own-input.ts";
import { endOfText } from "../../dom/drawn-lines.ts";
import type { ElementFinder } from "../../observe/identity/element-finder.ts";
import { areaBoxes } from "../../observe/geometry/area-points.ts";
import { pointAround } from "../../observe/geometry/frame-point.ts";
import { pointsIn } from "../../observe/geometry/points.ts";
import { shownBoxes } from "../../observe/geometry/shown-boxes.ts";
import type { Point } from "../../dom/hit-test.ts";
import { elementAt, hitsTarget, isComposedDescendant } from "../../dom/hit-test.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import type { Reach } from "../../observe/visibility/pointer-reach.ts";
import { hitAt, reachOf } from "../../observe/visibility/pointer-reach.ts";

interface ViewSources {
  readonly finder: ElementFinder;
  readonly drag: { isCarried(hit: Element): boolean };
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
}

/** Finds the first point of an element in view that input for this purpose reaches, or what lies over it. */
export function look(
  { finder, drag, shadowRootOf }: ViewSources,
  element: Element,
  { purpose, position, within, at, drop }: Pick<Params<"frame.locate">, Aim>,
): Reach {
  // The pointer hovers over an element on any part of it; a click on a control inside it does not go to it. Of a
  // list, one of its options is pressed.
  const isOnAnyPart = purpose === "hover" || (purpose === "select" && LISTS.has(roleOf(element)));
  const isControl = isOnAnyPart ? () => false : controlsOf(finder, element);
  // An element that the drag also ends on, as a canvas with a stroke, covers nothing else.
  const isPassed =
    drop === true && !drag.isCarried(element)
      ? (hit: Element): boolean => drag.isCarried(hit)
      : undefined;
  const isAt = (point: Point | null): Reach => {
    const hit = point === null ? null : hitAt(point, shadowRootOf, isPassed);
    if (point === null || hit === null) return {};
    return hitsTarget(hit, element, isControl) ? { free: point } : { cover: hit };
  };
  if (within !== undefined) return isAt(pointAround(element, within));
  if (at !== undefined) return isAt(pointAt(element, at));
  const end = purpose === "type" ? endOfText(element) : undefined;
  const atEnd = end === undefined ? {} : isAt(end);
  if (atEnd.free !== undefined) return atEnd;
  const reach = reachOf(element, { shadowRootOf, isControl, position, isPassed });
  const card =
    reach.free === undefined && purpose === "click" ? cardAround(element, isControl) : undefined;
  if (card === undefined) return reach;
  const points = pointsIn(shownBoxes(element).own);
  const free = points.find((point) => isHitAt(point, card, shadowRootOf, isControl));
  return free === undefined ? reach : { free };
}

function isHitAt(
  point: Point,
  element: Element,
  shadowRootOf: (element: Element) => ShadowRoot | null,
  isControl: (inside: Element) => boolean,
): boolean {
  const hit = elementAt(point, shadowRootOf);
  return hit !== null && hitsTarget(hit, element, isControl);
}

/** Tells whether input that hits `hit` goes to an element: to it itself, or to a control that fills it. */
export function isReachedAt(
  { finder, shadowRootOf }: Pick<ViewSources, "finder" | "shadowRootOf">,
  element: Element,
  hit: Element,
): boolean {
  const isControl = controlsOf(finder, element);
  if (hitsTarget(hit, element, isControl)) return true;
  if (!isComposedDescendant(hit, element)) {
    const card = cardAround(element, isControl);
    return card !== undefined && hitsTarget(hit, card, isControl);
  }
  const { through } = reachOf(element, { shadowRootOf, isControl });
  return through !== undefined && isComposedDescendant(hit, through);
}

type Aim = "purpose" | "position" | "within" | "at" | "drop";

/** Returns the point at these parts of an element's box. */
export function pointAt(element: Element, { x, y }: Point): Point {
  const [area] = element instanceof HTMLAreaElement ? areaBoxes(element) : [];
  const { left, top, width, height } = area ?? unshadowed(element).getBoundingClientRect();
  // The last pixel of a box is its own, and its edge is not.
  const inside = (share: number, size: number): number =>
    Math.max(Math.min(share * size, size - INNER_PX), Math.min(INNER_PX, size / 2));
  return { x: left + inside(x, width), y: top + inside(y, height) };
}

/** The distance from the edge at which a point is surely within a box, in px. */
const INNER_PX = 0.5;

/**
 * Returns a test whether what stands in an element takes input for itself. A group of a drawing that takes no clicks
 * is pressed at its shapes: what is its own beside them is a mark or a gap.
 */
function controlsOf(finder: ElementFinder, element: Element): (inside: Element) => boolean {
  if (element instanceof SVGGElement && !finder.isActedOn(element)) return () => false;
  return (inside) => takesOwnInput(inside, (each) => finder.isActedOn(each));
}
