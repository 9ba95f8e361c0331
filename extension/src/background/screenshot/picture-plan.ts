// Decides, by pure arithmetic, which part of a page is photographed and how large the picture is.
import type {
  Box,
  ScreenshotArea,
  ScreenshotOmission,
  ScreenshotOptions,
} from "@webserv/shared/model/page/screenshot.ts";
import { MAX_EXTENT, MAX_SIDE } from "@webserv/shared/model/page/screenshot.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";

/** The most px of one picture, each of which takes four bytes in several copies while it is made. */
export const MAX_PIXELS = 40_000_000;
/** The CSS px by which a box may exceed the viewport and still be in view, since boxes have fractions of a px. */
const TOLERANCE = 1;

export interface PicturePlan {
  /** The photographed box in whole CSS px from the document's origin. */
  readonly clip: Box;
  /** The px of the picture per CSS px. */
  readonly scale: number;
  /** True if a part of the clip is out of view. */
  readonly beyondView: boolean;
  readonly omitted: readonly ScreenshotOmission[];
}

type Frame = Omit<Result<"frame.boxes">, "boxes" | "unseen">;

export function planPicture(
  frame: Frame,
  { area, scale }: Pick<ScreenshotOptions, "area" | "scale">,
): PicturePlan {
  const omitted: ScreenshotOmission[] = [];
  const wanted = moved(wantedBox(frame, area), frame.scroll);
  const whole = inside(wholePixels(wanted), moved(frame.page, frame.scroll));
  const clip = {
    ...whole,
    width: Math.min(whole.width, MAX_EXTENT),
    height: Math.min(whole.height, MAX_EXTENT),
  };
  if (clip.width < whole.width || clip.height < whole.height) {
    omitted.push({
      what: "area",
      where: "",
      why: `${whole.width}x${whole.height} px were asked for; a picture shows ${MAX_EXTENT} px at most to the right and down`,
    });
  }
  if (frame.element?.whole === false && typeof area !== "string") {
    omitted.push({
      what: "area",
      where: area.id,
      why: "what it stands in cuts off a part of it; scroll there and take another",
    });
  }
  const asked = scale ?? Math.min(frame.pixelRatio, MAX_SIDE / longerSide(clip));
  const most = largestScale(clip);
  if (asked > most) {
    omitted.push({
      what: "area",
      where: "",
      why: `a scale of ${round(asked)} would make the picture too large; it is ${round(most)}`,
    });
  }
  const undrawn = frame.undrawn.filter((box) => {
    const { width, height } = intersection(moved(box, frame.scroll), clip);
    return width > 0 && height > 0;
  });
  if (undrawn.length > 0) {
    omitted.push({
      what: "area",
      where: "",
      why: `frames of other sites that are out of view may be blank, here ${undrawn.length}; scroll there and take the viewport`,
    });
  }
  return {
    clip,
    scale: Math.min(asked, most),
    beyondView: !contains(moved(frame.viewport, frame.scroll), clip),
    omitted,
  };
}

/** Turns a box of the frame, measured from its viewport, into a box in the picture, in px of that. */
export function inPicture(box: Box, frame: Frame, { clip }: PicturePlan, ratio: number): Box {
  const { x, y, width, height } = intersection(moved(box, frame.scroll), clip);
  return {
    x: (x - clip.x) * ratio,
    y: (y - clip.y) * ratio,
    width: width * ratio,
    height: height * ratio,
  };
}

function wantedBox(frame: Frame, area: ScreenshotArea): Box {
  if (area === "viewport") return frame.viewport;
  if (area === "page") return frame.page;
  return frame.element ?? frame.viewport;
}

function moved(box: Box, by: { readonly x: number; readonly y: number }): Box {
  const { width, height } = box;
  return { x: box.x + by.x, y: box.y + by.y, width, height };
}

/** Rounds a box outwards to whole px, since a picture that begins between two px is blurred. */
function wholePixels({ x, y, width, height }: Box): Box {
  const left = Math.floor(x);
  const top = Math.floor(y);
  return {
    x: left,
    y: top,
    width: Math.ceil(x + width) - left,
    height: Math.ceil(y + height) - top,
  };
}

/** Returns the part of a box within another, at least one px of it. */
function inside(box: Box, around: Box): Box {
  const shown = intersection(box, around);
  return {
    ...shown,
    width: Math.max(1, Math.floor(shown.width)),
    height: Math.max(1, Math.floor(shown.height)),
  };
}

function intersection(a: Box, b: Box): Box {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
  };
}

function largestScale(clip: Box): number {
  return Math.min(
    MAX_EXTENT / longerSide(clip),
    Math.sqrt(MAX_PIXELS / (clip.width * clip.height)),
  );
}

function longerSide({ width, height }: Box): number {
  return Math.max(width, height);
}

function contains(outer: Box, inner: Box): boolean {
  return (
    inner.x >= outer.x - TOLERANCE &&
    inner.y >= outer.y - TOLERANCE &&
    inner.x + inner.width <= outer.x + outer.width + TOLERANCE &&
    inner.y + inner.height <= outer.y + outer.height + TOLERANCE
  );
}

function round(scale: number): number {
  return Math.round(scale * 100) / 100;
}
