// Tells where elements stand and how much of them shows, for pictures of the page; reads, writes nothing.
import type { Box } from "@webserv/shared/model/screenshot.ts";
import { WebservError } from "@webserv/shared/protocol/errors.ts";
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";

import type { ElementFinder } from "../act/element-finder.ts";
import { elementAt, goesTo, isWithin } from "../act/hit-test.ts";
import { boxesOf, labelBoxes, pointsIn } from "../act/points.ts";
import type { Area } from "../observe/area.ts";
import { pageAreas } from "../observe/area.ts";
import { composedParent } from "../observe/composed-tree.ts";
import type { FrameIds } from "../observe/frame-ids.ts";
import { unshadowed } from "../unshadowed.ts";
import { VisibleClips } from "./visible-clips.ts";

export interface BoxSources {
  readonly ids: FrameIds;
  readonly finder: ElementFinder;
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
}

type Boxes = Result<"frame.boxes">;

/** Smaller than this in both directions a control is there for machines, and its label for people, in CSS px. */
const MIN_CONTROL = 4;
/** Less than this of an element is not seen, in CSS px. */
const MIN_SHOWN = 2;
/** Points tried before an element counts as covered, its middle and its sides: a hit test takes 2 ms on a large page. */
const MAX_POINTS = 5;
/** A text over several lines is one box unless that holds this much more than its lines. */
const MAX_LOOSENESS = 1.5;

/** @throws WebservError `unknown-id` or `stale-id` for any id that is asked for; `outside` where `element` has no box. */
export function readBoxes(sources: BoxSources, params: Params<"frame.boxes">): Boxes {
  const areas = pageAreas(document);
  const { reachable: page } = areas;
  const viewport = withoutScrollbars(areas.viewport);
  const within = params.within === "viewport" ? viewport : page;
  const look: Look = {
    ...sources,
    viewport,
    within,
    clips: new VisibleClips(within, areas.viewport),
  };
  const boxes: Boxes["boxes"] = [];
  const unseen: Boxes["unseen"] = [];
  for (const [id, element] of elementsOf(sources, params.ids)) {
    const seen = see(look, element);
    if (typeof seen !== "string") boxes.push({ id, ...seen });
    else if (params.ids !== null) unseen.push({ id, why: seen });
  }
  return {
    pixelRatio: devicePixelRatio,
    scroll: { x: scrollX, y: scrollY },
    viewport: boxOf(viewport),
    page: boxOf(page),
    element: params.element === undefined ? null : elementBox(look, params.element, page),
    boxes,
    unseen,
  };
}

interface Look extends BoxSources {
  readonly viewport: Area;
  readonly within: Area;
  readonly clips: VisibleClips;
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

function* elementsOf(
  { ids, finder }: BoxSources,
  asked: readonly string[] | null,
): Iterable<readonly [string, Element]> {
  if (asked !== null) {
    for (const id of asked) yield [id, finder.find(id)];
    return;
  }
  for (const id of ids.liveIds()) {
    const found = ids.find(id);
    if (found.state === "present") yield [id, found.element];
  }
}

/** The part of an element that shows, or why nothing of it does. */
function see(look: Look, element: Element): Box | string {
  const whole = outlineOf(element);
  if (whole === null) return "it has no box on the page";
  // Before anything that costs more: most elements of a long page are far from what is in view.
  if (isTooSmall(intersection(whole, look.within))) return "it is out of the picture";
  if (!unshadowed(element).checkVisibility({ visibilityProperty: true })) return "it is hidden";
  const shown = intersection(whole, look.clips.of(element));
  if (isTooSmall(shown)) return "what it stands in is scrolled elsewhere, or cuts it off";
  if (isCovered(look, element, shown)) return "something else lies over it";
  return boxOf(shown);
}

function elementBox(look: Look, id: string, page: Area): NonNullable<Boxes["element"]> {
  const element = look.finder.find(id);
  const boxes = boxesOf(element);
  const whole = boxes.length === 0 ? null : around(boxes);
  if (whole === null || !unshadowed(element).checkVisibility({ visibilityProperty: true })) {
    throw new WebservError("outside", `"${id}" can't be photographed: nothing of it shows`, {
      details: { id },
    });
  }
  const shown = intersection(
    whole,
    new VisibleClips(page, pageAreas(document).viewport).of(element),
  );
  if (isTooSmall(shown)) {
    throw new WebservError(
      "outside",
      `"${id}" can't be photographed: what it stands in is scrolled elsewhere, or cuts it off`,
      { next: "Hover it, which brings it into view, and try again.", details: { id } },
    );
  }
  return { ...boxOf(shown), whole: isSame(shown, whole) };
}

/** Where a person sees an element: its own boxes, or those of its label where it is drawn as nothing. */
function outlineOf(element: Element): Area | null {
  const own = boxesOf(element);
  const labels = labelBoxes(element);
  const isSeen = own.some(({ width, height }) => Math.max(width, height) >= MIN_CONTROL);
  const boxes = !isSeen && labels.length > 0 ? labels : own;
  const [first, ...others] = boxes;
  if (first === undefined) return null;
  if (others.length === 0) return first;
  const outline = around(boxes);
  const filled = boxes.reduce((sum, box) => sum + area(box), 0);
  if (area(outline) <= filled * MAX_LOOSENESS) return outline;
  return others.reduce((largest, box) => (area(box) > area(largest) ? box : largest), first);
}

/** Only what is in view can be tested; below the fold nothing lies over anything that scrolls with it. */
function isCovered(look: Look, element: Element, shown: Area): boolean {
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

function around(boxes: readonly Area[]): Area {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

function intersection(a: Area, b: Area): Area {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

function isTooSmall({ left, top, right, bottom }: Area): boolean {
  return right - left < MIN_SHOWN || bottom - top < MIN_SHOWN;
}

function isSame(a: Area, b: Area): boolean {
  return a.left === b.left && a.top === b.top && a.right === b.right && a.bottom === b.bottom;
}

function area({ left, top, right, bottom }: Area): number {
  return (right - left) * (bottom - top);
}

function boxOf({ left, top, right, bottom }: Area): Box {
  return { x: left, y: top, width: right - left, height: bottom - top };
}
