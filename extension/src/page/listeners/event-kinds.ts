// Says what kind of handling an event's name asks for.
import type { EventKind } from "@webserv/shared/protocol/handler-marks.ts";

import { bareRecord } from "../platform/natives.ts";

const kinds: Readonly<Record<string, EventKind>> = bareRecord({
  click: "click",
  mousedown: "press",
  mouseup: "press",
  pointerdown: "press",
  pointerup: "press",
  touchstart: "press",
  touchend: "press",
  dblclick: "press",
  mouseenter: "hover",
  mouseover: "hover",
  pointerenter: "hover",
  pointerover: "hover",
  keydown: "key",
  keyup: "key",
  keypress: "key",
  dragover: "drag",
  drop: "drag",
  wheel: "wheel",
  mousewheel: "wheel",
});

/** Lists the names; elements have a property for nearly each, with `on` before it. */
export const KNOWN_EVENTS = Object.keys(kinds);

/** Returns the kind of an event; undefined if that tells nothing about what a person can do with an element. */
export function kindOfEvent(type: string): EventKind | undefined {
  return kinds[type];
}
