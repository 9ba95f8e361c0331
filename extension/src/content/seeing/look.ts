// One look at a page, for pictures of it: what is looked at, and what lies over what.
import type { Params } from "@webserv/shared/protocol/methods.ts";

import type { ElementFinder } from "../act/element-finder.ts";
import { elementAt, goesTo, isWithin } from "../act/hit-test.ts";
import { pointsIn } from "../act/locating/points.ts";
import type { Area } from "../observe/area.ts";
import { pageAreas } from "../observe/area.ts";
import { composedParent } from "../observe/composed-tree.ts";
import type { FrameIds } from "../observe/frame-ids.ts";
import { intersection } from "./rectangles.ts";
import { VisibleClips } from "./visible-clips.ts";

export interface BoxSources {
  readonly ids: FrameIds;
  readonly finder: ElementFinder;
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
}

/** Points tried before an element counts as covered, its middle and its sides: a hit test takes 2 ms on a large page. */
const MAX_POINTS = 5;
export interface Look extends BoxSources {
  /** All that can be scrolled to. */
  readonly page: Area;
  /** What is in view, but for scrollbars. */
  readonly viewport: Area;
  /** That of the two which is looked at. */
  readonly within: Area;
  readonly clips: VisibleClips;
  /** What cuts off elements wherever they can be scrolled to. */
  readonly anywhere: VisibleClips;
}

export function lookAt(sources: BoxSources, within: Params<"frame.boxes">["within"]): Look {
  const areas = pageAreas(document);
  const page = areas.reachable;
  const viewport = withoutScrollbars(areas.viewport);
  const area = within === "viewport" ? viewport : page;
  return {
    ...sources,
    page,
    viewport,
    within: area,
    clips: new VisibleClips(area, areas.viewport),
    anywhere: new VisibleClips(page, areas.viewport),
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

/** Only what is in view can be tested; below the fold nothing lies over anything that scrolls with it. */
export function isCovered(look: Look, element: Element, shown: Area): boolean {
  const { left, top, right, bottom } = intersection(shown, look.viewport);
  if (right - left < 1 || bottom - top < 1) return false;
  const box = new DOMRect(left, top, right - left, bottom - top);
  const hits = pointsIn([box]).slice(0, MAX_POINTS);
  for (const point of hits) {
    const hit = elementAt(point, look.shadowRootOf);
    // Input passes through what takes no pointer: to what it stands in.
    if (hit === null || goesTo(hit, element, () => false) || isWithin(element, hit)) return false;
    if (isDrawnOver(element, hit)) return false;
  }
  return true;
}

/** A control without looks of its own is drawn by what stands beside it, in front of it. */
function isDrawnOver(element: Element, hit: Element): boolean {
  if (getComputedStyle(element).opacity !== "0") return false;
  const parent = composedParent(element);
  return parent !== null && isWithin(hit, parent);
}
