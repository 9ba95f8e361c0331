// Sets the register where the browser tells the page of the action itself: its own events are the root.
import type { Causes } from "./causes.ts";
import type { Channel } from "../channel.ts";
import type { Native } from "../natives.ts";
import { natives } from "../natives.ts";
import { keepListening } from "./heard.ts";

/** What input makes the browser tell, heard at the window before anything of the page does. */
const INPUT_EVENTS = [
  "pointerdown",
  "pointerup",
  "pointercancel",
  "mousedown",
  "mouseup",
  "click",
  "auxclick",
  "dblclick",
  "contextmenu",
  "dragstart",
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
 * What comes with every movement: to hear of it costs scrolling and pointing time, so it is listened for
 * while an action is waited for alone. A listener of the page's at the window itself is then before ours.
 */
const MOVEMENTS = [
  "pointerover",
  "pointerenter",
  "pointermove",
  "pointerout",
  "pointerleave",
  "mouseover",
  "mouseenter",
  "mousemove",
  "mouseout",
  "mouseleave",
  "wheel",
  "touchstart",
  "touchmove",
  "touchend",
  "drag",
  "dragenter",
  "dragover",
  "dragleave",
] as const;

/**
 * Counts while an action is carried out and waited for: a person's own hand at the same page is taken
 * for the agent's then. Between the two signals nothing tells them apart.
 */
export function hookInputEvents(causes: Causes, channel: Channel): void {
  const onEvent = (): void => causes.runRoot();
  const each = (native: Native, types: readonly string[]): void => {
    for (let index = 0; index < types.length; index++) {
      natives.apply(native, window, [types[index], onEvent, true]);
    }
  };
  keepListening(() => each(natives.addEventListener, INPUT_EVENTS));
  channel.onWatch(() => each(natives.addEventListener, MOVEMENTS));
  causes.onRest(() => each(natives.removeEventListener, MOVEMENTS));
}
