// Finds handlers that are written as attributes: the browser's own, and those of libraries that listen at the
// document and look there for what to do.
import type { EventKind } from "@webserv/shared/protocol/handler-marks.ts";
import { handlerMark, otherMarks } from "@webserv/shared/protocol/handler-marks.ts";
import { unshadowed } from "../dom/unshadowed.ts";

const OWN: ReadonlyMap<string, EventKind> = new Map<string, EventKind>([
  ["onclick", "click"],
  ["onmousedown", "press"],
  ["onmouseup", "press"],
  ["onpointerdown", "press"],
  ["onpointerup", "press"],
  ["ontouchstart", "press"],
  ["ontouchend", "press"],
  ["ondblclick", "press"],
  ["onmouseenter", "hover"],
  ["onmouseover", "hover"],
  ["onpointerenter", "hover"],
  ["onpointerover", "hover"],
  ["onkeydown", "key"],
  ["onkeyup", "key"],
  ["onkeypress", "key"],
  ["ondragover", "drag"],
  ["ondrop", "drag"],
]);
/** The attributes of Qwik, and of jsaction (Google's own pages, and Angular while it loads). */
const QWIK_CLICK = "on:click";
const JSACTION = "jsaction";

/**
 * Returns the handler marks that an element's attributes give it.
 * @param names the names of the element's attributes
 * @param known the marks that the page script has told of the element
 */
export function attributeMarks(element: Element, names: readonly string[], known: number): number {
  let marks = 0;
  for (const name of names) {
    const kind = OWN.get(name);
    if (kind !== undefined) {
      // If a script has written to the handler properties, the page script tells what they are.
      if ((known & otherMarks.handlersKnown) === 0) marks |= handlerMark("property", kind);
    } else if (name === "draggable") {
      if (unshadowed(element).getAttribute(name) === "true") marks |= otherMarks.drag;
    } else if (
      name === QWIK_CLICK ||
      (name === JSACTION && hasClickAction(unshadowed(element).getAttribute(JSACTION)))
    ) {
      marks |= handlerMark("attribute", "click");
    }
  }
  return marks;
}

/** Parses a value such as `click:open; mouseenter:peek`; an action without an event is for the click. */
function hasClickAction(actions: string | null): boolean {
  if (actions === null) return false;
  return actions.split(";").some((action) => {
    const [event = "", handler] = action.trim().split(":");
    return event !== "" && (handler === undefined || event === "click");
  });
}
