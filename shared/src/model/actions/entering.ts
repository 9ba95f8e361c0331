// Declares the actions that enter something into fields or choose from lists: keys, text, options and files.
import * as z from "zod/mini";

import type { ActionSpec } from "./action-spec.ts";
import { elementName, holdTime, MAX_TEXT } from "./action-spec.ts";

const key = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(64),
    z.describe("Key by its DOM name, with modifiers: Enter, Escape, ArrowDown, Control+A"),
  );
const text = z.string().check(z.maxLength(MAX_TEXT), z.describe("Text to enter"));
/** The longest text that is selected by its words, in UTF-16 units. */
const MAX_SELECTED = 10_000;

const option = z
  .string()
  .check(z.minLength(1), z.maxLength(1000), z.describe("Option by its id, value or text"));
const filePath = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(4096),
    z.describe("Absolute path of a file on the daemon's machine, below the session's filesFrom"),
  );

export const entering = {
  press: {
    schema: z
      .strictObject({
        type: z.literal("press"),
        key,
        id: z.optional(elementName),
        holdMs: z.optional(
          holdTime.check(z.describe("Time the key is held down; it repeats as a keyboard's does")),
        ),
      })
      .check(z.describe("Press a key, on an element if one is named")),
    verb: "press",
    positionals: ["key", "id"],
  },
  type: {
    schema: z
      .strictObject({
        type: z.literal("type"),
        id: elementName,
        text,
        mode: z.optional(
          z
            .enum(["replace", "append"])
            .check(z.describe("Replace what stands there (default) or append to it")),
        ),
        enter: z.optional(z.boolean().check(z.describe("Press Enter afterwards"))),
      })
      .check(z.describe("Enter text into a field")),
    verb: "type",
  },
  clear: {
    schema: z
      .strictObject({ type: z.literal("clear"), id: elementName })
      .check(z.describe("Empty a field")),
    verb: "clear",
  },
  select: {
    schema: z
      .strictObject({
        type: z.literal("select"),
        id: elementName,
        options: z.array(option).check(z.minLength(1), z.maxLength(100)),
      })
      .check(
        z.describe(
          "Choose from a select, a listbox or a menu; several options if it takes several",
        ),
      ),
    verb: "select",
  },
  select_text: {
    schema: z
      .strictObject({
        type: z.literal("select_text"),
        id: z.optional(elementName),
        text: z
          .string()
          .check(
            z.minLength(1),
            z.maxLength(MAX_SELECTED),
            z.describe("The words to select, as they stand there"),
          ),
        occurrence: z.optional(
          z
            .int()
            .check(
              z.minimum(1),
              z.maximum(1000),
              z.describe("Which of them, from 1, if they stand there more than once"),
            ),
        ),
      })
      .check(z.describe("Select words in an element, in a field, or anywhere on the page")),
    verb: "select-text",
  },
  upload: {
    schema: z
      .strictObject({
        type: z.literal("upload"),
        id: elementName,
        files: z.array(filePath).check(z.minLength(1), z.maxLength(20)),
      })
      .check(
        z.describe(
          "Give files to a field for files, to what opens its chooser, or to a place to drop them",
        ),
      ),
    verb: "upload",
  },
} as const satisfies Readonly<Record<string, ActionSpec>>;
