// Says what kind of handling an event's name asks for.
import type { EventKind } from "@webserv/shared/protocol/handler-marks.ts";

/** Returns the kind of an event; undefined if that tells nothing about what a person can do with an element. */
export function kindOfEvent(type: string): EventKind | undefined {
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
    case "dragover":
    case "drop":
      return "drag";
    case "wheel":
    case "mousewheel":
      return "wheel";
    default:
      return undefined;
  }
}

/** Lists those names for which elements have a property, with `on` before them. */
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
  "dragover",
  "drop",
  "wheel",
] as const;
