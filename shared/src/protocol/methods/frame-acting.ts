// Declares what the worker has a frame do to the page, and what it asks about the elements that are acted on.
import * as z from "zod/mini";

import { holdTime, MAX_ID } from "../../model/actions/action-spec.ts";
import { target } from "../../model/page/target.ts";
import { point, secret } from "./frame-pointing.ts";
import { elementId } from "./method-spec.ts";
import type { MethodSpec } from "./method-spec.ts";

const fieldValue = z.object({
  value: z.string(),
  /** If it is set, the value serves for comparison alone and is shown to nobody. */
  secret,
  /** Set for an editor whose text the page draws itself; `value` is what it shows. */
  drawn: z.optional(
    z.object({
      /** The value with marks for lines that are not drawn now. */
      told: z.string(),
      /** `keys`: nothing but keys reaches it. `paste`: it would complete what is typed, and takes a paste as it is. */
      by: z.enum(["keys", "insert", "paste"]),
      /** Set if it may hold more lines than it draws. */
      cut: z.optional(z.literal(true)),
      /** Set if its text is a picture, which can't be read. */
      unread: z.optional(z.literal(true)),
      /** Set for a terminal: its contents can't be replaced, and it need not show what is typed. */
      terminal: z.optional(z.literal(true)),
    }),
  ),
});

/**
 * The number of characters that the focused field takes before the page is to move the focus on; absent if there is no
 * limit.
 */
const room = z.optional(z.int());

/** The words of `select_text`, and which of them are meant. */
const words = { id: elementId, text: z.string(), occurrence: z.optional(z.int()) };

const checkState = z.enum(["checked", "unchecked", "mixed"]);

/** Has the members of a `KeyboardEvent` of the same names. */
const key = z.strictObject({
  key: z.string(),
  code: z.string(),
  location: z.int(),
  altKey: z.boolean(),
  ctrlKey: z.boolean(),
  metaKey: z.boolean(),
  shiftKey: z.boolean(),
  keyCode: z.int(),
});

export const frameActingMethods = {
  "frame.keys": {
    link: "worker-frame",
    summary: "Hear from now on whether keys come to this frame, or tell whether one has come",
    params: z.strictObject({ end: z.optional(z.literal(true)) }),
    result: z.object({ came: z.boolean() }),
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
  "frame.taken-in": {
    link: "worker-frame",
    summary: "Wait until the page has taken in the text of a field that suggests from a list",
    params: z.strictObject({ id: elementId }),
    result: z.object({}),
  },
  "frame.find-words": {
    link: "worker-frame",
    summary: "Find words in an element or a field, and tell how a mouse selects them",
    params: z.strictObject({
      ...words,
      /** True if the points for the mouse are wanted. */
      aim: z.optional(z.literal(true)),
    }),
    result: z.object({
      /** True if they stand in a text field, whose text no mouse can be aimed at. */
      field: z.boolean(),
      /** True if just these words are selected already. */
      selected: z.boolean(),
      /** The points between which the mouse is dragged; null if they are not wanted, or it would do something else there. */
      mouse: z.nullable(z.object({ from: z.object(point), to: z.object(point) })),
    }),
  },
  "frame.select-words": {
    link: "worker-frame",
    summary: "Select words in an element or a field by script",
    params: z.strictObject({
      ...words,
      /** True if the last character is left, for a key to select. */
      butLast: z.optional(z.literal(true)),
    }),
    /** True if keys go to the field or the editor in which the words stand. */
    result: z.object({ keys: z.boolean() }),
  },
  "frame.find-text": {
    link: "worker-frame",
    summary: "Find words in all that this frame shows, and lend an id to what holds them",
    params: z.strictObject({
      text: words.text,
      /** Which of them, from 1, is to be lent an id. */
      occurrence: z._default(z.int().check(z.positive()), 1),
      /** It is prepended to the id. */
      prefix: z._default(z.string().check(z.maxLength(MAX_ID)), ""),
    }),
    result: z.object({
      /** How often they stand in the frame. */
      count: z.int().check(z.nonnegative()),
      /** The element that holds this occurrence, and which it is of those in the element; absent if there is none. */
      found: z.optional(z.object({ id: elementId, occurrence: z.int().check(z.positive()) })),
    }),
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
      /** The text that an editor of the page's own is to show: the answer waits some frames for it. */
      until: z.optional(z.string()),
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
  "frame.check-state": {
    link: "worker-frame",
    summary: "Tell whether a checkbox, radio button or switch is checked",
    params: z.strictObject({
      id: elementId,
      /** The state that the answer waits for, for at most `waitMs`. */
      until: z.optional(z.strictObject({ state: checkState, waitMs: z.int().check(z.positive()) })),
    }),
    result: z.object({
      target,
      state: checkState,
      radio: z.boolean(),
      /** True if it is not seen itself and its label leaves no point for it: a person uses the keyboard. */
      byKeys: z.boolean(),
    }),
  },
  "frame.find-options": {
    link: "worker-frame",
    summary: "Resolve options of a select to their indices",
    params: z.strictObject({
      id: elementId,
      options: z.array(z.string()),
      /** The longest wait for them, in ms; it ends as soon as the page has finished reacting. */
      waitMs: z.optional(z.int().check(z.nonnegative(), z.maximum(10_000))),
    }),
    result: z.object({
      indices: z.array(z.int()),
      multiple: z.boolean(),
      /** The indices that are selected now. */
      selected: z.array(z.int()),
      /** The indices of disabled and hidden options, which keys pass over. */
      disabled: z.array(z.int()),
      count: z.int(),
      /** True if its menu is open. */
      open: z.boolean(),
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
      /** The longest wait for it, in ms; it ends as soon as the page has finished reacting. */
      waitMs: z.optional(z.int().check(z.nonnegative(), z.maximum(10_000))),
      /** True if the list is to be scrolled through to find it. */
      scroll: z.optional(z.boolean()),
      /** True if what shows now is noted: what comes after that is the list. */
      opening: z.optional(z.literal(true)),
    }),
    result: z.object({
      /** True if any options show. */
      open: z.boolean(),
      /** True if the page has finished reacting, so that no more options come. */
      rested: z.boolean(),
      /** False if no roles tell what the options are: all that has come since the opening counts. */
      hasRoles: z.boolean(),
      /** True if it is a list that something opens, and that can be closed again. */
      collapsible: z.boolean(),
      /** The field whose text may filter it: the one that opens it, the one with the focus, or none. */
      search: z.enum(["opener", "focus", "none"]),
      options: z.array(z.string()),
      /** How many options the list takes; absent if it does not say so. */
      choices: z.optional(z.enum(["one", "several"])),
      /** The options of these that are chosen. */
      chosen: z.array(z.string()),
      found: z.nullable(z.object({ text: z.string(), selected: z.boolean() })),
      /** The text that is shown as chosen. */
      value: z.string(),
    }),
  },
  "frame.press-key": {
    link: "worker-frame",
    summary: "Press a key by events of a script, on what has the focus in this frame",
    params: z.strictObject({
      key,
      /** The time for which it is held, in ms; it repeats meanwhile. */
      holdMs: z.optional(holdTime),
    }),
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
  "frame.paste-text": {
    link: "worker-frame",
    summary: "Paste a text into an editor by events of a script, without the clipboard",
    params: z.strictObject({ id: elementId, text: z.string() }),
    result: z.object({}),
  },
  "frame.end-lines": {
    link: "worker-frame",
    summary: "Put line ends into what is edited in place by events of a script, without keys",
    params: z.strictObject({ count: z.int() }),
    result: z.object({}),
  },
} as const satisfies Record<string, MethodSpec>;
