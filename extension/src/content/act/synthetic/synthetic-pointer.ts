// Sends an element the pointer and mouse events of a mouse by script.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import { send } from "../script-events.ts";
import { composedParent } from "../../dom/composed-tree.ts";
import type { Point } from "../../dom/hit-test.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** Describes clicks. The default is one left click, released at once. */
export type Gesture = Pick<ActionOf<"click">, "button" | "count" | "modifiers" | "holdMs">;

/** The value of `MouseEvent.button`, and the bit of `MouseEvent.buttons`, for each button (UI Events). */
const buttons = {
  left: { button: 0, bit: 1 },
  middle: { button: 1, bit: 4 },
  right: { button: 2, bit: 2 },
} as const;

/** Sends the events of a mouse that comes over `element`, which is the innermost one at the point. */
export function hoverAt(element: Element, point: Point): void {
  pointer(element, "pointerover", point);
  enter(element, "pointerenter", point);
  mouse(element, "mouseover", point);
  enter(element, "mouseenter", point);
  pointer(element, "pointermove", point);
  mouse(element, "mousemove", point);
}

/**
 * Sends the events of whole clicks at the point where the pointer is already. Each event carries the modifiers, but
 * their keys are not pressed.
 */
export async function pressAt(
  element: Element,
  point: Point,
  { button: name = "left", count = 1, modifiers = [], holdMs = 0 }: Gesture = {},
  signal?: AbortSignal,
): Promise<void> {
  const { button, bit } = buttons[name];
  const held = heldModifiers(modifiers);
  for (let detail = 1; detail <= count; detail++) {
    const init = { ...held, button, detail };
    pointer(element, "pointerdown", point, { ...init, buttons: bit });
    const focuses = mouse(element, "mousedown", point, { ...init, buttons: bit });
    if (focuses) focusNearest(element);
    // macOS and Linux open menus when the button goes down, Windows when it goes up.
    if (name === "right") pressed(element, "contextmenu", point, { ...init, detail: 0 });
    if (holdMs > 0) await pause(holdMs, signal);
    pointer(element, "pointerup", point, init);
    mouse(element, "mouseup", point, init);
    if (!unshadowed(element).isConnected) return;
    // `click()` carries the activation behaviour; a dispatched event does so too, with coordinates.
    pressed(element, name === "left" ? "click" : "auxclick", point, init);
    if (detail === 2 && name === "left") mouse(element, "dblclick", point, init);
  }
}

/** Returns what events say of keys that are held. */
export function heldModifiers(modifiers: NonNullable<Gesture["modifiers"]>): EventModifierInit {
  return {
    altKey: modifiers.includes("Alt"),
    ctrlKey: modifiers.includes("Control"),
    metaKey: modifiers.includes("Meta"),
    shiftKey: modifiers.includes("Shift"),
  };
}

function focusNearest(element: Element): void {
  for (let at: Element | null = element; at !== null; at = composedParent(at)) {
    if (!(at instanceof HTMLElement)) continue;
    const own = unshadowed(at);
    if (own.tabIndex >= 0 || own.isContentEditable) {
      own.focus({ preventScroll: true });
      return;
    }
  }
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    // The button is released at once if the action is aborted.
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Sends enter events. They do not bubble, so each ancestor gets its own, the outermost first. */
function enter(element: Element, type: "pointerenter" | "mouseenter", point: Point): void {
  const path: Element[] = [];
  for (let at: Element | null = element; at !== null; at = composedParent(at)) path.unshift(at);
  for (const at of path) {
    if (type === "pointerenter") pointer(at, type, point);
    else mouse(at, type, point);
  }
}

export function pointer(
  element: Element,
  type: string,
  point: Point,
  init: MouseEventInit = {},
): boolean {
  const isButton = type === "pointerdown" || type === "pointerup";
  return send(
    element,
    new PointerEvent(type, {
      ...common(type, point),
      ...init,
      // Pointer Events gives these values for the pointer of a mouse.
      detail: 0,
      button: isButton ? (init.button ?? 0) : -1,
      pointerId: 1,
      pointerType: "mouse",
      isPrimary: true,
      width: 1,
      height: 1,
      pressure: (init.buttons ?? 0) === 0 ? 0 : 0.5,
    }),
  );
}

export function mouse(
  element: Element,
  type: string,
  point: Point,
  init: MouseEventInit = {},
): boolean {
  return send(element, new MouseEvent(type, { ...common(type, point), ...init }));
}

/** Sends a click, auxclick or contextmenu, which are pointer events since Pointer Events 3. */
function pressed(element: Element, type: string, point: Point, init: MouseEventInit): boolean {
  return send(
    element,
    new PointerEvent(type, {
      ...common(type, point),
      ...init,
      pointerId: 1,
      pointerType: "mouse",
    }),
  );
}

function common(type: string, point: Point): MouseEventInit {
  const bubbles = !type.endsWith("enter");
  return {
    bubbles,
    cancelable: bubbles,
    composed: bubbles,
    view: window,
    clientX: point.x,
    clientY: point.y,
    screenX: point.x + screenX,
    screenY: point.y + screenY,
  };
}
