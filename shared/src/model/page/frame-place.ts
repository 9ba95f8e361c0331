// Describes the place of an inner frame's content in the reading of the frame around it.
import * as z from "zod/mini";

/** Separates the id of a frame from the ids within it: `payment/card-number`; no local id holds it. */
export const FRAME_SEPARATOR = "/";

/** An iframe that a person sees, as the frame around it reports it. */
export const framePlace = z.object({
  /** Semantic id of the iframe element. */
  id: z.string(),
  /** The address it was given to load, shortened to 300 characters; empty if it has none. */
  src: z.string(),
  /** Offset in the reading's html, in UTF-16 units, just behind the iframe's start tag. */
  at: z.int(),
  /** The indentation of its content in an outline; absent in html. */
  indent: z.optional(z.int()),
  /** True if it has the keyboard's focus, as far as the frame around it knows. */
  focused: z.boolean(),
  /** True if nothing in it can be acted on: it stands behind a modal dialog, or in an inert part. */
  held: z.boolean(),
  /** The number of entries of each list that come before those of the frame. */
  before: z.object({
    clickable: z.int(),
    hoverable: z.int(),
    inputs: z.int(),
    selects: z.int(),
  }),
});
export type FramePlace = z.infer<typeof framePlace>;
