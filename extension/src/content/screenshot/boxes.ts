// Tells where elements stand in a picture of the page, and how much of each shows. Nothing is written to the page.
import type { Box } from "@webserv/shared/model/page/screenshot.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";

import { boxesOf, labelBoxes } from "../observe/geometry/points.ts";
import type { Area } from "../observe/geometry/area.ts";
import { unshadowed } from "../dom/unshadowed.ts";
import type { BoxSources, PictureScene } from "./picture-scene.ts";
import { isCovered, pictureScene } from "./picture-scene.ts";
import { boxOf, intersection, isSameArea, isTooSmall, sizeOf } from "./rectangles.ts";
import { boundingArea } from "../observe/geometry/area.ts";

type Boxes = Result<"frame.boxes">;

/** A control that is smaller than this in both directions, in CSS px, is hidden: people see its label instead. */
const MIN_CONTROL = 4;
/** The most undrawn frames that are told; a page with more of them makes no picture. */
const MAX_UNDRAWN = 50;
/** A text over several lines is one box, unless the box is larger than its lines by this factor. */
const MAX_LOOSENESS = 1.5;

/**
 * Answers `frame.boxes`.
 * @throws WebservError `unknown-id` or `stale-id` for any id that is asked for; `outside` if `element` has no box
 */
export function readBoxes(sources: BoxSources, params: Params<"frame.boxes">): Boxes {
  const scene = pictureScene(sources, params.within);
  const { page, viewport } = scene;
  const boxes: Boxes["boxes"] = [];
  const unseen: Boxes["unseen"] = [];
  for (const [id, element] of elementsOf(sources, params.ids)) {
    const seen = shownPartOf(scene, element);
    if (typeof seen !== "string") boxes.push({ id, ...seen });
    else if (params.ids !== null) unseen.push({ id, why: seen });
  }
  return {
    pixelRatio: devicePixelRatio,
    scroll: { x: scrollX, y: scrollY },
    viewport: boxOf(viewport),
    page: boxOf(page),
    element: params.element === undefined ? null : elementBox(scene, params.element),
    boxes,
    unseen,
    undrawn: params.within === "viewport" ? [] : undrawnFrames(viewport),
  };
}

/**
 * Returns the frames that a picture may show undrawn: the browser draws other sites' frames in processes of
 * their own, and does not hurry with those out of view.
 */
function undrawnFrames(viewport: Area): Box[] {
  const boxes: Box[] = [];
  for (const frame of document.querySelectorAll("iframe")) {
    // The document is null only if it is another site's.
    if (frame.contentDocument !== null) continue;
    const { left, top, right, bottom } = frame.getBoundingClientRect();
    const area = { left, top, right, bottom };
    const isInView = isSameArea(intersection(area, viewport), area);
    if (!isInView && !isTooSmall(area)) boxes.push(boxOf(area));
  }
  return boxes.slice(0, MAX_UNDRAWN);
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

/** Returns the part of an element that shows, or the reason why nothing of it does. */
function shownPartOf(scene: PictureScene, element: Element): Box | string {
  const whole = outlineOf(element);
  if (whole === null) return "it has no box on the page";
  // The cheapest test comes first: most elements of a long page are far out of view.
  if (isTooSmall(intersection(whole, scene.within))) return "it is out of the picture";
  if (!unshadowed(element).checkVisibility({ visibilityProperty: true })) return "it is hidden";
  const shown = intersection(whole, scene.boxes.visibleArea(element, scene.within));
  if (isTooSmall(shown)) return "what it stands in is scrolled elsewhere, or cuts it off";
  if (isCovered(scene, element, shown)) return "something else lies over it";
  return boxOf(shown);
}

function elementBox(scene: PictureScene, id: string): NonNullable<Boxes["element"]> {
  const element = scene.finder.find(id);
  const boxes = boxesOf(element);
  const whole = boxes.length === 0 ? null : boundingArea(boxes);
  if (whole === null || !unshadowed(element).checkVisibility({ visibilityProperty: true })) {
    throw new WebservError("outside", `"${id}" can't be photographed: nothing of it shows`, {
      details: { id },
    });
  }
  const shown = intersection(whole, scene.boxes.visibleArea(element, scene.page));
  if (isTooSmall(shown)) {
    throw new WebservError(
      "outside",
      `"${id}" can't be photographed: what it stands in is scrolled elsewhere, or cuts it off`,
      { next: "Hover it, which brings it into view, and try again.", details: { id } },
    );
  }
  return { ...boxOf(shown), whole: isSameArea(shown, whole) };
}

/** Returns the area where a person sees an element: its own boxes, or those of its label if it is drawn as nothing. */
function outlineOf(element: Element): Area | null {
  const own = boxesOf(element);
  const labels = labelBoxes(element);
  const isSeen = own.some(({ width, height }) => Math.max(width, height) >= MIN_CONTROL);
  const boxes = !isSeen && labels.length > 0 ? labels : own;
  const [first, ...others] = boxes;
  if (first === undefined) return null;
  if (others.length === 0) return first;
  const outline = boundingArea(boxes);
  const filled = boxes.reduce((sum, box) => sum + sizeOf(box), 0);
  if (sizeOf(outline) <= filled * MAX_LOOSENESS) return outline;
  return others.reduce((largest, box) => (sizeOf(box) > sizeOf(largest) ? box : largest), first);
}
