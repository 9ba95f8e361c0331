// Finds a point at which the wheel turns a scroller, and nothing within it.
import { WebservError } from "@webserv/shared/errors/errors.ts";

import { describeElement } from "./describe-element.ts";
import type { LocateSources } from "./locate.ts";
import type { Axis } from "./scrollers.ts";
import { pageScroller, scrollerAround } from "./scrollers.ts";
import { whyUnseen } from "./unseen.ts";
import type { Point } from "../../dom/hit-test.ts";
import { elementAt } from "../../dom/hit-test.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { pointsIn } from "../../observe/geometry/points.ts";

export interface WheelPoint {
  readonly point: Point;
  /** True if something is there that may take the wheel and leave no trace in the document, such as a canvas. */
  readonly isDrawn: boolean;
}

/**
 * @param id the element that the scroller was found by; null if it was found by nothing
 * @throws WebservError `outside` if the scroller can't be brought into view, and `covered`
 */
export function wheelPoint(
  sources: LocateSources,
  scroller: Element,
  axis: Axis,
  id: string | null,
): WheelPoint {
  let look = lookOver(sources, scroller, axis);
  if (look.free === undefined && scroller !== pageScroller()) {
    scrollTo(scroller);
    look = lookOver(sources, scroller, axis);
  }
  const { free, cover } = look;
  if (free !== undefined) return free;
  const what = `what scrolls ${id === null ? "the page" : `around "${id}"`}`;
  const details = id === null ? {} : { id };
  if (cover === undefined) {
    const { words } = whyUnseen(sources.finder, scroller);
    throw new WebservError("outside", `${what} can't be brought into view: it ${words}`, {
      details,
    });
  }
  const by = describeElement(sources.finder, cover);
  throw new WebservError("covered", `${what} is covered by ${by.words}`, {
    details: { ...details, by: by.id ?? by.words },
  });
}

interface Look {
  readonly free?: WheelPoint;
  /** The element at the best of the points, if none is free. */
  readonly cover?: Element | undefined;
}

function lookOver({ shadowRootOf }: LocateSources, scroller: Element, axis: Axis): Look {
  const box =
    scroller === pageScroller()
      ? new DOMRect(0, 0, innerWidth, innerHeight)
      : unshadowed(scroller).getBoundingClientRect();
  let drawn: Point | undefined;
  let cover: Element | undefined;
  for (const point of pointsIn([box])) {
    const hit = elementAt(point, shadowRootOf);
    if (hit === null) continue;
    if ((scrollerAround(hit, axis) ?? pageScroller()) !== scroller) cover ??= hit;
    else if (unshadowed(hit).closest(DRAWN) === null) return { free: { point, isDrawn: false } };
    else drawn ??= point;
  }
  return drawn === undefined ? { cover } : { free: { point: drawn, isDrawn: true } };
}

/** A frame also scrolls its own contents first. */
const DRAWN = "canvas, iframe, frame, object, embed";

function scrollTo(scroller: Element): void {
  const nearest = { block: "nearest", inline: "nearest" } as const;
  unshadowed(scroller).scrollIntoView({ behavior: "instant", ...nearest });
}
