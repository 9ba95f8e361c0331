// Declares what the worker has a frame do to the page, and what it asks about the elements that are acted on.
import * as z from "zod/mini";

import { pointerGesture, scrollDirection, scrollDistance } from "../../model/actions/pointing.ts";
import { givenFiles } from "../../model/page/given-files.ts";
import { scrolled, target } from "../../model/step.ts";
import { elementId, nothing } from "./method-spec.ts";
import type { MethodSpec } from "./method-spec.ts";

/** Set if the element holds a secret: text that is entered there is shown to nobody. */
const secret = z.optional(z.literal(true));

const fieldValue = z.object({
  value: z.string(),
  /** If it is set, the value serves for comparison alone and is shown to nobody. */
  secret,
});

/**
 * The number of characters that the focused field takes before the page is to move the focus on; absent if there is no
 * limit.
 */
const room = z.optional(z.int());

const checkState = z.enum(["checked", "unchecked", "mixed"]);

/** The pointer's position, in CSS px from the frame's top left corner. */
const point = { x: z.number(), y: z.number() };

/**
 * The part that is meant of an element that is, or holds, the opener of a list: the opener itself, or this option of
 * the list.
 */
const part = { opener: z.optional(z.literal(true)), option: z.optional(z.string()) };

const landing = z.object({
  /**
   * `there`: the gesture landed on its element. `elsewhere`: it landed on another, and was cancelled before the page
   * received it. `slipped`: the button was pressed on the element, but something else lay there before it was released.
   * `nowhere`: this frame received no gesture. `unwatched`: this document has no guard.
   */
  landed: z.enum(["there", "elsewhere", "slipped", "nowhere", "unwatched"]),
  /** The element that it landed on instead. */
  by: z.optional(z.object({ id: z.optional(z.string()), words: z.string() })),
});

/** Has the members of a `KeyboardEvent` of the same names. */
const key = z.strictObject({
  key: z.string(),
  code: z.string(),
  location: z.int(),
  altKey: z.boolean(),
  ctrlKey: z.boolean(),
  metaKey: z.boolean(),
  shiftKey: z.boolean(),
});

export const frameActingMethods = {
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
      /** For an iframe: the point that is wanted within its content, and the id that was asked for. */
      within: z.optional(z.strictObject({ x: z.number(), y: z.number(), id: elementId })),
    }),
    result: z.object({
      target,
      /** CSS px from the frame's top left corner. */
      x: z.number(),
      y: z.number(),
      /** The way its value is set: by keys and insertion, by the element's own setter, or not at all. */
      editing: z.enum(["line", "lines", "number", "contenteditable", "setter", "select", "none"]),
      /** Set for an editable element that has no paragraphs, and takes line ends as text. */
      plain: z.optional(z.literal(true)),
      readOnly: z.optional(z.literal(true)),
      /** True if the browser itself drags it. */
      draggable: z.boolean(),
      secret,
    }),
  },
  "frame.guard": {
    link: "worker-frame",
    summary: "Let the pointer's next gesture reach one element alone, and cancel it anywhere else",
    params: z.strictObject({
      /** The only element that the gesture may reach; null if it is none of this frame. */
      id: z.nullable(elementId),
      forMs: z.int().check(z.positive(), z.maximum(60_000)),
      ...part,
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
  "frame.keys": {
    link: "worker-frame",
    summary: "Hear from now on whether keys come to this frame, or tell whether one has come",
    params: z.strictObject({ end: z.optional(z.literal(true)) }),
    result: z.object({ came: z.boolean() }),
  },
  "frame.drop-zone": {
    link: "worker-frame",
    summary: "Tell how files are given to an element, and watch what is dragged over this frame",
    params: z.strictObject({ id: elementId }),
    result: z.object({
      /** True if it is a field for files, or may open the chooser of one when it is pressed. */
      chooser: z.boolean(),
      /** True if it is, labels or holds the one field for files that a script can set. */
      field: z.boolean(),
    }),
  },
  "frame.dropped": {
    link: "worker-frame",
    summary: "Tell what became of what is dragged over this frame",
    params: z.strictObject({
      id: elementId,
      /** Set if the watch ends with this call. */
      end: z.optional(z.literal(true)),
    }),
    result: z.object({
      /** True if the page accepts a drop at the present place. */
      accepted: z.boolean(),
      dropped: z.boolean(),
    }),
  },
  "frame.give-files": {
    link: "worker-frame",
    summary: "Set the files of a field by its own setter, with its events",
    params: z.strictObject({ id: elementId, files: givenFiles }),
    result: z.object({
      /** False if the element neither is, labels nor holds a field for files. */
      given: z.boolean(),
      target: z.optional(target),
    }),
  },
  "frame.drop-files": {
    link: "worker-frame",
    summary: "Drop files by events of a script, if the page takes them",
    params: z.strictObject({ id: elementId, ...point, files: givenFiles }),
    result: z.object({ dropped: z.boolean() }),
  },
  "frame.focus": {
    link: "worker-frame",
    summary: "Give an element the keyboard's focus",
    params: z.strictObject({
      id: elementId,
      /** True if the field within the element of `id` is meant, should that element stand around one. */
      field: z.optional(z.boolean()),
    }),
    result: z.object({ target, focused: z.boolean(), secret }),
  },
  "frame.select-contents": {
    link: "worker-frame",
    summary: "Select all that stands in a field, or put the caret at its end",
    params: z.strictObject({
      id: elementId,
      part: z.enum(["all", "end"]),
      /**
       * Announces that text of so many characters is entered next: from now on its arrival in this frame is watched.
       * `go-on` continues an earlier watch.
       */
      typing: z.optional(
        z.union([
          z.object({
            characters: z.int(),
            /**
             * True if the first key goes ahead: the text that the browser would enter for it is kept from the page, and
             * comes with the rest.
             */
            ahead: z.boolean(),
          }),
          z.literal("go-on"),
        ]),
      ),
    }),
    /** Holds the state in which the field was found. */
    result: z.object({ ...fieldValue.shape, room }),
  },
  "frame.typed": {
    link: "worker-frame",
    summary: "Tell what has become of the text that is being entered",
    params: z.strictObject({
      id: elementId,
      /** True if text is still to come: a field that is full is given the time to move the focus on. */
      more: z.boolean(),
      /** True if the answer waits until the page has been drawn once more. */
      drawn: z.boolean(),
      /**
       * The number of keys sent since the last answer, if the page has not taken them all: the answer waits for them.
       */
      sent: z.optional(z.int()),
    }),
    result: z.object({
      ...fieldValue.shape,
      /** True if the field is still there, or the text has gone on to another; if not, nothing is released yet. */
      there: z.boolean(),
      /** All fields into which the text went, in order, as far as they are still there. */
      fields: z.array(fieldValue),
      /** The place that text goes to now: the field, another one that the page moved the focus on to, or none. */
      focus: z.enum(["field", "followed", "lost"]),
      /** True if an event of any kind has reached the page. */
      heard: z.boolean(),
      /** True if an event has reached the page since the last answer. */
      heardMore: z.boolean(),
      /**
       * The number of keys, the last ones sent, that were kept from the page since the last answer because no field
       * stood ready.
       */
      held: z.int(),
      /** True if the browser has begun to enter text, which it announces to the page by `beforeinput`. */
      byInput: z.boolean(),
      /** The number of characters that an editor, which took the key that went ahead itself, has added behind it. */
      surplus: z.int(),
      room,
    }),
  },
  "frame.answered": {
    link: "worker-frame",
    summary: "Tell whether the page has shown anything for the text that was entered last",
    params: z.strictObject({ id: elementId }),
    result: z.object({ answered: z.boolean() }),
  },
  "frame.shows": {
    link: "worker-frame",
    summary: "Tell whether a person can see an element, or read a text, in this frame",
    params: z.strictObject({
      id: z.optional(elementId),
      /** The text as a person reads it: letter case and white space do not count. */
      text: z.optional(z.string().check(z.minLength(1), z.maxLength(1000))),
    }),
    result: z.object({ shows: z.boolean() }),
  },
  "frame.value": {
    link: "worker-frame",
    summary: "Tell the current value of a field",
    params: z.strictObject({
      id: elementId,
      /** True if the answer waits until the page has been drawn once more. */
      drawn: z.optional(z.boolean()),
    }),
    result: z.object({
      ...fieldValue.shape,
      /** True if keys go to it. */
      focused: z.boolean(),
    }),
  },
  "frame.set-value": {
    link: "worker-frame",
    summary:
      "Set a field that takes no typing (date, range, colour) by its own setter, with its events",
    params: z.strictObject({ id: elementId, value: z.string() }),
    result: z.object({ value: z.string(), secret }),
  },
  "frame.scroller": {
    link: "worker-frame",
    summary:
      "Find what scrolls around an element, or the page, and where to turn the wheel over it",
    params: z.strictObject({
      id: z.nullable(elementId),
      direction: scrollDirection,
      by: z.optional(scrollDistance),
    }),
    result: z.object({
      x: z.number(),
      y: z.number(),
      /** The distance to turn the wheel, in px. */
      deltaX: z.number(),
      deltaY: z.number(),
      target: z.optional(target),
    }),
  },
  "frame.scrolled": {
    link: "worker-frame",
    summary: "Tell how far what was found last is scrolled, once it rests",
    params: nothing,
    result: scrolled,
  },
  "frame.check-state": {
    link: "worker-frame",
    summary: "Tell whether a checkbox, radio button or switch is checked",
    params: z.strictObject({
      id: elementId,
      /** The state that the answer waits for, for at most `waitMs`. */
      until: z.optional(z.strictObject({ state: checkState, waitMs: z.int().check(z.positive()) })),
    }),
    result: z.object({ target, state: checkState, radio: z.boolean() }),
  },
  "frame.find-options": {
    link: "worker-frame",
    summary: "Resolve options of a select to their indices",
    params: z.strictObject({ id: elementId, options: z.array(z.string()) }),
    result: z.object({
      indices: z.array(z.int()),
      multiple: z.boolean(),
      /** The indices that are selected now. */
      selected: z.array(z.int()),
      /** The indices of disabled and hidden options, which keys pass over. */
      disabled: z.array(z.int()),
      count: z.int(),
      secret,
    }),
  },
  "frame.select-options": {
    link: "worker-frame",
    summary: "Select options by the element's own setter, with its events",
    params: z.strictObject({ id: elementId, indices: z.array(z.int()) }),
    result: z.object({ value: z.string(), secret }),
  },
  "frame.popup": {
    link: "worker-frame",
    summary: "Tell which options a list of the page's own making shows, and find one of them",
    params: z.strictObject({
      id: elementId,
      /** The wanted option, by id, value or text. */
      option: z.optional(z.string()),
      /** The longest wait for it, in ms; it is shorter if the list shows other options and no more come. */
      waitMs: z.optional(z.int().check(z.nonnegative(), z.maximum(10_000))),
      /** True if the list is to be scrolled through to find it. */
      scroll: z.optional(z.boolean()),
    }),
    result: z.object({
      open: z.boolean(),
      /** True if it is a list that something opens, and that can be closed again. */
      collapsible: z.boolean(),
      /** True if it is opened from a text field, which may filter it. */
      editable: z.boolean(),
      options: z.array(z.string()),
      found: z.nullable(z.object({ text: z.string(), selected: z.boolean() })),
      /** The text that is shown as chosen. */
      value: z.string(),
    }),
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
  "frame.press-key": {
    link: "worker-frame",
    summary: "Press a key by events of a script, on what has the focus in this frame",
    params: z.strictObject({ key }),
    result: z.object({ secret }),
  },
  "frame.type-keys": {
    link: "worker-frame",
    summary: "Type characters by events of a script, each where the focus is by then",
    params: z.strictObject({ keys: z.array(key) }),
    result: z.object({}),
  },
  "frame.insert-text": {
    link: "worker-frame",
    summary: "Put text where the focus is by events of a script, without keys",
    params: z.strictObject({ text: z.string() }),
    result: z.object({}),
  },
  "frame.end-lines": {
    link: "worker-frame",
    summary: "Put line ends into what is edited in place by events of a script, without keys",
    params: z.strictObject({ count: z.int() }),
    result: z.object({}),
  },
} as const satisfies Record<string, MethodSpec>;
