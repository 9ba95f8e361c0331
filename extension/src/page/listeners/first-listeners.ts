// Lets the content script listen before the page does, also after `document.open()`, which takes every
// listener off the window: those that remain are called in the order they were added.
import type { Channel } from "../platform/channel.ts";
import { kindOfEvent } from "./event-kinds.ts";
import type { Listening } from "./listening.ts";

export function hookFirstListeners(listening: Listening, channel: Channel): void {
  listening.onAny((target, type) => {
    if (target === window && isGatedEvent(type)) channel.beforeListeners();
  });
  // Listeners by the property `onmessage` are told as others are.
  listening.on("message", [window], () => {});
}

/**
 * Tells whether the content script's gates listen for this (`gestureEvents`, `textEvents`, `dragEvents`), or for what
 * is close to it, without anything that a page could replace.
 */
function isGatedEvent(type: string): boolean {
  switch (kindOfEvent(type)) {
    case "click":
    case "press":
    case "key":
    case "drag":
      return true;
    default:
  }
  switch (type) {
    case "gotpointercapture":
    case "auxclick":
    case "contextmenu":
    case "beforeinput":
    case "textInput":
    case "input":
    case "dragenter":
    case "dragleave":
    case "message":
      return true;
    default:
      return false;
  }
}
