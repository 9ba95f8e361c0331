// Tells where elements stand and how much of them shows, for pictures of the page; reads, writes nothing.
import type { Box } from "@webserv/shared/model/screenshot.ts";
import { WebservError } from "@webserv/shared/protocol/errors.ts";
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";

import { boxesOf, labelBoxes } from "../act/locating/points.ts";
import type { Area } from "../observe/area.ts";
import { unshadowed } from "../unshadowed.ts";
import type { BoxSources, Look } from "./look.ts";
import { isCovered, lookAt } from "./look.ts";
import { around, boxOf, intersection, isSame, isTooSmall, sizeOf } from "./rectangles.ts";

type Boxes = Result<"frame.boxes">;

/** Smaller than this in both directions a control is there for machines, and its label for people, in CSS px. */
const MIN_CONTROL = 4;
/** Frames told of; a picture with more of them is no picture of a page. */
const MAX_UNDRAWN = 50;
/** A text over several lines is one box unless that holds this much more than its lines. */
const MAX_LOOSENESS = 1.5;

/** @throws WebservError `unknown-id` or `stale-id` for any id that is asked for; `outside` where `element` has no box. */
export function readBoxes(sources: BoxSources, params: Params<"frame.boxes">): Boxes {
  const look = lookAt(sources, params.within);
  const { page, viewport } = look;
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
    element: params.element === undefined ? null : elementBox(look, params.element),
    boxes,
    unseen,
    undrawn: params.within === "viewport" ? [] : undrawnFrames(viewport),
  };
}

/** The browser draws frames of other sites in processes of their own, and those out of view at its leisure. */
function undrawnFrames(viewport: Area): Box[] {
  const boxes: Box[] = [];
  for (const frame of document.querySelectorAll("iframe")) {
    // Null for those alone whose documents are another site's.
    if (frame.contentDocument !== null) continue;
    const { left, top, right, bottom } = frame.getBoundingClientRect();
    const area = { left, top, right, bottom };
    const isInView = isSame(intersection(area, viewport), area);
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

function elementBox(look: Look, id: string): NonNullable<Boxes["element"]> {
  const element = look.finder.find(id);
  const boxes = boxesOf(element);
  const whole = boxes.length === 0 ? null : around(boxes);
  if (whole === null || !unshadowed(element).checkVisibility({ visibilityProperty: true })) {
    throw new WebservError("outside", `"${id}" can't be photographed: nothing of it shows`, {
      details: { id },
    });
  }
  const shown = intersection(whole, look.anywhere.of(element));
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
  const filled = boxes.reduce((sum, box) => sum + sizeOf(box), 0);
  if (sizeOf(outline) <= filled * MAX_LOOSENESS) return outline;
  return others.reduce((largest, box) => (sizeOf(box) > sizeOf(largest) ? box : largest), first);
}
