// Handlers that are written in the page's source: the browser's own attributes, and those of
// libraries that hear of events at the document and look there for what to do.
import type { HandlerKind } from "@webserv/shared/protocol/page-bridge.ts";
import { handlerMark, otherMarks } from "@webserv/shared/protocol/page-bridge.ts";
import { unshadowed } from "./unshadowed.ts";

const OWN: readonly (readonly [attribute: string, kind: HandlerKind])[] = [
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
];
/** Of Qwik, and of jsaction (Google's own pages, and Angular while it loads). */
const QWIK_CLICK = "on:click";
const JSACTION = "jsaction";

/** Selects every element that `attributeMarks` has marks for. */
export const HANDLER_ATTRIBUTES = [...OWN.map(([name]) => name), QWIK_CLICK, JSACTION]
  .map((name) => `[${CSS.escape(name)}]`)
  .join();

/** @param known the page script's marks of the element */
export function attributeMarks(element: Element, known: number): number {
  const own = unshadowed(element);
  let marks = 0;
  // Once a script has written to its handlers the page script tells what they are.
  if ((known & otherMarks.settled) === 0) {
    for (const [name, kind] of OWN) {
      if (own.hasAttribute(name)) marks |= handlerMark("property", kind);
    }
  }
  const clicks = own.hasAttribute(QWIK_CLICK) || hasClickAction(own.getAttribute(JSACTION));
  return clicks ? marks | handlerMark("attribute", "click") : marks;
}

/** `click:open; mouseenter:peek`; an action without an event is for the click. */
function hasClickAction(actions: string | null): boolean {
  if (actions === null) return false;
  return actions.split(";").some((action) => {
    const [event = "", handler] = action.trim().split(":");
    return event !== "" && (handler === undefined || event === "click");
  });
}
