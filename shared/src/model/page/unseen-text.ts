// Describes texts that a page holds and nobody sees, and which rule leaves each out of an observation.
import * as z from "zod/mini";

/** The most that are listed of one frame, and of a whole page; of the others only the number is reported. */
export const MAX_UNSEEN = 200;
/** The longest beginning of such a text that is listed, in UTF-16 units. */
export const MAX_UNSEEN_TEXT = 80;

export const unseenReason = z.enum([
  /** `display: none`, `content-visibility: hidden`, or in a closed `details`: the browser lays nothing out. */
  "not-drawn",
  /** `visibility: hidden`. */
  "hidden",
  /** So transparent, as a whole, that nothing of it can be seen. */
  "faded",
  /** Moved or clipped to a place that nobody can scroll to. */
  "out-of-reach",
  /** Clipped by `clip` or `clip-path`. */
  "cut-away",
  /** The back of an element whose backface is not painted. */
  "turned-away",
  /** Letters, or their box, of no size to speak of. */
  "too-small",
  /** Letters without a colour. */
  "transparent",
  /** Letters of the colour of their whole backdrop. */
  "same-colour",
  /** Something opaque lies over it. */
  "covered",
]);
export type UnseenReason = z.infer<typeof unseenReason>;

export const unseenText = z.object({
  /** The beginning of the text. */
  text: z.string().check(z.maxLength(MAX_UNSEEN_TEXT)),
  /** The tag of the element that it stands in. */
  tag: z.string(),
  why: unseenReason,
});
export type UnseenText = z.infer<typeof unseenText>;

export const unseenTexts = z.object({
  texts: z.array(unseenText).check(z.maxLength(MAX_UNSEEN)),
  /** The number of others. */
  more: z.int(),
});
export type UnseenTexts = z.infer<typeof unseenTexts>;
