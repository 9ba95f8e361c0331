// What the service worker asks the content script of a frame.
import * as z from "zod/mini";

import { action } from "../../model/action.ts";
import { frameReading, observationForm } from "../../model/observation.ts";
import { settleOptions, settleReport } from "../../model/settle.ts";
import { target } from "../../model/step.ts";
import { actionId, elementId, nothing } from "./method-spec.ts";
import type { MethodSpec } from "./method-spec.ts";

export const workerFrameMethods = {
  "frame.ping": {
    link: "worker-frame",
    summary: "Answer, to show that the page's thread runs",
    params: nothing,
    result: z.object({}),
  },
  "frame.observe": {
    link: "worker-frame",
    summary: "Read this frame",
    params: z.strictObject({ form: observationForm, explain: z.optional(z.boolean()) }),
    result: frameReading,
  },
  "frame.locate": {
    link: "worker-frame",
    summary: "Find an element, bring it into view and give the point to act on",
    params: z.strictObject({
      id: elementId,
      /** What is about to be done; decides which conditions are checked. */
      purpose: z.enum(["click", "hover", "focus", "type", "select"]),
      timeoutMs: z.int().check(z.positive()),
    }),
    result: z.object({
      target,
      /** CSS px from the frame's top left corner. */
      x: z.number(),
      y: z.number(),
      /** How its value is set: by keys and insertion, by the element's own setter, or not at all. */
      editing: z.enum(["text", "setter", "contenteditable", "select", "none"]),
    }),
  },
  "frame.focus": {
    link: "worker-frame",
    summary: "Give an element the keyboard's focus",
    params: z.strictObject({ id: elementId }),
    result: z.object({ target, focused: z.boolean() }),
  },
  "frame.select-contents": {
    link: "worker-frame",
    summary: "Select all that stands in a field, or put the caret at its end",
    params: z.strictObject({ id: elementId, part: z.enum(["all", "end"]) }),
    result: z.object({ empty: z.boolean() }),
  },
  "frame.value": {
    link: "worker-frame",
    summary: "Tell the current value of a field",
    params: z.strictObject({ id: elementId }),
    result: z.object({
      value: z.string(),
      /** Present for a password: to compare with, not to be told to anyone. */
      secret: z.optional(z.literal(true)),
    }),
  },
  "frame.set-value": {
    link: "worker-frame",
    summary:
      "Set a field that takes no typing (date, range, colour) by its own setter, with its events",
    params: z.strictObject({ id: elementId, value: z.string() }),
    result: z.object({ value: z.string() }),
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
    }),
  },
  "frame.select-options": {
    link: "worker-frame",
    summary: "Select options by the element's own setter, with its events",
    params: z.strictObject({ id: elementId, indices: z.array(z.int()) }),
    result: z.object({ value: z.string() }),
  },
  "frame.synthesize": {
    link: "worker-frame",
    summary: "Act by synthetic events, where trusted input can't be had",
    params: z.strictObject({ action }),
    result: z.object({ target: z.optional(target), value: z.optional(z.string()) }),
  },
  "frame.watch": {
    link: "worker-frame",
    summary: "Begin to note the page's work, before the input of an action",
    params: z.strictObject({ actionId }),
    result: z.object({}),
  },
  "frame.settle": {
    link: "worker-frame",
    summary: "Wait until the frame has finished reacting",
    params: settleOptions,
    result: settleReport,
  },
} as const satisfies Record<string, MethodSpec>;
