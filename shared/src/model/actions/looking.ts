// Declares the actions that look and wait, answer dialogs, and end the task.
import * as z from "zod/mini";

import type { ActionSpec } from "./action-spec.ts";
import {
  DEFAULT_WAIT_MS,
  elementName,
  elementWords,
  MAX_ID,
  MAX_TEXT,
  MAX_WAIT_MS,
} from "./action-spec.ts";

const promptText = z
  .string()
  .check(
    z.maxLength(MAX_TEXT),
    z.describe("Text to enter in a prompt; what it offers if left out"),
  );
const answer = z.string().check(z.maxLength(MAX_TEXT), z.describe("Answer to the task"));

export const looking = {
  wait: {
    schema: z
      .strictObject({
        type: z.literal("wait"),
        text: z.optional(
          z
            .string()
            .check(z.minLength(1), z.maxLength(1000), z.describe("Until a person can read this")),
        ),
        id: z.optional(elementName.check(z.describe("Until this element shows"))),
        gone: z.optional(elementName.check(z.describe("Until this element shows no more"))),
        ms: z.optional(
          z
            .int()
            .check(
              z.minimum(1),
              z.maximum(MAX_WAIT_MS),
              z.describe(
                `At most so long, in ms (${DEFAULT_WAIT_MS}); just so long if nothing else is given`,
              ),
            ),
        ),
      })
      .check(
        z.describe("Wait for a text, for an element to come or to go, or for some time"),
        z.refine(
          ({ text, id, gone, ms }) =>
            [text, id, gone].filter((each) => each !== undefined).length === 1 ||
            (ms !== undefined && [text, id, gone].every((each) => each === undefined)),
          "give one of text, id and gone, or ms alone",
        ),
      ),
    verb: "wait",
  },
  expand: {
    schema: z
      .strictObject({
        type: z.literal("expand"),
        id: z
          .union([z.string().check(z.minLength(1), z.maxLength(MAX_ID)), elementWords])
          .check(z.describe("Id of what was left out, or an element")),
      })
      .check(z.describe("Show what the observation left out, or one part of the page alone")),
    verb: "expand",
  },
  screenshot: {
    schema: z
      .strictObject({
        type: z.literal("screenshot"),
        id: z.optional(elementName.check(z.describe("Only this element, in view or not"))),
        fullPage: z.optional(
          z.boolean().check(z.describe("The whole page, not only what is in view")),
        ),
        marks: z.optional(
          z.boolean().check(z.describe("Mark every element that has an id and shows")),
        ),
      })
      .check(
        z.describe("Take a picture of the page, to see with the observation"),
        z.refine(
          ({ id, fullPage }) => id === undefined || fullPage !== true,
          "give id or fullPage, not both",
        ),
      ),
    verb: { reason: "`webserv shot` writes the picture into a file" },
  },
  dialog: {
    schema: z
      .strictObject({
        type: z.literal("dialog"),
        accept: z.boolean().check(z.describe("Press OK (true) or Cancel (false)")),
        text: z.optional(promptText),
      })
      .check(z.describe("Answer the dialog that waits in the current tab")),
    verb: "dialog",
  },
  terminate: {
    schema: z
      .strictObject({ type: z.literal("terminate"), answer: z.optional(answer) })
      .check(z.describe("End the task, with an answer if it asks for one")),
    verb: "finish",
  },
} as const satisfies Readonly<Record<string, ActionSpec>>;
