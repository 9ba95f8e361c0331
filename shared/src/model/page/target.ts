// Describes the element that an action went to, and how far a page was scrolled.
import * as z from "zod/mini";

/** The element that an action went to, as it was when it was found. */
export const target = z.object({
  id: z.string(),
  tag: z.string(),
  role: z.optional(z.string()),
  name: z.string().check(z.maxLength(200)),
  /** Set if the element that had the id was gone, and this is the one that took its place. */
  rebound: z.optional(z.literal(true)),
});
export type Target = z.infer<typeof target>;

export const scrolled = z.object({ x: z.int(), y: z.int(), maxX: z.int(), maxY: z.int() });
export type Scrolled = z.infer<typeof scrolled>;
