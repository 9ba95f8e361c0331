// Plans the mouse events of one gesture at a point. It is pure, so that every sequence can be tested.
import type { Gesture, Point } from "./hands.ts";
import type { Keyboard, KeyEvent } from "./key-plan.ts";
import { modifierBits, planHeld } from "./key-plan.ts";

/** Holds the params of `Input.dispatchMouseEvent`. */
export interface MouseEventParams extends Point {
  readonly type: "mousePressed" | "mouseReleased" | "mouseMoved";
  readonly button: "left" | "right" | "middle";
  /** The bits of the buttons that are down after the event. */
  readonly buttons: number;
  /** The number of this click in a row of clicks, from 1. */
  readonly clickCount: number;
  readonly modifiers: number;
  /** The pressure that pages are told while a button is down. */
  readonly force?: number;
}

/** The pressure of a pointer that can't measure it, while a button is down (Pointer Events, 4.1). */
export const PRESSED_FORCE = 0.5;

export interface PlannedClick {
  readonly down: MouseEventParams;
  readonly up: MouseEventParams;
}

export interface PlannedGesture {
  readonly keysDown: readonly KeyEvent[];
  readonly clicks: readonly PlannedClick[];
  readonly keysUp: readonly KeyEvent[];
}

/** The bits of `MouseEvent.buttons` (UI Events). */
export const buttonBits = { left: 1, right: 2, middle: 4 } as const;

/** Plans a gesture: modifiers go down in the order given, each click follows, and modifiers go up in reverse. */
export function planGesture(
  point: Point,
  { button = "left", count = 1, modifiers: names = [] }: Gesture,
  keyboard: Keyboard,
): PlannedGesture {
  // On macOS, a click with Control is a right click; Meta does there what Control does on other systems.
  const meant = names.map((name) => (keyboard.mac && name === "Control" ? "Meta" : name));
  const held = planHeld([...new Set(meant)]);
  const modifiers = meant.reduce((bits, name) => bits | modifierBits[name], 0);
  const at = { x: point.x, y: point.y, button, modifiers };
  return {
    keysDown: held.down,
    clicks: Array.from({ length: count }, (_, index) => ({
      down: {
        ...at,
        type: "mousePressed",
        buttons: buttonBits[button],
        clickCount: index + 1,
        force: PRESSED_FORCE,
      },
      up: { ...at, type: "mouseReleased", buttons: 0, clickCount: index + 1 },
    })),
    keysUp: held.up,
  };
}
