// Decides how a drawing is read: as one picture, for its words alone, or with the shapes that can be acted on.
import { CLICK_ROLES, firstRole } from "../../dom/element-kinds.ts";
import type { WithinDrawing } from "../interactivity/drawn-targets.ts";
import {
  DRAWN_WORDS,
  holdsAimed,
  holdsTargets,
  isListenedFor,
  isTargetItself,
} from "../interactivity/drawn-targets.ts";
import type { Inherited, OpenElement, WalkContext } from "./open-element.ts";

/** An element that is being entered, as far as it is known before its contents. */
export type EnteredElement = Pick<
  OpenElement,
  "element" | "tag" | "attributes" | "role" | "native" | "style" | "outer" | "around"
>;

/** Tells whether a drawing is one picture: nothing in it is told. */
export function isOnePicture(entered: EnteredElement, context: WalkContext): boolean {
  const { element, tag, outer, around } = entered;
  if (tag !== "svg" || around.drawing !== undefined) return false;
  if (element.querySelector(DRAWN_WORDS) !== null) return false;
  const { pointer } = around;
  const { handlerMarks, hoverRules } = context;
  return isInControl(around, outer) || !holdsTargets(entered, handlerMarks, pointer, hoverRules);
}

/** Returns what holds for the shapes in an element; undefined if none of them is told by itself. */
export function drawingWithin(
  entered: EnteredElement,
  context: WalkContext,
): WithinDrawing | undefined {
  const { element, tag, outer, around } = entered;
  const { drawing } = around;
  if (drawing === undefined) {
    // A card that asks for the pointer is clicked as a whole.
    if (tag !== "svg" || around.pointer || isInControl(around, outer)) return undefined;
    const delegated = isListenedFor(entered, context.handlerMarks);
    return { delegated, aimed: delegated && holdsAimed(element) };
  }
  // What a page's own elements hold in a drawing is read as everywhere else.
  if (tag === "foreignObject" || !(element instanceof SVGElement)) return undefined;
  switch (isTargetItself(entered, context.handlerMarks)) {
    case "target":
      return undefined;
    case "for-others":
      return { delegated: true, aimed: !around.pointer && holdsAimed(element) };
    case "neither":
      return drawing;
  }
}

/** Tells whether a drawing stands in a control, which it only illustrates. */
function isInControl({ inControl }: Inherited, outer: OpenElement | undefined): boolean {
  if (inControl) return true;
  for (let at = outer; at !== undefined; at = at.outer) {
    if (at.role !== null && CLICK_ROLES.has(firstRole(at.role))) return true;
  }
  return false;
}
