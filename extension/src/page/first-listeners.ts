// Lets the content script listen before the page does, also after `document.open()`, which takes every
// listener off the window: those that remain are called in the order they were added.
import type { Channel } from "./channel.ts";
import type { Hooks } from "./hooks.ts";

export function hookFirstListeners(hooks: Hooks, channel: Channel): void {
  hooks.around(EventTarget.prototype, "addEventListener", "value", (call) => {
    const [type] = call.args;
    if (type === "message" || (isWindow(call.self) && isGestureEvent(type))) {
      channel.beforeListeners();
    }
    return call.run();
  });
  hooks.around(window, "onmessage", "set", (call) => {
    channel.beforeListeners();
    return call.run();
  });
}

/** A function of the window that is called without it is called on it. */
function isWindow(self: unknown): boolean {
  return self === window || self === undefined || self === null;
}

/** What the content script's pointer gate listens for (`gestureEvents`), told without what a page could replace. */
function isGestureEvent(type: unknown): boolean {
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
      return true;
    default:
      return false;
  }
}
