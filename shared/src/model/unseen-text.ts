// Texts that a page holds and nobody sees, and which rule leaves each out of an observation.
import * as z from "zod/mini";

/** Told of one frame, and of a whole page; of the others there is only the number. */
export const MAX_UNSEEN = 200;
/** In UTF-16 units. */
export const MAX_UNSEEN_TEXT = 80;

export const unseenReason = z.enum([
  /** `display: none`, `content-visibility: hidden`, or in a closed `details`: the browser lays nothing out. */
  "not-drawn",
  /** `visibility: hidden`. */
  "hidden",
  /** So transparent that nothing of it is left, as a whole. */
  "faded",
  /** Moved or cut off to a place that nobody can scroll to. */
  "out-of-reach",
  /** By `clip` or `clip-path`. */
  "cut-away",
  /** The back of something whose back is not painted. */
  "turned-away",
  /** Letters, or their box, of no size to speak of. */
  "too-small",
  /** Letters without a colour. */
  "transparent",
  /** Letters of the colour of all that is behind them. */
  "same-colour",
  /** Something that lets nothing through lies over it. */
  "covered",
]);
export type UnseenReason = z.infer<typeof unseenReason>;

export const unseenText = z.object({
  /** Its beginning. */
  text: z.string().check(z.maxLength(MAX_UNSEEN_TEXT)),
  /** Of the element that it stands in. */
  tag: z.string(),
  why: unseenReason,
});
export type UnseenText = z.infer<typeof unseenText>;

export const unseenTexts = z.object({
  texts: z.array(unseenText).check(z.maxLength(MAX_UNSEEN)),
  /** How many others there are. */
  more: z.int(),
});
export type UnseenTexts = z.infer<typeof unseenTexts>;
