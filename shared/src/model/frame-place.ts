// Where the content of an inner frame belongs in the reading of the frame around it.
import * as z from "zod/mini";

/** Parts the ids of frames from the ids within them: `payment/card-number`; no local id holds it. */
export const FRAME_SEPARATOR = "/";

/** An iframe that a person sees, as the frame around it tells of it. */
export const framePlace = z.object({
  /** Semantic id of the iframe element. */
  id: z.string(),
  /** Address it was given to load, shortened to 300 characters; empty where it has none. */
  src: z.string(),
  /** Offset in the reading's html, in UTF-16 units, just behind the iframe's start tag. */
  at: z.int(),
  /** In an outline: how far the lines of its content are indented; absent in html. */
  indent: z.optional(z.int()),
  /** The keyboard's focus is in it, as far as the frame around it knows. */
  focused: z.boolean(),
  /** Nothing in it can be acted on: it stands behind a modal dialog, or in an inert part. */
  held: z.boolean(),
  /** How many entries of each list come before what stands in it. */
  before: z.object({
    clickable: z.int(),
    hoverable: z.int(),
    inputs: z.int(),
    selects: z.int(),
  }),
});
export type FramePlace = z.infer<typeof framePlace>;
