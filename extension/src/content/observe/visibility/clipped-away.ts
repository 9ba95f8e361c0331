// Recognizes boxes that are clipped to nothing: the usual ways to hide text from all but screen readers.
import type { Area } from "../geometry/area.ts";

/** Tells whether `clip` or `clip-path` leaves nothing of an element; nothing in it can then be seen. */
export function isClippedAway(style: CSSStyleDeclaration, box: Area): boolean {
  const { clip, clipPath } = style;
  return (
    (clip !== "auto" && clip !== "" && takesClip(style.position) && isEmptyRect(clip)) ||
    (clipPath !== "none" && isEmptyShape(clipPath, box))
  );
}

/** Tells whether `clip` applies: it does to absolutely positioned elements only (CSS Masking 1, 8). */
function takesClip(position: string): boolean {
  return position === "absolute" || position === "fixed";
}

/** Tells whether `rect(top, right, bottom, left)` is empty; one pixel counts as nothing. */
function isEmptyRect(clip: string): boolean {
  const [top = 0, right = Infinity, bottom = Infinity, left = 0] = clip
    .replace(/^rect\(|\)$/g, "")
    .split(/,\s*|\s+/)
    .map((edge) => (edge === "auto" ? undefined : Number.parseFloat(edge)));
  return right - left <= 1 || bottom - top <= 1;
}

function isEmptyShape(shape: string, box: Area): boolean {
  const [, kind = "", inside = ""] = /^(\w+)\(([^]*)\)/.exec(shape) ?? [];
  const sizes = (inside.split(/\sat\s|\sround\s/)[0] ?? "").split(/,|\s+/).filter(Boolean);
  switch (kind) {
    case "inset":
      return isEmptyInset(sizes, box);
    case "circle":
    case "ellipse":
      return sizes.some((size) => Number.parseFloat(size) === 0);
    case "polygon":
      // If all corners are the same, the shape has no area: that is the usual way to write one.
      return new Set(inside.split(",").map((corner) => corner.trim())).size === 1;
    default:
      return false;
  }
}

/** Tells whether one to four insets, as in a margin, leave less than a pixel. */
function isEmptyInset(sizes: readonly string[], box: Area): boolean {
  const width = box.right - box.left;
  const height = box.bottom - box.top;
  const [first = "0px", second = first, third = first, fourth = second] = sizes;
  return (
    pixels(first, height) + pixels(third, height) >= height - 1 ||
    pixels(second, width) + pixels(fourth, width) >= width - 1
  );
}

function pixels(size: string, whole: number): number {
  const number = Number.parseFloat(size);
  if (Number.isNaN(number)) return 0;
  return size.endsWith("%") ? (number / 100) * whole : number;
}
