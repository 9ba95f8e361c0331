// Finds a point in view at which input goes to an element.
import type { Params } from "@webserv/shared/protocol/methods.ts";
import { isEditingHost } from "../../dom/element-kinds.ts";
import { isNativeControl } from "../../observe/interactivity/interaction.ts";
import type { ElementFinder } from "../../observe/identity/element-finder.ts";
import { pointAround } from "../../observe/geometry/frame-point.ts";
import type { Point } from "../../dom/hit-test.ts";
import { hitsTarget } from "../../dom/hit-test.ts";
import type { Occlusion } from "../../observe/visibility/occlusion.ts";
import { occlusionAt, pointerPoints } from "../../observe/visibility/occlusion.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

interface ViewSources {
  readonly finder: ElementFinder;
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
}

/** Finds the first point of an element in view that input for this purpose reaches, or what lies over it. */
export function look(
  { finder, shadowRootOf }: ViewSources,
  element: Element,
  { purpose, position, within }: Pick<Params<"frame.locate">, "purpose" | "position" | "within">,
): Occlusion {
  // The pointer hovers over an element on any part of it; a click on a control inside it does not go to it.
  const isOther = (inside: Element): boolean =>
    purpose !== "hover" && isNativeOrKnown(finder, inside);
  const points =
    within === undefined ? pointerPoints(element, position) : pointWithin(element, within);
  return occlusionAt(points, {
    shadowRootOf,
    isFree: (hit) => hit !== null && hitsTarget(hit, element, isOther),
  });
}

function pointWithin(frame: Element, within: Point): Point[] {
  const point = pointAround(frame, within);
  return point === null ? [] : [point];
}

/** Tells whether an element is acted on by itself, so that input at it is not for the elements around it. */
export function isNativeOrKnown(finder: ElementFinder, element: Element): boolean {
  return (
    isNativeControl(element, unshadowed(element).localName) ||
    isEditingHost(element) ||
    finder.isActedOn(element)
  );
}
