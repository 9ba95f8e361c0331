// Pointer events as a mouse makes them, sent to an element by a script.
import { composedParent } from "../observe/composed-tree.ts";
import type { Point } from "./hit-test.ts";
import { unshadowed } from "../unshadowed.ts";

/** The events of a mouse coming over `element`, down to the innermost. */
export function hoverAt(element: Element, point: Point): void {
  pointer(element, "pointerover", point);
  enter(element, "pointerenter", point);
  mouse(element, "mouseover", point);
  enter(element, "mouseenter", point);
  pointer(element, "pointermove", point);
  mouse(element, "mousemove", point);
}

/** The events of a whole click, the pointer's way there included. */
export function clickAt(element: Element, point: Point): void {
  hoverAt(element, point);
  pointer(element, "pointerdown", point, 1);
  const focuses = mouse(element, "mousedown", point, 1);
  if (focuses) focusNearest(element);
  pointer(element, "pointerup", point);
  mouse(element, "mouseup", point);
  if (!unshadowed(element).isConnected) return;
  // `click()` carries the activation behaviour; a dispatched event does so too, with coordinates.
  mouse(element, "click", point);
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

/** Enter events do not bubble: each element on the way gets its own, the outermost first. */
function enter(element: Element, type: "pointerenter" | "mouseenter", point: Point): void {
  const path: Element[] = [];
  for (let at: Element | null = element; at !== null; at = composedParent(at)) path.unshift(at);
  for (const at of path) {
    if (type === "pointerenter") pointer(at, type, point);
    else mouse(at, type, point);
  }
}

function pointer(element: Element, type: string, point: Point, buttons = 0): boolean {
  return unshadowed(element).dispatchEvent(
    new PointerEvent(type, {
      ...common(type, point, buttons),
      pointerId: 1,
      pointerType: "mouse",
      isPrimary: true,
      width: 1,
      height: 1,
      pressure: buttons === 0 ? 0 : 0.5,
      button: type === "pointerdown" || type === "pointerup" ? 0 : -1,
    }),
  );
}

function mouse(element: Element, type: string, point: Point, buttons = 0): boolean {
  const init = { ...common(type, point, buttons), button: 0 };
  const detail = type === "click" || type === "mousedown" || type === "mouseup" ? 1 : 0;
  if (type !== "click")
    return unshadowed(element).dispatchEvent(new MouseEvent(type, { ...init, detail }));
  // A click is a pointer event since Pointer Events 3.
  return unshadowed(element).dispatchEvent(
    new PointerEvent(type, { ...init, detail, pointerId: 1, pointerType: "mouse" }),
  );
}

function common(type: string, point: Point, buttons: number): MouseEventInit {
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
    buttons,
  };
}
