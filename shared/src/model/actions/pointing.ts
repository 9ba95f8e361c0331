// Declares the actions of the pointer: click, check and uncheck, drag, scroll, wheel and hover.
import * as z from "zod/mini";

import type { ActionSpec } from "./action-spec.ts";
import { elementName, elementPoint, holdTime, modifierKeys } from "./action-spec.ts";

const dragPx = z.int().check(z.minimum(-10_000), z.maximum(10_000));
const wheelPx = z.int().check(z.minimum(-100_000), z.maximum(100_000));
export const scrollDirection = z
  .enum(["up", "down", "left", "right"])
  .check(z.describe("Where to: what lies there comes into view"));
export const scrollDistance = z
  .union([z.enum(["page", "end"]), z.int().check(z.minimum(1), z.maximum(1_000_000))])
  .check(z.describe("How far: a page (default), to the end, or in px"));

/** The options by which a click differs from a plain one. */
export const pointerGesture = {
  button: z.optional(
    z.enum(["left", "right", "middle"]).check(z.describe("Button of the mouse; left if left out")),
  ),
  count: z.optional(
    z
      .int()
      .check(z.minimum(1), z.maximum(3), z.describe("Clicks in a row, such as 2 to double-click")),
  ),
  modifiers: z.optional(modifierKeys),
  holdMs: z.optional(holdTime.check(z.describe("Time the button is held down: a long press"))),
};

export const pointing = {
  click: {
    schema: z
      .strictObject({
        type: z.literal("click"),
        id: elementName,
        at: z.optional(elementPoint),
        ...pointerGesture,
      })
      .check(z.describe("Click an element")),
    verb: "click",
  },
  check: {
    schema: z
      .strictObject({ type: z.literal("check"), id: elementName })
      .check(
        z.describe("Check a checkbox or radio button, or turn a switch on, if it is not so yet"),
      ),
    verb: "check",
  },
  uncheck: {
    schema: z
      .strictObject({ type: z.literal("uncheck"), id: elementName })
      .check(z.describe("Uncheck a checkbox, or turn a switch off, if it is not so yet")),
    verb: "uncheck",
  },
  drag: {
    schema: z
      .strictObject({
        type: z.literal("drag"),
        id: elementName,
        to: z.optional(elementName),
        by: z.optional(
          z
            .strictObject({ x: dragPx, y: dragPx })
            .check(z.describe("How far, in px, in place of an element to drag to")),
        ),
        position: z.optional(
          z
            .enum(["before", "on", "after"])
            .check(
              z.describe(
                "Where at the other element: on it (default), or at its nearer or farther edge",
              ),
            ),
        ),
        at: z.optional(elementPoint),
        toAt: z.optional(elementPoint.check(z.describe("The same in the other element"))),
      })
      .check(
        z.describe("Drag an element to another one, or by a distance"),
        z.refine(({ to, by }) => (to === undefined) !== (by === undefined), {
          error: "name either the element to drag to, or by how far",
          path: ["to"],
        }),
        z.refine(
          ({ to, toAt, position }) =>
            toAt === undefined || (to !== undefined && position === undefined),
          {
            error: "toAt goes with to, and not with position",
            path: ["toAt"],
          },
        ),
      ),
    verb: "drag",
  },
  scroll: {
    schema: z
      .strictObject({
        type: z.literal("scroll"),
        direction: scrollDirection,
        id: z.optional(elementName),
        by: z.optional(scrollDistance),
      })
      .check(z.describe("Scroll what an element stands in, or the page")),
    verb: "scroll",
  },
  wheel: {
    schema: z
      .strictObject({
        type: z.literal("wheel"),
        id: elementName,
        dx: z.optional(wheelPx.check(z.describe("To the right, in px"))),
        dy: z.optional(wheelPx.check(z.describe("Downwards, in px"))),
        at: z.optional(elementPoint),
        modifiers: z.optional(modifierKeys),
      })
      .check(
        z.describe("Turn the wheel over an element that scrolls or zooms by itself"),
        z.refine(({ dx = 0, dy = 0 }) => dx !== 0 || dy !== 0, {
          error: "give dx, dy or both, and not 0 alone",
          path: ["dy"],
        }),
      ),
    verb: "wheel",
  },
  hover: {
    schema: z
      .strictObject({ type: z.literal("hover"), id: elementName, at: z.optional(elementPoint) })
      .check(z.describe("Move the pointer over an element and leave it there")),
    verb: "hover",
  },
} as const satisfies Readonly<Record<string, ActionSpec>>;
