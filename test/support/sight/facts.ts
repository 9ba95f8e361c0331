// Holds what the check of sight learns of a page: what the reading makes of each text, and where it is.
import * as z from "zod/mini";

export const textFact = z.object({
  /** The beginning of the text. */
  text: z.string(),
  told: z.boolean(),
  /** The reason why it is left out; empty if it is shown. */
  why: z.string(),
});
export type TextFact = z.infer<typeof textFact>;

export const boxes = z.array(
  z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
);
/** The boxes in CSS px of the whole page's viewport. */
export type Boxes = z.infer<typeof boxes>;
