// Declares the form of every action: its fields with words for the agent, and its verb in a shell.
import * as z from "zod/mini";

export interface ActionSpec {
  /** The tools and the command line take their words from its descriptions. */
  readonly schema: z.core.$ZodType;
  /** The command for it in a shell, or the reason why there is none. */
  readonly verb: string | { readonly reason: string };
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
