// Where among the contents of a scroller an element can come to stand that sticks in sight (CSS Positioned Layout 3, 3.4).
import type { Area } from "./area.ts";
import { composedParent } from "../../dom/composed-tree.ts";
import { isRoot } from "./place.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

export const EVERYWHERE: Area = {
  left: -Infinity,
  top: -Infinity,
  right: Infinity,
  bottom: Infinity,
};

/** All that a box can cover that moves with a sticky element it is, or stands in; rather too much than too little. */
export function coveredBySticking(sticky: Element, box: Area): Area {
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

/** How far it can be moved: it never leaves what it stands in. */
function shift(
  at: number,
  size: number,
  from: number,
  to: number,
  sticks: boolean,
): { readonly back: number; readonly forth: number } {
  const last = Math.max(from, to - size);
  // What does not stick in this direction is kept inside all the same.
  const held = Math.max(from, Math.min(at, last));
  const [lowest, highest] = sticks ? [from, last] : [held, held];
  return { back: Math.min(0, lowest - at), forth: Math.max(0, highest - at) };
}

function boundsOf(sticky: Element): Area {
  const parent = composedParent(sticky);
  if (parent === null || isRoot(parent, unshadowed(parent).localName)) return EVERYWHERE;
  const { overflow, display } = getComputedStyle(parent);
  // A scroller's contents go on beyond its box.
  if (overflow !== "visible" || display === "contents") return EVERYWHERE;
  return unshadowed(parent).getBoundingClientRect();
}
