// Lets the content script listen before the page does, also after `document.open()`, which takes every
// listener off the window: those that remain are called in the order they were added.
import type { Channel } from "../platform/channel.ts";
import type { Listening } from "./listening.ts";

export function hookFirstListeners(listening: Listening, channel: Channel): void {
  listening.onAny((target, type) => {
    if (target === window && (type === "message" || isGatedEvent(type))) channel.beforeListeners();
  });
  // Listeners by the property `onmessage` are told as others are.
  listening.on("message", [window], () => {});
}

/**
 * Tells whether the content script's gates listen for this (`gestureEvents`, `textEvents`), without anything that a
 * page could replace.
 */
function isGatedEvent(type: unknown): boolean {
  switch (type) {
    case "pointerdown":
    case "mousedown":
    case "gotpointercapture":
    case "pointerup":
    case "mouseup":
    case "click":
    case "auxclick":
    case "contextmenu":
    case "dblclick":
    case "keydown":
    case "keyup":
    case "beforeinput":
    case "textInput":
    case "input":
      return true;
    default:
      return false;
  }
}
