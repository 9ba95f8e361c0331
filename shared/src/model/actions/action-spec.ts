// Declares the form of every action: its fields with words for the agent, and its verb in a shell.
import * as z from "zod/mini";

export interface ActionSpec {
  /** The tools and the command line take their words from its descriptions. */
  readonly schema: z.core.$ZodType;
  /** The command for it in a shell, or the reason why there is none. */
  readonly verb: string | { readonly reason: string };
  /** The fields that are words of the command without a flag, if not those that the schema's form tells. */
  readonly positionals?: readonly string[];
}

/** The largest text one action may type, in UTF-16 units. */
export const MAX_TEXT = 100_000;

/** The longest semantic id, in UTF-16 units; each frame around an element adds a part of up to ~60. */
export const MAX_ID = 1000;

/** The time that `wait` waits by default, in ms; the next constant is the longest that may be asked for. */
export const DEFAULT_WAIT_MS = 10_000;
export const MAX_WAIT_MS = 120_000;

export const semanticId = z
  .string()
  .check(z.minLength(1), z.maxLength(MAX_ID), z.describe("Semantic id from the last observation"));

/** The longest name by which an element is looked for, in UTF-16 units. */
const MAX_WORDS = 500;

const words = z.string().check(z.regex(/\S/), z.maxLength(MAX_WORDS));

/** Names an element by what a person would call it; exactly one element must be called so. */
export const elementWords = z.strictObject({
  name: words.check(z.describe("What the page calls it: its label or its text, in full")),
  role: z.optional(words.check(z.describe("What it is, such as button, link or textbox"))),
  in: z.optional(
    words.check(z.describe("What it stands in: a heading, label or text of its card, row or part")),
  ),
  /** A word on a command line may be an id as well. */
  id: z.optional(semanticId.check(z.describe("An id that is meant instead, if the page has it"))),
});
export type ElementWords = z.infer<typeof elementWords>;

/** Names an element: by its id, or by words if it was not read or has just come. */
export const elementName = z
  .union([semanticId, elementWords])
  .check(
    z.describe(
      "Semantic id from the last observation, or the element's name: { name, role?, in? }",
    ),
  );
export type ElementName = z.infer<typeof elementName>;

/** A place in an element, by parts of its box: 0.5 and 0.5 are its middle. */
const part = z.number().check(z.minimum(0), z.maximum(1));
export const elementPoint = z
  .strictObject({ x: part, y: part })
  .check(z.describe("Where in its box: parts from 0 to 1, from the top left corner"));
export type ElementPoint = z.infer<typeof elementPoint>;

/** The longest time for which a button or a key is held, in ms. */
const MAX_HOLD_MS = 10_000;
export const holdTime = z.int().check(z.minimum(1), z.maximum(MAX_HOLD_MS));

export const modifierKeys = z
  .array(z.enum(["Alt", "Control", "Meta", "Shift"]))
  .check(z.minLength(1), z.maxLength(4), z.describe("Keys held meanwhile"));
