// Sets the cause when the browser dispatches the events of the action itself, which are the root of all work.
import type { Causes } from "../cause/causes.ts";
import { isTrusted, type Listening } from "../listeners/listening.ts";
import { isCalledByScript } from "../platform/calling-script.ts";
import type { Channel } from "../platform/channel.ts";
import { bareRecord, natives } from "../platform/natives.ts";

/** The browser dispatches these events before whoever sent the input hears that it has arrived. */
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
  "copy",
  "cut",
  "paste",
] as const;

/** The browser dispatches these in a task of their own, which may come later. */
const LATER_EVENTS = [
  "toggle",
  "beforetoggle",
  "close",
  "cancel",
  "select",
  "popstate",
  "hashchange",
] as const;

/** The browser dispatches these with every movement. */
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

/** These are trusted also if a script has brought them about: by `focus()`, `click()` at a box, `requestSubmit()`. */
const OF_SCRIPTS = bareRecord<true>({
  focus: true,
  focusin: true,
  blur: true,
  focusout: true,
  input: true,
  change: true,
  submit: true,
  reset: true,
  invalid: true,
  copy: true,
  cut: true,
});

/**
 * Listens while an action is carried out and waited for. A person's own input at the same page is then taken for the
 * agent's, as nothing tells them apart between the two signals. It listens to input itself only until the input has
 * arrived, since it would otherwise slow down every click. It also listens from when the page itself listens at the
 * window, to be called first. For movements the page's listeners at the window may be called first, since listening
 * to those costs time at each scroll and move.
 */
export function hookInputEvents(listening: Listening, causes: Causes, channel: Channel): void {
  const onEvent = (event: Event): void => {
    const type = String(natives.apply(natives.eventType, event, []));
    const mayBeScripted = !isTrusted(event) || OF_SCRIPTS[type] === true;
    causes.runRoot(mayBeScripted, () => isCalledByScript(onEvent));
  };
  /** Tells whether the page itself listens for it at the window. */
  const kept = bareRecord<boolean>();
  for (const type of [...INPUT_EVENTS, ...LATER_EVENTS]) kept[type] = false;
  const hear = (types: readonly string[]): void => {
    for (let index = 0; index < types.length; index++) {
      natives.apply(natives.addEventListener, window, [types[index], onEvent, true]);
    }
  };
  const ignore = (types: readonly string[]): void => {
    for (let index = 0; index < types.length; index++) {
      const type = types[index] ?? "";
      if (kept[type] === true) continue;
      natives.apply(natives.removeEventListener, window, [type, onEvent, true]);
    }
  };
  listening.onAny((target, type) => {
    if (target !== window || kept[type] !== false) return;
    kept[type] = true;
    hear([type]);
  });
  let isActing = false;
  let isWatching = false;
  listening.keep(() => {
    hear(INPUT_EVENTS);
    hear(LATER_EVENTS);
    if (!isActing) ignore(INPUT_EVENTS);
    if (!isWatching) ignore(LATER_EVENTS);
  });
  channel.onWatch(() => {
    isActing = true;
    isWatching = true;
    hear(INPUT_EVENTS);
    hear(MOVEMENTS);
    hear(LATER_EVENTS);
  });
  const onArrived = (): void => {
    isActing = false;
    ignore(INPUT_EVENTS);
    ignore(MOVEMENTS);
  };
  channel.onAttend(onArrived);
  causes.onRest(() => {
    isWatching = false;
    onArrived();
    ignore(LATER_EVENTS);
  });
}
