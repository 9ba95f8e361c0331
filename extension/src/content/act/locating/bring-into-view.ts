// Brings an element into view, one way after the other, until one of them leaves it free.
import type { Point } from "../../dom/hit-test.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { labelsOf } from "../../dom/labels.ts";
import { showing } from "../../observe/geometry/area-points.ts";
import { scrollToPoint } from "../../observe/geometry/frame-point.ts";
import { ownBoxes } from "../../observe/geometry/points.ts";

/** The alignments to try, in order. The middle comes first, as sticky bars stand at the edges. */
const ALIGNMENTS: readonly ScrollLogicalPosition[] = ["center", "end", "start"];

/**
 * Scrolls as the way with this number does; returns false if there are no more ways.
 * @param pointNow returns the one point that is wanted, as everything is scrolled by then
 */
export function bringIntoView(
  element: Element,
  way: number,
  pointNow: (() => Point | null) | undefined,
): boolean {
  const block = ALIGNMENTS[way % ALIGNMENTS.length] ?? "center";
  const turn = Math.floor(way / ALIGNMENTS.length);
  if (pointNow !== undefined) {
    if (turn > 0) return false;
    scrollToPoint(element, pointNow, block);
    return true;
  }
  // A control that is drawn by its label may stand elsewhere, or nowhere.
  const shown = [element, ...labelsOf(element)].filter((each) => ownBoxes(each).length > 0);
  const meant = shown[turn] ?? (turn === 0 ? element : undefined);
  if (meant === undefined) return false;
  scrollTo(meant, block);
  return true;
}

/** Scrolls to an element. What is `display: contents` has no box that the browser could scroll to. */
function scrollTo(element: Element, block: ScrollLogicalPosition): void {
  const own = unshadowed(showing(element));
  if (own.getClientRects().length > 0) {
    own.scrollIntoView({ behavior: "instant", block, inline: "nearest" });
    return;
  }
  const middle = (): Point | null => {
    const [box] = ownBoxes(element);
    return box === undefined ? null : { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  scrollToPoint(element, middle, block);
}
