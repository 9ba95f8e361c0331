// Sets the register where the browser tells the page of the action itself: its own events are the root.
import type { Causes } from "./causes.ts";
import { natives } from "../natives.ts";
import { keepListening } from "./heard.ts";

/** All that input makes the browser tell, at the window before anything of the page hears of it. */
const INPUT_EVENTS = [
  "pointerover",
  "pointerenter",
  "pointerdown",
  "pointermove",
  "pointerup",
  "pointercancel",
  "pointerout",
  "pointerleave",
  "mouseover",
  "mouseenter",
  "mousedown",
  "mousemove",
  "mouseup",
  "mouseout",
  "mouseleave",
  "click",
  "auxclick",
  "dblclick",
  "contextmenu",
  "wheel",
  "touchstart",
  "touchmove",
  "touchend",
  "dragstart",
  "drag",
  "dragenter",
  "dragover",
  "dragleave",
  "drop",
  "dragend",
  "keydown",
  "keypress",
  "keyup",
  "beforeinput",
  "input",
  "change",
  "compositionstart",
  "compositionupdate",
  "compositionend",
  "focus",
  "focusin",
  "blur",
  "focusout",
  "submit",
  "reset",
  "invalid",
  "toggle",
  "beforetoggle",
  "close",
  "cancel",
  "copy",
  "cut",
  "paste",
  "select",
  "popstate",
  "hashchange",
] as const;

/**
 * Counts while an action is carried out and waited for: a person's own hand at the same page is taken
 * for the agent's then. Between the two signals nothing tells them apart.
 */
export function hookInputEvents(causes: Causes): void {
  const onEvent = (): void => causes.runRoot();
  keepListening(() => {
    for (let index = 0; index < INPUT_EVENTS.length; index++) {
      natives.apply(natives.addEventListener, window, [INPUT_EVENTS[index], onEvent, true]);
    }
  });
}
