// What the worker has a frame do to the page, and asks it about elements that are acted on.
import * as z from "zod/mini";

import { pointerGesture, scrollDirection, scrollDistance } from "../../model/actions/pointing.ts";
import { givenFiles } from "../../model/given-files.ts";
import { scrolled, target } from "../../model/step.ts";
import { elementId, nothing } from "./method-spec.ts";
import type { MethodSpec } from "./method-spec.ts";

/** The element holds a secret: what goes into it is told to nobody. */
const secret = z.optional(z.literal(true));

const fieldValue = z.object({
  value: z.string(),
  /** The value is then to compare with, not to be told to anyone. */
  secret,
});

/** So many characters go where the focus is before the page is to move it on; as many as one likes if there is none. */
const room = z.optional(z.int());

const checkState = z.enum(["checked", "unchecked", "mixed"]);

/** Where the pointer is, in CSS px from the frame's top left corner. */
const point = { x: z.number(), y: z.number() };

/** Of what the element is, or holds, that opens a list: that itself, or this option of the list. */
const part = { opener: z.optional(z.literal(true)), option: z.optional(z.string()) };

const landing = z.object({
  /**
   * `there`: on its element. `elsewhere`: it was cancelled before the page heard of it. `slipped`: it
   * was pressed there, but something else lay there before the button was let go of. `nowhere`: this
   * frame heard of none. `unwatched`: this document has no guard.
   */
  landed: z.enum(["there", "elsewhere", "slipped", "nowhere", "unwatched"]),
  /** What it landed on instead. */
  by: z.optional(z.object({ id: z.optional(z.string()), words: z.string() })),
});

/** As of `KeyboardEvent`. */
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
      /** What is about to be done; decides which conditions are checked. */
      purpose: z.enum(["click", "hover", "focus", "type", "select"]),
      timeoutMs: z.int().check(z.positive()),
      /** The option of its open list is meant, by id, value or text. */
      option: z.optional(z.string()),
      /** Which part of it is wanted: any, or the edge before or after which things are put. */
      position: z._default(z.enum(["before", "on", "after"]), "on"),
      /** For an iframe: the point wanted within its content, and the id that all this is about. */
      within: z.optional(z.strictObject({ x: z.number(), y: z.number(), id: elementId })),
    }),
    result: z.object({
      target,
      /** CSS px from the frame's top left corner. */
      x: z.number(),
      y: z.number(),
      /** How its value is set: by keys and insertion, by the element's own setter, or not at all. */
      editing: z.enum(["line", "lines", "number", "contenteditable", "setter", "select", "none"]),
      /** Of what is edited in place: it takes line ends as text, having no paragraphs. */
      plain: z.optional(z.literal(true)),
      readOnly: z.optional(z.literal(true)),
      /** The browser itself drags it. */
      draggable: z.boolean(),
      secret,
    }),
  },
  "frame.guard": {
    link: "worker-frame",
    summary: "Let the pointer's next gesture reach one element alone, and cancel it anywhere else",
    params: z.strictObject({
      /** Null: none of this frame. */
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
      /** Where it was pressed is all that is asked; the guard stays while that is not on its element. */
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
      /** It is a field for files, or may open one's chooser when it is pressed. */
      chooser: z.boolean(),
      /** It is, labels or holds the one field for files that a script can give them to. */
      field: z.boolean(),
    }),
  },
  "frame.dropped": {
    link: "worker-frame",
    summary: "Tell what became of what is dragged over this frame",
    params: z.strictObject({
      id: elementId,
      /** It is watched no longer. */
      end: z.optional(z.literal(true)),
    }),
    result: z.object({
      /** The page would take it where it is. */
      accepted: z.boolean(),
      dropped: z.boolean(),
    }),
  },
  "frame.give-files": {
    link: "worker-frame",
    summary: "Set the files of a field by its own setter, with its events",
    params: z.strictObject({ id: elementId, files: givenFiles }),
    result: z.object({
      /** False if the element is about no field for files. */
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
      /** The field that `id` is about is meant, where that stands around one. */
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
      /** Text of so many characters is entered next: how it reaches this frame is watched from here on, or watched further. */
      typing: z.optional(
        z.union([
          z.object({
            characters: z.int(),
            /** The first key goes ahead: what the browser would enter for it is kept from the page, and comes with the rest. */
            ahead: z.boolean(),
          }),
          z.literal("go-on"),
        ]),
      ),
    }),
    /** As it was found, of a field that text is entered into. */
    result: z.object({ ...fieldValue.shape, room }),
  },
  "frame.typed": {
    link: "worker-frame",
    summary: "Tell what has become of the text that is being entered",
    params: z.strictObject({
      id: elementId,
      /** Text is still to come: a field that is full is given the time to hand on the focus. */
      more: z.boolean(),
      /** After the page has been drawn once more. */
      drawn: z.boolean(),
      /** So many keys were sent since the last answer, and the page has not taken them all: they are waited for. */
      sent: z.optional(z.int()),
    }),
    result: z.object({
      ...fieldValue.shape,
      /** The field is still there, or the text has gone on to another: else nothing is let go of yet. */
      there: z.boolean(),
      /** All fields into which the text went, in order, as far as they are still there. */
      fields: z.array(fieldValue),
      /** Where text goes now: to the field, to another one that the page moved on to, or to none. */
      focus: z.enum(["field", "followed", "lost"]),
      /** An event of any kind has reached the page. */
      heard: z.boolean(),
      /** So has one since the last answer. */
      heardMore: z.boolean(),
      /** Keys kept from the page since the last answer, as no field stood ready: the last that were sent. */
      held: z.int(),
      /** The browser has begun to enter text, of which it tells the page before (`beforeinput`). */
      byInput: z.boolean(),
      /** So many characters an editor has added behind the key that went ahead, which it took itself. */
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
      /** As it is read: in any case, with any white space. */
      text: z.optional(z.string().check(z.minLength(1), z.maxLength(1000))),
    }),
    result: z.object({ shows: z.boolean() }),
  },
  "frame.value": {
    link: "worker-frame",
    summary: "Tell the current value of a field",
    params: z.strictObject({
      id: elementId,
      /** After the page has been drawn once more. */
      drawn: z.optional(z.boolean()),
    }),
    result: z.object({
      ...fieldValue.shape,
      /** Keys go to it. */
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
      /** How far to turn the wheel, in px. */
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
      /** What it is waited for to become, for so long. */
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
      /** Indices now selected. */
      selected: z.array(z.int()),
      /** Indices that can't be chosen by keys, which pass over them: disabled and hidden ones. */
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
      /** By id, value or text. */
      option: z.optional(z.string()),
      /** How long to wait for it; less where the list shows others and no more come. */
      waitMs: z.optional(z.int().check(z.nonnegative(), z.maximum(10_000))),
      /** Scroll through the list to find it. */
      scroll: z.optional(z.boolean()),
    }),
    result: z.object({
      open: z.boolean(),
      /** It is a list that something opens, and can be closed again. */
      collapsible: z.boolean(),
      /** It is opened from a text field, which may filter it. */
      editable: z.boolean(),
      options: z.array(z.string()),
      found: z.nullable(z.object({ text: z.string(), selected: z.boolean() })),
      /** What is shown as chosen. */
      value: z.string(),
    }),
  },
  "frame.move-pointer": {
    link: "worker-frame",
    summary: "Bring the pointer to a point by events of a script",
    /** The frame is that of `id`; the main one without it. */
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
