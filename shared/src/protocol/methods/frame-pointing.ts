// Declares what the worker has a frame do for the pointer: it finds the point, guards the gesture, and sends events.
import * as z from "zod/mini";

import { elementPoint, MAX_ID, modifierKeys } from "../../model/actions/action-spec.ts";
import { pointerGesture, scrollDirection, scrollDistance } from "../../model/actions/pointing.ts";
import { scrolled, target } from "../../model/page/target.ts";
import { focused } from "./frame-reading.ts";
import { actionId, elementId, nothing } from "./method-spec.ts";
import type { MethodSpec } from "./method-spec.ts";

/** Set if the element holds a secret: text that is entered there is shown to nobody. */
export const secret = z.optional(z.literal(true));

/** The pointer's position, in CSS px from the frame's top left corner. */
export const point = { x: z.number(), y: z.number() };

/**
 * The part that is meant of an element that is, or holds, the opener of a list: the opener itself, or this option of
 * the list.
 */
const part = { opener: z.optional(z.literal(true)), option: z.optional(z.string()) };

/** Set if the gesture is a turn of the wheel: it reaches an element also over what stands in that. */
const wheel = z.optional(z.literal(true));

/** Says how a gesture is guarded. The guard ends after `forMs` at the latest. */
const guard = { forMs: z.int().check(z.positive(), z.maximum(60_000)), ...part, wheel };

/** Says for what action the page's work is noted. */
export const watch = z.strictObject({
  actionId,
  /** True if the tab is behind others, and tabs that its links open must not come before them. */
  linksBehind: z.optional(z.boolean()),
});

/** Gets a frame ready for a gesture, in the same call that finds its point: each part is done as soon as that is known. */
const ready = z.strictObject({
  /** Begins to note the page's work, as `frame.watch` does. */
  watch: z.optional(watch),
  /** Guards the gesture, as `frame.guard` does. */
  guard: z.optional(
    z.strictObject({
      ...guard,
      /**
       * `before`: the element must come to rest before it is pointed at. `at-press`: the guard may check at the press
       * that it is at rest. `any`: it is pressed wherever it is.
       */
      rest: z._default(z.enum(["before", "at-press", "any"]), "before"),
    }),
  ),
});

const landing = z.object({
  /**
   * `there`: the gesture landed on its element. `elsewhere`: it landed on another, and was cancelled before the page
   * received it. `slipped`: the button was pressed on the element, but something else lay there before it was released.
   * `moved`: the element was not at rest when the button went down on it, and the press was cancelled in the same way.
   * `nowhere`: this frame received no gesture. `unwatched`: this document has no guard.
   */
  landed: z.enum(["there", "elsewhere", "slipped", "moved", "nowhere", "unwatched"]),
  /** The element that it landed on instead. */
  by: z.optional(z.object({ id: z.optional(z.string()), words: z.string() })),
});

export const framePointingMethods = {
  "frame.locate": {
    link: "worker-frame",
    summary: "Find an element, bring it into view and give the point to act on",
    params: z.strictObject({
      id: elementId,
      /** The action that is about to be done; it decides which conditions are checked. */
      purpose: z.enum(["click", "hover", "focus", "type", "select"]),
      timeoutMs: z.int().check(z.positive()),
      /** The option of the element's open list that is meant instead, by id, value or text. */
      option: z.optional(z.string()),
      /** The part of it that is wanted: any, or the edge before or after which things are dropped. */
      position: z._default(z.enum(["before", "on", "after"]), "on"),
      /** The one point of it that is wanted, by parts of its box. */
      at: z.optional(elementPoint),
      /** For an iframe: the point that is wanted within its content, and the id that was asked for. */
      within: z.optional(z.strictObject({ x: z.number(), y: z.number(), id: elementId })),
      /** Set if something is dragged to it, which may lie over it for as long as it is dragged. */
      drop: z.optional(z.literal(true)),
      /** Set if it may be moving: the pointer is only brought to where it is now. */
      anywhere: z.optional(z.literal(true)),
      ready: z.optional(ready),
    }),
    result: z.object({
      target,
      /** CSS px from the frame's top left corner. */
      x: z.number(),
      y: z.number(),
      /**
       * The way its value is set: by keys and insertion, by the element's own setter, or not at all. The page draws the
       * text of a `drawn` one itself.
       */
      editing: z.enum([
        "line",
        "lines",
        "number",
        "contenteditable",
        "drawn",
        "setter",
        "select",
        "none",
      ]),
      /** Set for an editable element that has no paragraphs, and takes line ends as text. */
      plain: z.optional(z.literal(true)),
      readOnly: z.optional(z.literal(true)),
      /** True if the browser itself drags it. */
      draggable: z.boolean(),
      secret,
      /** Present if the frame is ready for the gesture. */
      ready: z.optional(z.object({ focused })),
    }),
  },
  "frame.guard": {
    link: "worker-frame",
    summary: "Let the pointer's next gesture reach one element alone, and cancel it anywhere else",
    params: z.strictObject({
      /** The only element that the gesture may reach; null if it is none of this frame. */
      id: z.nullable(elementId),
      ...guard,
    }),
    result: z.object({}),
  },
  "frame.guarded": {
    link: "worker-frame",
    summary: "Tell where the guarded gesture landed, and end the guard",
    params: z.strictObject({
      /**
       * Set if only the place of the press is asked for; the guard then stays as long as that is not on its element.
       */
      pressed: z.optional(z.literal(true)),
    }),
    result: landing,
  },
  "frame.scroller": {
    link: "worker-frame",
    summary:
      "Find what scrolls around an element, or the page, and where to turn the wheel over it",
    params: z.strictObject({
      id: z.nullable(elementId),
      direction: scrollDirection,
      by: z.optional(scrollDistance),
      /** Set if only what an open dialog of this frame scrolls is meant. */
      modal: z.optional(z.literal(true)),
    }),
    result: z.object({
      x: z.number(),
      y: z.number(),
      /** The distance to turn the wheel, in px. */
      deltaX: z.number(),
      deltaY: z.number(),
      target: z.optional(target),
      /** The frame that fills most of the view: if a dialog is open in it, that is meant before the page. */
      frame: z.optional(z.string().check(z.maxLength(MAX_ID))),
    }),
  },
  "frame.scrolled": {
    link: "worker-frame",
    summary: "Tell how far what was found last is scrolled, once it rests",
    params: nothing,
    result: scrolled,
  },
  "frame.move-pointer": {
    link: "worker-frame",
    summary: "Bring the pointer to a point by events of a script",
    /** The frame is that of `id`, or the main one if `id` is left out. */
    params: z.strictObject({ id: z.optional(elementId), ...point }),
    result: z.object({}),
  },
  "frame.press-pointer": {
    link: "worker-frame",
    summary: "Click by events of a script, if the element that is meant is at the point",
    params: z.strictObject({ id: elementId, ...point, ...part, ...pointerGesture }),
    result: landing,
  },
  "frame.watch-drag": {
    link: "worker-frame",
    summary: "Watch what the page does from the press of a drag on",
    params: z.strictObject({ id: elementId }),
    result: z.object({}),
  },
  "frame.drag-held": {
    link: "worker-frame",
    summary: "Tell what the press of a drag needs before the pointer moves",
    params: z.strictObject({ id: elementId }),
    result: z.object({
      /** How long the button must be held still, as the page begins the drag by a timer. */
      holdMs: z.number(),
      /** True if the browser itself drags it. */
      draggable: z.boolean(),
    }),
  },
  "frame.drag-rested": {
    link: "worker-frame",
    summary: "Wait until the page has made room for what is dragged",
    params: z.strictObject({ id: elementId }),
    result: z.object({}),
  },
  "frame.drag-heeded": {
    link: "worker-frame",
    summary: "Tell whether the page did anything for a drag, and end the watch",
    params: z.strictObject({ id: elementId }),
    result: z.object({ heeded: z.boolean() }),
  },
  "frame.begin-drag": {
    link: "worker-frame",
    summary: "Begin a drag by events of a script, if the element that is meant is at the point",
    params: z.strictObject({ id: elementId, ...point, ...part }),
    result: landing,
  },
  "frame.move-drag": {
    link: "worker-frame",
    summary: "Take what is dragged by a script to a point",
    params: z.strictObject({ id: elementId, ...point }),
    result: z.object({}),
  },
  "frame.end-drag": {
    link: "worker-frame",
    summary: "Let go of what is dragged by a script",
    params: z.strictObject({ id: elementId, drop: z.boolean() }),
    result: z.object({}),
  },
  "frame.wheel-over": {
    link: "worker-frame",
    summary: "Turn the wheel by an event of a script, if the element that is meant is at the point",
    params: z.strictObject({
      id: elementId,
      ...point,
      deltaX: z.number(),
      deltaY: z.number(),
      modifiers: z.optional(modifierKeys),
    }),
    result: landing,
  },
  "frame.turn-wheel": {
    link: "worker-frame",
    summary: "Turn the wheel by an event of a script, over what was found to scroll last",
    params: z.strictObject({
      id: z.optional(elementId),
      ...point,
      deltaX: z.number(),
      deltaY: z.number(),
    }),
    result: z.object({}),
  },
} as const satisfies Record<string, MethodSpec>;
