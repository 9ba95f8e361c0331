// What kind of handling an event's name asks for.
import type { HandlerKind } from "@webserv/shared/protocol/page-bridge.ts";

/** Undefined for events that tell nothing about what a person can do with an element. */
export function kindOfEvent(type: string): HandlerKind | undefined {
  switch (type) {
    case "click":
      return "click";
    case "mousedown":
    case "mouseup":
    case "pointerdown":
    case "pointerup":
    case "touchstart":
    case "touchend":
    case "dblclick":
      return "press";
    case "mouseenter":
    case "mouseover":
    case "pointerenter":
    case "pointerover":
      return "hover";
    case "keydown":
    case "keyup":
    case "keypress":
      return "key";
    default:
      return undefined;
  }
}

/** The names among those that elements have a property for, `on` before them. */
export const PROPERTY_EVENTS = [
  "click",
  "mousedown",
  "mouseup",
  "pointerdown",
  "pointerup",
  "touchstart",
  "touchend",
  "dblclick",
  "mouseenter",
  "mouseover",
  "pointerenter",
  "pointerover",
  "keydown",
  "keyup",
  "keypress",
] as const;
