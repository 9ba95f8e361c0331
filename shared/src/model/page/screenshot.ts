// Describes a picture of a page for agents that see: the options, and the answer.
import * as z from "zod/mini";

import { semanticId } from "../actions/action-spec.ts";

/** The default length of a picture's longer side, in px: vision models read it without shrinking it. */
export const MAX_SIDE = 1568;
/** The longest side of the photographed area, in CSS px and in px of the picture: browsers draw no more at once. */
export const MAX_EXTENT = 16_384;
/** The longest `data`, in characters of base64; it must pass every link in one message. */
export const MAX_DATA = 16 * 1024 * 1024;
/** The most marks on one picture; beyond this they hide what they name. */
export const MAX_MARKS = 500;

export const screenshotArea = z
  .union([z.enum(["viewport", "page"]), z.strictObject({ id: semanticId })])
  .check(z.describe("What is shown: viewport (default), the whole page, or one element"));
export type ScreenshotArea = z.infer<typeof screenshotArea>;

export const screenshotFormat = z.enum(["png", "jpeg", "webp"]);
export type ScreenshotFormat = z.infer<typeof screenshotFormat>;

export const screenshotOptions = z.strictObject({
  area: z._default(screenshotArea, "viewport"),
  format: z._default(screenshotFormat, "png"),
  quality: z.optional(
    z.int().check(z.minimum(1), z.maximum(100), z.describe("Of jpeg and webp, 80 if left out")),
  ),
  scale: z.optional(
    z
      .number()
      .check(
        z.minimum(0.05),
        z.maximum(4),
        z.describe(
          `Px of the picture per CSS px; the screen's own, or less so that the longer side has ${MAX_SIDE} px, if left out`,
        ),
      ),
  ),
  /** True: all elements that have an id and show; else those with these ids. */
  marks: z._default(
    z.union([z.boolean(), z.array(semanticId).check(z.maxLength(MAX_MARKS))]),
    false,
  ),
});
export type ScreenshotOptions = z.output<typeof screenshotOptions>;

export const box = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});
export type Box = z.infer<typeof box>;

export const mark = z.object({
  id: z.string(),
  /** The text on the picture: the id's last part, or a letter code if that has no room. */
  label: z.string(),
  /** The visible box of the element, in px of the picture. */
  ...box.shape,
  /** The label's chip, in px of the picture. */
  chip: box,
});
export type Mark = z.infer<typeof mark>;

export const screenshotOmission = z.object({
  /** area: a part of what was asked for; mark: an element without a mark; moment: the page moved. */
  what: z.enum(["area", "mark", "moment"]),
  /** Semantic id; empty if it is about the picture. */
  where: z.string(),
  why: z.string(),
});
export type ScreenshotOmission = z.infer<typeof screenshotOmission>;

export const screenshot = z.object({
  format: screenshotFormat,
  /** Px of the picture. */
  width: z.int(),
  height: z.int(),
  /** Px of the picture per CSS px of the page. */
  scale: z.number(),
  /** The area shown, in CSS px from the page's top left corner. */
  area: box,
  /** Base64. */
  data: z.string().check(z.maxLength(MAX_DATA)),
  /** The marks are in reading order. */
  marks: z.array(mark),
  /** True if the page saw its window change its size for a moment: parts out of view can't be drawn otherwise. */
  resized: z.boolean(),
  omitted: z.array(screenshotOmission),
});
export type Screenshot = z.infer<typeof screenshot>;
