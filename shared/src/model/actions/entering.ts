// Declares the actions that enter something into fields or choose from lists: keys, text, options and files.
import * as z from "zod/mini";

import type { ActionSpec } from "./action-spec.ts";
import { MAX_TEXT, semanticId } from "./action-spec.ts";

const key = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(64),
    z.describe("Key by its DOM name, with modifiers: Enter, Escape, ArrowDown, Control+A"),
  );
const text = z.string().check(z.maxLength(MAX_TEXT), z.describe("Text to enter"));
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
      .strictObject({ type: z.literal("press"), key, id: z.optional(semanticId) })
      .check(z.describe("Press a key, on an element if one is named")),
    verb: "press",
  },
  type: {
    schema: z
      .strictObject({
        type: z.literal("type"),
        id: semanticId,
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
      .strictObject({ type: z.literal("clear"), id: semanticId })
      .check(z.describe("Empty a field")),
    verb: "clear",
  },
  select: {
    schema: z
      .strictObject({
        type: z.literal("select"),
        id: semanticId,
        options: z.array(option).check(z.minLength(1), z.maxLength(100)),
      })
      .check(
        z.describe(
          "Choose from a select, a listbox or a menu; several options if it takes several",
        ),
      ),
    verb: "select",
  },
  upload: {
    schema: z
      .strictObject({
        type: z.literal("upload"),
        id: semanticId,
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
