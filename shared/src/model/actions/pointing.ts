// Declares the actions of the pointer: click, check and uncheck, drag, scroll and hover.
import * as z from "zod/mini";

import type { ActionSpec } from "./action-spec.ts";
import { semanticId } from "./action-spec.ts";

const dragPx = z.int().check(z.minimum(-10_000), z.maximum(10_000));
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
  modifiers: z.optional(
    z
      .array(z.enum(["Alt", "Control", "Meta", "Shift"]))
      .check(z.minLength(1), z.maxLength(4), z.describe("Keys held meanwhile")),
  ),
  holdMs: z.optional(
    z
      .int()
      .check(
        z.minimum(1),
        z.maximum(10_000),
        z.describe("Time the button is held down: a long press"),
      ),
  ),
};

export const pointing = {
  click: {
    schema: z
      .strictObject({ type: z.literal("click"), id: semanticId, ...pointerGesture })
      .check(z.describe("Click an element")),
    verb: "click",
  },
  check: {
    schema: z
      .strictObject({ type: z.literal("check"), id: semanticId })
      .check(
        z.describe("Check a checkbox or radio button, or turn a switch on, if it is not so yet"),
      ),
    verb: "check",
  },
  uncheck: {
    schema: z
      .strictObject({ type: z.literal("uncheck"), id: semanticId })
      .check(z.describe("Uncheck a checkbox, or turn a switch off, if it is not so yet")),
    verb: "uncheck",
  },
  drag: {
    schema: z
      .strictObject({
        type: z.literal("drag"),
        id: semanticId,
        to: z.optional(semanticId),
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
      })
      .check(
        z.describe("Drag an element to another one, or by a distance"),
        z.refine(({ to, by }) => (to === undefined) !== (by === undefined), {
          error: "name either the element to drag to, or by how far",
          path: ["to"],
        }),
      ),
    verb: "drag",
  },
  scroll: {
    schema: z
      .strictObject({
        type: z.literal("scroll"),
        direction: scrollDirection,
        id: z.optional(semanticId),
        by: z.optional(scrollDistance),
      })
      .check(z.describe("Scroll what an element stands in, or the page")),
    verb: "scroll",
  },
  hover: {
    schema: z
      .strictObject({ type: z.literal("hover"), id: semanticId })
      .check(z.describe("Move the pointer over an element and leave it there")),
    verb: "hover",
  },
} as const satisfies Readonly<Record<string, ActionSpec>>;
