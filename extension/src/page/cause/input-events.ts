// Sets the register where the browser tells the page of the action itself: its own events are the root.
import type { Causes } from "./causes.ts";
import type { Channel } from "../channel.ts";
import type { Native } from "../natives.ts";
import { bareRecord, natives } from "../natives.ts";
import type { Listening } from "./heard.ts";
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

/** The same of what comes with every movement. */
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
 * for the agent's then. Between the two signals nothing tells them apart. Only then are they listened
 * for, which would cost every click of the page's own otherwise; and from when the page itself listens
 * at the window, to be there first. Of movements, which cost scrolling and pointing time, a listener of
 * the page's at the window may be before ours.
 */
export function hookInputEvents(listening: Listening, causes: Causes, channel: Channel): void {
  const onEvent = (): void => causes.runRoot();
  const kept = bareRecord<boolean>();
  for (let index = 0; index < INPUT_EVENTS.length; index++) kept[INPUT_EVENTS[index] ?? ""] = false;
  const hear = (native: Native, type: string): void => {
    natives.apply(native, window, [type, onEvent, true]);
  };
  const each = (types: readonly string[], native: Native, which?: boolean): void => {
    for (let index = 0; index < types.length; index++) {
      const type = types[index] ?? "";
      if (which === undefined || kept[type] === which) hear(native, type);
    }
  };
  listening.onAny((target, type) => {
    if (target !== window || kept[type] === undefined) return;
    kept[type] = true;
    hear(natives.addEventListener, type);
  });
  let isWatching = false;
  keepListening(() => each(INPUT_EVENTS, natives.addEventListener, isWatching ? undefined : true));
  channel.onWatch(() => {
    isWatching = true;
    each(INPUT_EVENTS, natives.addEventListener);
    each(MOVEMENTS, natives.addEventListener);
  });
  causes.onRest(() => {
    isWatching = false;
    each(INPUT_EVENTS, natives.removeEventListener, false);
    each(MOVEMENTS, natives.removeEventListener);
  });
}
