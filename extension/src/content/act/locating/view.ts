// Finds a point in view at which input goes to an element.
import type { Params } from "@webserv/shared/protocol/methods.ts";
import { roleOf } from "../../dom/element-kinds.ts";
import { LISTS } from "../lists/openers.ts";
import { takesOwnInput } from "../../observe/interactivity/own-input.ts";
import type { ElementFinder } from "../../observe/identity/element-finder.ts";
import { pointAround } from "../../observe/geometry/frame-point.ts";
import { hitsTarget, isComposedDescendant } from "../../dom/hit-test.ts";
import type { Reach } from "../../observe/visibility/pointer-reach.ts";
import { reachOf } from "../../observe/visibility/pointer-reach.ts";
import { occlusionAt } from "../../observe/visibility/occlusion.ts";

interface ViewSources {
  readonly finder: ElementFinder;
  readonly drag: { isCarried(hit: Element): boolean };
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
}

/** Finds the first point of an element in view that input for this purpose reaches, or what lies over it. */
export function look(
  { finder, drag, shadowRootOf }: ViewSources,
  element: Element,
  {
    purpose,
    position,
    within,
    drop,
  }: Pick<Params<"frame.locate">, "purpose" | "position" | "within" | "drop">,
): Reach {
  // The pointer hovers over an element on any part of it; a click on a control inside it does not go to it. Of a
  // list, one of its options is pressed.
  const isOnAnyPart = purpose === "hover" || (purpose === "select" && LISTS.has(roleOf(element)));
  const isControl = (inside: Element): boolean => !isOnAnyPart && isOwn(finder, inside);
  if (within === undefined) {
    const isPassed = drop === true ? (hit: Element): boolean => drag.isCarried(hit) : undefined;
    return reachOf(element, { shadowRootOf, isControl, position, isPassed });
  }
  const point = pointAround(element, within);
  return occlusionAt(point === null ? [] : [point], {
    shadowRootOf,
    isFree: (hit) => hit !== null && hitsTarget(hit, element, isControl),
  });
}

/** Tells whether input that hits `hit` goes to an element: to it itself, or to a control that fills it. */
export function isReachedAt(
  { finder, shadowRootOf }: Pick<ViewSources, "finder" | "shadowRootOf">,
  element: Element,
  hit: Element,
): boolean {
  const isControl = (inside: Element): boolean => isOwn(finder, inside);
  if (hitsTarget(hit, element, isControl)) return true;
  if (!isComposedDescendant(hit, element)) return false;
  const { through } = reachOf(element, { shadowRootOf, isControl });
  return through !== undefined && isComposedDescendant(hit, through);
}

function isOwn(finder: ElementFinder, element: Element): boolean {
  return takesOwnInput(element, (each) => finder.isActedOn(each));
}
