// Turns the wheel over an element by an event of a script, and scrolls as the browser would.
import { composedParent } from "../../dom/composed-tree.ts";
import type { Point } from "../../dom/hit-test.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { scrolls } from "../locating/scrollers.ts";
import { send } from "../script-events.ts";
import { heldModifiers } from "./synthetic-pointer.ts";

export interface WheelTurn {
  readonly deltaX: number;
  readonly deltaY: number;
}

/** @param element is the innermost one at the point */
export function turnWheel(
  element: Element,
  { x, y }: Point,
  { deltaX, deltaY }: WheelTurn,
  modifiers: Parameters<typeof heldModifiers>[0] = [],
): void {
  const init = { bubbles: true, cancelable: true, composed: true, view: window };
  const held = heldModifiers(modifiers);
  const turn = { ...init, ...held, clientX: x, clientY: y, deltaX, deltaY };
  const goesOn = send(element, new WheelEvent("wheel", turn));
  // With Control the browser zooms, which a script can't.
  if (!goesOn || held.ctrlKey === true) return;
  const scroller = scrollerOf(element, { deltaX, deltaY });
  if (scroller !== undefined) {
    unshadowed(scroller).scrollBy({ left: deltaX, top: deltaY, behavior: "instant" });
  }
}

/** Finds the innermost element around that still scrolls this way. */
function scrollerOf(element: Element, { deltaX, deltaY }: WheelTurn): Element | undefined {
  for (let at: Element | null = element; at !== null; at = composedParent(at)) {
    if (deltaY !== 0 && scrolls(at, "y") && hasRoom(at, "y", deltaY)) return at;
    if (deltaX !== 0 && scrolls(at, "x") && hasRoom(at, "x", deltaX)) return at;
  }
  return undefined;
}

function hasRoom(element: Element, axis: "x" | "y", delta: number): boolean {
  const own = unshadowed(element);
  const at = axis === "x" ? own.scrollLeft : own.scrollTop;
  const most =
    axis === "x" ? own.scrollWidth - own.clientWidth : own.scrollHeight - own.clientHeight;
  return delta < 0 ? at > 0 : at < most - 1;
}
