// Notes where a scroller and what it shows stand, to tell whether anything has moved since.
import type { Result } from "@webserv/shared/protocol/methods.ts";

import type { Axis } from "./scrollers.ts";
import { isScrolledByBrowser, pageScroller, roomIn, scrolls } from "./scrollers.ts";
import { composedChildren, composedParent } from "../../dom/composed-tree.ts";
import { elementAt } from "../../dom/hit-test.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import type { MovedContents } from "../../observe/geometry/moved-contents.ts";
import { movedContents } from "../../observe/geometry/moved-contents.ts";
import { isToldClipped } from "../../observe/visibility/box-layout.ts";

type RootOf = (element: Element) => ShadowRoot | null;

/** The elements at the top of a scroller whose places are compared, and the points in each row and column of its box. */
const MAX_TOP = 60;
const POINTS = 5;
/** The text of an element is compared up to this length, in UTF-16 units. */
const MAX_TEXT = 200;

export class ScrollState {
  readonly scrolled: Result<"frame.scrolled">;
  readonly #places: string;

  /** @param shown the elements whose places tell, as `shownIn` returns them */
  constructor(scroller: Element, shown: readonly Element[]) {
    const own = unshadowed(scroller);
    this.scrolled = scrolledOf(scroller);
    const places = shown.map((each) => {
      const { left, top } = unshadowed(each).getBoundingClientRect();
      const text = each.childElementCount === 0 ? each.textContent.slice(0, MAX_TEXT) : "";
      return `${Math.round(left)},${Math.round(top)},${text}`;
    });
    this.#places = [own.scrollLeft, own.scrollTop, ...places].join(";");
  }

  isSame(other: ScrollState): boolean {
    return this.#places === other.#places;
  }
}

/**
 * Returns elements that tell by their places whether a scroller was scrolled: those on top in its tree, which scripts
 * move, and those at some points of what shows of it. Their number does not depend on how much it holds.
 */
export function shownIn(scroller: Element, shadowRootOf: RootOf): readonly Element[] {
  const found = new Set<Element>();
  const waiting = [scroller];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    for (const child of composedChildren(at, shadowRootOf)) {
      if (found.size >= MAX_TOP) break;
      if (!(child instanceof Element)) continue;
      found.add(child);
      waiting.push(child);
    }
  }
  const { left, top, right, bottom } = unshadowed(scroller).getBoundingClientRect();
  const box = {
    left: Math.max(left, 0),
    top: Math.max(top, 0),
    right: Math.min(right, innerWidth),
    bottom: Math.min(bottom, innerHeight),
  };
  for (let at = 0; at < POINTS * POINTS; at++) {
    const share = { x: (at % POINTS) + 0.5, y: Math.floor(at / POINTS) + 0.5 };
    const x = box.left + ((box.right - box.left) * share.x) / POINTS;
    const y = box.top + ((box.bottom - box.top) * share.y) / POINTS;
    const hit = elementAt({ x, y }, shadowRootOf);
    for (let around = hit; around !== null; around = composedParent(around)) {
      if (around === scroller || found.has(around)) break;
      found.add(around);
    }
  }
  return [...found];
}

function scrolledOf(scroller: Element): Result<"frame.scrolled"> {
  const byBrowser = isScrolledByBrowser(scroller);
  const isMoved = !byBrowser || isToldClipped(scroller, "x") || isToldClipped(scroller, "y");
  // A page that is locked is moved in its body.
  const mover = scroller === pageScroller() ? (document.body ?? scroller) : scroller;
  const moved = isMoved ? movedContents(mover, getComputedStyle(mover), () => true) : undefined;
  const across = along("x", scroller, moved, byBrowser);
  const down = along("y", scroller, moved, byBrowser);
  return { x: across.at, maxX: across.most, y: down.at, maxY: down.most };
}

/** Tells how far a scroller is scrolled along one axis, whatever moves it along the other. */
function along(
  axis: Axis,
  scroller: Element,
  moved: MovedContents | undefined,
  byBrowser: boolean,
): { readonly at: number; readonly most: number } {
  const own = unshadowed(scroller);
  const at = Math.round(axis === "x" ? own.scrollLeft : own.scrollTop);
  const room = Math.max(0, roomIn(scroller, axis));
  if (scrolls(scroller, axis)) return { at, most: room };
  const cut = moved?.[axis];
  if (cut !== undefined) return { at: cut.before, most: cut.most };
  // Nobody can scroll what is only cut off beside what the browser scrolls.
  return { at, most: byBrowser ? Math.max(0, at) : room };
}
