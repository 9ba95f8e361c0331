import { expect, test } from "vitest";

import { planGesture } from "../../../../../extension/src/background/input/pointer-plan.ts";
import type { Gesture } from "../../../../../extension/src/background/input/hands.ts";

function brief(gesture: Gesture, mac = false): string[] {
  const { keysDown, clicks, keysUp } = planGesture({ x: 3, y: 4 }, gesture, { mac });
  return [
    ...keysDown.map(({ type, key, modifiers }) => `${type} ${key}:${modifiers}`),
    ...clicks
      .flatMap(({ down, up }) => [down, up])
      .map(
        ({ type, button, buttons, clickCount, modifiers, x, y }) =>
          `${type} ${button}/${buttons} #${clickCount}:${modifiers} ${x},${y}`,
      ),
    ...keysUp.map(({ type, key, modifiers }) => `${type} ${key}:${modifiers}`),
  ];
}

test("a gesture without options is one left click", () => {
  expect(brief({})).toEqual(["mousePressed left/1 #1:0 3,4", "mouseReleased left/0 #1:0 3,4"]);
});

test("clicks in a row are counted, with the button that is asked for", () => {
  expect(brief({ button: "right", count: 2 })).toEqual([
    "mousePressed right/2 #1:0 3,4",
    "mouseReleased right/0 #1:0 3,4",
    "mousePressed right/2 #2:0 3,4",
    "mouseReleased right/0 #2:0 3,4",
  ]);
});

test("modifiers are pressed around the click, each once, and told in it", () => {
  expect(brief({ modifiers: ["Control", "Shift", "Control"] })).toEqual([
    "rawKeyDown Control:2",
    "rawKeyDown Shift:10",
    "mousePressed left/1 #1:10 3,4",
    "mouseReleased left/0 #1:10 3,4",
    "keyUp Shift:2",
    "keyUp Control:0",
  ]);
});

test("what Control means elsewhere, Meta means on macOS", () => {
  expect(brief({ modifiers: ["Control"] }, true).slice(0, 2)).toEqual([
    "rawKeyDown Meta:4",
    "mousePressed left/1 #1:4 3,4",
  ]);
});
