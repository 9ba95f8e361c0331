// Finds a point in view at which input goes to an element.
import type { Params } from "@webserv/shared/protocol/methods.ts";
import { isEditingHost } from "../../dom/element-kinds.ts";
import { isNativeControl } from "../../observe/interactivity/interaction.ts";
import type { ElementFinder } from "../../observe/identity/element-finder.ts";
import { pointAround } from "../../observe/geometry/frame-point.ts";
import type { Point } from "../../dom/hit-test.ts";
import { elementAt, hitsTarget } from "../../dom/hit-test.ts";
import { boxesOf, labelBoxes, pointsIn, sharesAt } from "../../observe/geometry/points.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

export interface View {
  readonly point?: Point;
  /** The element that lies over it at the best point in view. */
  readonly cover?: Element;
}

interface ViewSources {
  readonly finder: ElementFinder;
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
}

export function look(
  sources: ViewSources,
  element: Element,
  { purpose, position, within }: Pick<Params<"frame.locate">, "purpose" | "position" | "within">,
): View {
  // The pointer hovers over an element on any part of it; a click on a control inside it does not go to it.
  const isOther = (inside: Element): boolean =>
    purpose !== "hover" && isNativeOrKnown(sources.finder, inside);
  const points =
    within === undefined
      ? pointsIn(boxesOf(element), sharesAt(element, position))
      : pointWithin(element, within);
  const forLabel = element instanceof HTMLInputElement ? pointsIn(labelBoxes(element)) : [];
  let cover: Element | undefined;
  for (const point of [...points, ...forLabel]) {
    const hit = elementAt(point, sources.shadowRootOf);
    if (hit === null) continue;
    if (hitsTarget(hit, element, isOther)) return { point };
    cover ??= hit;
  }
  return cover === undefined ? {} : { cover };
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
