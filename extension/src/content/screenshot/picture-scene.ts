// Holds what one answer about a picture needs to know of the page: the areas, the clips and what covers what.
import type { Params } from "@webserv/shared/protocol/methods.ts";

import type { ElementFinder } from "../observe/identity/element-finder.ts";
import { hitsTarget, isComposedDescendant } from "../dom/hit-test.ts";
import { pointsIn } from "../observe/geometry/points.ts";
import type { Area } from "../observe/geometry/area.ts";
import { pageAreas } from "../observe/geometry/area.ts";
import { composedParent } from "../dom/composed-tree.ts";
import type { FrameIds } from "../observe/identity/frame-ids.ts";
import { occlusionAt } from "../observe/visibility/occlusion.ts";
import { intersection } from "./rectangles.ts";
import { ClippedBoxes } from "../observe/geometry/clip.ts";
import { ClippedBox } from "../observe/geometry/clipped-box.ts";

export interface BoxSources {
  readonly ids: FrameIds;
  readonly finder: ElementFinder;
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
}

/** The points tried before an element counts as covered: middle and sides. A hit test takes 2 ms on a large page. */
const MAX_POINTS = 5;

/** Describes what a picture shows. It is made for one answer. */
export interface PictureScene extends BoxSources {
  /** All that can be scrolled to. */
  readonly page: Area;
  /** The part of the page that is in view, without scrollbars. */
  readonly viewport: Area;
  /** The one of the two that the picture shows. */
  readonly within: Area;
  readonly boxes: ClippedBoxes;
}

/** Makes the scene of a picture of the viewport, or of the whole page. */
export function pictureScene(
  sources: BoxSources,
  within: Params<"frame.boxes">["within"],
): PictureScene {
  const areas = pageAreas(document);
  const page = areas.reachable;
  const viewport = withoutScrollbars(areas.viewport);
  const area = within === "viewport" ? viewport : page;
  return {
    ...sources,
    page,
    viewport,
    within: area,
    boxes: new ClippedBoxes(ClippedBox.ofPage(areas, document.documentElement)),
  };
}

function withoutScrollbars({ right, bottom }: Area): Area {
  const root = document.scrollingElement ?? document.documentElement;
  return {
    left: 0,
    top: 0,
    right: Math.min(right, root.clientWidth || right),
    bottom: Math.min(bottom, root.clientHeight || bottom),
  };
}

/**
 * Tells whether other elements lie over all tested points of what shows of an element. Only what is in view can
 * be hit-tested; below the fold nothing lies over anything that scrolls with it.
 */
export function isCovered(scene: PictureScene, element: Element, shown: Area): boolean {
  const { left, top, right, bottom } = intersection(shown, scene.viewport);
  if (right - left < 1 || bottom - top < 1) return false;
  const box = new DOMRect(left, top, right - left, bottom - top);
  const { cover } = occlusionAt(pointsIn([box]), {
    shadowRootOf: scene.shadowRootOf,
    mostPoints: MAX_POINTS,
    isFree: (hit) =>
      hit === null ||
      hitsTarget(hit, element, () => false) ||
      // Input passes through an element that takes no pointer events, to what it stands in.
      isComposedDescendant(element, hit) ||
      isDrawnOver(element, hit),
  });
  return cover !== undefined;
}

/** Tells whether a transparent control is drawn by an element that stands beside it and in front of it. */
function isDrawnOver(element: Element, hit: Element): boolean {
  if (getComputedStyle(element).opacity !== "0") return false;
  const parent = composedParent(element);
  return parent !== null && isComposedDescendant(hit, parent);
}
