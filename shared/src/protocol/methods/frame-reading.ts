// Declares what the worker asks a frame about the page: its contents, its boxes, its place among other frames.
import * as z from "zod/mini";

import { elementWords, MAX_ID } from "../../model/actions/action-spec.ts";
import { framePlace } from "../../model/page/frame-place.ts";
import { MAX_NAMED, MAX_NAMED_WORDS, MAX_NEAREST } from "../../model/page/named-limits.ts";
import { frameReading, observeOptions } from "../../model/page/observation.ts";
import { pdfBytes } from "../../model/page/pdf-text.ts";
import { box, MAX_MARKS } from "../../model/page/screenshot.ts";
import { elementId, nothing } from "./method-spec.ts";
import type { MethodSpec } from "./method-spec.ts";

const hailToken = z.uuid();

export const focused = z.object({
  /** The id of the iframe that has the focus; null if the focus is in this frame itself. */
  id: z.nullable(z.string()),
  /** The id of the element, or of the nearest one around it that has an id; null if nothing has the focus. */
  element: z.nullable(z.string()),
  /** Set if text typed there is a secret. */
  secret: z.optional(z.literal(true)),
});

/** redrawn: it is gone, and the page has put another one in its place that is the same to a reader. */
const presence = z.enum(["present", "redrawn", "gone", "unknown"]);

/** Asks, with a reading, for what an action has done besides: each answer is given once the frame has been read. */
const aftermath = z.strictObject({
  /** The element of the action, if it stands in this frame. */
  id: z.optional(elementId),
});

const namedElement = z.object({
  /** The frame's prefix is part of it. */
  id: z.string().check(z.maxLength(2 * MAX_ID)),
  /** The element in words, such as: button "Save" in "Address". */
  words: z.string().check(z.maxLength(MAX_NAMED_WORDS)),
  /** How little its name resembles the words: 0 if it is the same. */
  distance: z.number().check(z.nonnegative()),
  /** False if something is open that keeps it from being used. */
  usable: z.boolean(),
});

export const frameReadingMethods = {
  "frame.ping": {
    link: "worker-frame",
    summary: "Answer, to show that the page's thread runs",
    params: nothing,
    result: z.object({}),
  },
  "frame.observe": {
    link: "worker-frame",
    summary: "Read this frame",
    params: z.strictObject({
      ...observeOptions.shape,
      /** It is prepended to every id in the answer. */
      prefix: z._default(z.string().check(z.maxLength(MAX_ID)), ""),
      /**
       * Holds what the frame around this one reports of its place; the main frame is never held back, and has the
       * focus.
       */
      held: z.optional(z.boolean()),
      focused: z.optional(z.boolean()),
      /** True if nobody is shown this reading: the next one is not compared with it. */
      aside: z.optional(z.boolean()),
      aftermath: z.optional(aftermath),
    }),
    result: z.object({
      ...frameReading.shape,
      /** Tells what has the focus, and whether the element is still there; present if it was asked for. */
      aftermath: z.optional(z.object({ focused, presence: z.optional(presence) })),
      frames: z.array(framePlace),
      /** Set if the document shows a PDF, of which it can tell nothing: a name that no other PDF in the tab has. */
      pdf: z.optional(z.string().check(z.maxLength(2_100))),
      /** The token budget that was kept to; with a diff, the page itself may be longer than the answer. */
      budget: z.int(),
    }),
  },
  "frame.pdf-bytes": {
    link: "worker-frame",
    summary: "Get the bytes of the PDF that this document shows",
    params: z.strictObject({
      /** True if the address is not to be asked: the bytes come from the browser's cache, or not at all. */
      kept: z.boolean(),
    }),
    result: z.object({
      base64: z.optional(pdfBytes),
      /** Why there are none. */
      why: z.optional(z.string().check(z.maxLength(200))),
    }),
  },
  "frame.hail": {
    link: "worker-frame",
    summary: "Show the frame around this one which of its frames this is",
    params: z.strictObject({ token: hailToken }),
    result: z.object({}),
  },
  "frame.hailed-by": {
    link: "worker-frame",
    summary: "Tell the id of the iframe whose document has hailed this frame",
    params: z.strictObject({ token: hailToken }),
    /** Null if that frame was not seen at the last reading. */
    result: z.object({ id: z.nullable(z.string()) }),
  },
  "frame.focused": {
    link: "worker-frame",
    summary: "Tell the id of what holds the keyboard's focus",
    params: nothing,
    result: focused,
  },
  "frame.presence": {
    link: "worker-frame",
    summary: "Tell whether the element with an id is still there",
    params: z.strictObject({ id: elementId }),
    result: z.object({ state: presence }),
  },
  "frame.confirm": {
    link: "worker-frame",
    summary:
      "Make sure that an element still shows what its id was told for; read the frame anew where not",
    params: z.strictObject({ id: elementId }),
    /** True if another element has the id now. */
    result: z.object({ rebound: z.boolean() }),
  },
  "frame.find-named": {
    link: "worker-frame",
    summary: "Find what a person would call by these words, in the whole of this frame",
    params: z.strictObject({
      ...elementWords.shape,
      /** It is prepended to every id in the answer. */
      prefix: z._default(z.string().check(z.maxLength(MAX_ID)), ""),
      /** Set if frames are wanted that are called `in`, or stand in what is called so; `name` counts for nothing then. */
      frames: z.optional(z.literal(true)),
    }),
    result: z.object({
      /** All that fit equally well. */
      matches: z.array(namedElement).check(z.maxLength(MAX_NAMED)),
      /** The number of frames in this one. */
      inner: z.int().check(z.nonnegative()),
      /** If nothing fits: what comes nearest. */
      nearest: z.array(namedElement).check(z.maxLength(MAX_NEAREST)),
      /** Set if `nearest` are called so, and only this says that none of them is meant. */
      missed: z.optional(z.enum(["in", "role"])),
    }),
  },
  "frame.reveal": {
    link: "worker-frame",
    summary: "Scroll an element into view: frames that nobody sees draw nothing",
    params: z.strictObject({ id: elementId }),
    result: z.object({}),
  },
  "frame.nearest": {
    link: "worker-frame",
    summary: "Tell the ids of this frame that come nearest to an unknown one, or hold it as a part",
    params: z.strictObject({ id: elementId }),
    result: z.object({ nearest: z.array(z.string()) }),
  },
  "frame.boxes": {
    link: "worker-frame",
    summary: "Tell where the elements of the last reading stand, as far as they show",
    params: z.strictObject({
      /** The area to search: the viewport, or all that can be scrolled to. */
      within: z.enum(["viewport", "page"]),
      /** Null: all of the last reading. */
      ids: z.nullable(z.array(elementId).check(z.maxLength(MAX_MARKS))),
      /** An element whose own box is wanted, in view or not. */
      element: z.optional(elementId),
    }),
    /** All lengths are in CSS px; boxes are measured from the frame's top left corner. */
    result: z.object({
      /** Px of the screen per CSS px. */
      pixelRatio: z.number(),
      /** The frame's scroll offset in its document. */
      scroll: z.object({ x: z.number(), y: z.number() }),
      viewport: box,
      /** The whole area that can be scrolled to. */
      page: box,
      /** The element's box, clipped to the part that its ancestors let show. */
      element: z.nullable(z.object({ ...box.shape, whole: z.boolean() })),
      /** The boxes are in reading order as far as that is known. */
      boxes: z.array(z.object({ id: z.string(), ...box.shape })),
      /** The ids of `ids` that do not show, with the reason. */
      unseen: z.array(z.object({ id: z.string(), why: z.string() })),
      /** Frames of other sites out of view, which the browser may not draw. */
      undrawn: z.array(box),
    }),
  },
  "frame.boxes-around": {
    link: "worker-frame",
    summary:
      "Tell where boxes in a frame's content stand in the document around it, as far as they show",
    params: z.strictObject({
      /** Id of the iframe. */
      id: elementId,
      /** It means the same as in `frame.boxes`. */
      within: z.enum(["viewport", "page"]),
      /** They are in CSS px from the inner frame's top left corner. */
      boxes: z.array(box),
      /** True if a box counts as shown even if something else lies over it. */
      evenCovered: z.boolean(),
    }),
    result: z.object({
      /** They are in the order of the given ones. */
      boxes: z.array(
        z.union([z.object({ ...box.shape, whole: z.boolean() }), z.object({ why: z.string() })]),
      ),
    }),
  },
  "frame.hush": {
    link: "worker-frame",
    summary:
      "Keep the page's listeners from hearing of another window size, while a picture is taken",
    params: z.strictObject({
      /** The duration from now on, in ms; it replaces an earlier one. */
      forMs: z.int().check(z.nonnegative(), z.maximum(60_000)),
    }),
    result: z.object({}),
  },
} as const satisfies Record<string, MethodSpec>;
