// Computes where a sticky element can come to stand among a scroller's contents (CSS Positioned Layout 3, 3.4).
import type { Area } from "./area.ts";
import { EVERYWHERE } from "./area.ts";
import { composedParent } from "../../dom/composed-tree.ts";
import { isRoot } from "./clipped-box.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/**
 * Returns all that a box can cover which is sticky, or moves with a sticky element around it; rather too much
 * than too little.
 */
export function stickyReach(sticky: Element, box: Area): Area {
  const own = unshadowed(sticky).getBoundingClientRect();
  const around = boundsOf(sticky);
  const { left, right, top, bottom } = getComputedStyle(sticky);
  const sticksX = left !== "auto" || right !== "auto";
  const sticksY = top !== "auto" || bottom !== "auto";
  const x = shift(own.left, own.width, around.left, around.right, sticksX);
  const y = shift(own.top, own.height, around.top, around.bottom, sticksY);
  return {
    left: box.left + x.back,
    top: box.top + y.back,
    right: box.right + x.forth,
    bottom: box.bottom + y.forth,
  };
}

/** Returns how far an element can be moved: it never leaves what it stands in. */
function shift(
  at: number,
  size: number,
  from: number,
  to: number,
  sticks: boolean,
): { readonly back: number; readonly forth: number } {
  const last = Math.max(from, to - size);
  // An element that does not stick in this direction is kept inside all the same.
  const confined = Math.max(from, Math.min(at, last));
  const [lowest, highest] = sticks ? [from, last] : [confined, confined];
  return { back: Math.min(0, lowest - at), forth: Math.max(0, highest - at) };
}

/** Returns the area that a sticky element never leaves. */
function boundsOf(sticky: Element): Area {
  const parent = composedParent(sticky);
  if (parent === null || isRoot(parent, unshadowed(parent).localName)) return EVERYWHERE;
  const { overflow, display } = getComputedStyle(parent);
  // A scroller's contents go on beyond its box.
  if (overflow !== "visible" || display === "contents") return EVERYWHERE;
  return unshadowed(parent).getBoundingClientRect();
}
