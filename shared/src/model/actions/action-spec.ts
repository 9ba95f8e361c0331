// What every action declares, in one place: its fields with words for the agent, and its verb in a shell.
import * as z from "zod/mini";

export interface ActionSpec {
  /** The tools' and the command line's words come from its descriptions. */
  readonly schema: z.core.$ZodType;
  /** The word for it in a shell, or why there is none. */
  readonly verb: string | { readonly reason: string };
}

/** The largest text one action may type, in UTF-16 units. */
export const MAX_TEXT = 100_000;

/** The longest semantic id, in UTF-16 units; each frame around an element adds a part of up to ~60. */
export const MAX_ID = 1000;

/** How long `wait` waits, in ms, and the longest it may be asked for. */
export const DEFAULT_WAIT_MS = 10_000;
export const MAX_WAIT_MS = 120_000;

export const semanticId = z
  .string()
  .check(z.minLength(1), z.maxLength(MAX_ID), z.describe("Semantic id from the last observation"));
