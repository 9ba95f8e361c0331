// Draws marks on a picture: an outline around each element and a chip with its label.
import type { Box, Mark } from "@webserv/shared/model/page/screenshot.ts";
import { MAX_SIDE } from "@webserv/shared/model/page/screenshot.ts";

import { placeChips } from "./chip-placement.ts";
import type { Ink } from "./ink-map.ts";
import { inkMap } from "./ink-map.ts";
import { labelsOf } from "./mark-labels.ts";

export interface Marked {
  readonly id: string;
  /** The element's box in px of the picture. */
  readonly box: Box;
}

/** The height of letters, in px, that vision models read easily in a picture that they do not shrink. */
const FONT_PX = 12;
/** The largest growth of labels in a large picture, which models shrink. */
const MAX_GROWTH = 2;
/** The most px in which text is searched for; more px give no better result. */
const MAX_INK_PIXELS = 2_000_000;
const DARK = "#111111";
const LIGHT = "#ffffff";

/**
 * The colours of chips, which differ clearly in hue or brightness, each with a text colour of enough contrast (4.5:1
 * and more).
 */
const colours = [
  { chip: "#c4001d", text: LIGHT },
  { chip: "#ffe119", text: DARK },
  { chip: "#1438c4", text: LIGHT },
  { chip: "#ff9a1f", text: DARK },
  { chip: "#0a6b2d", text: LIGHT },
  { chip: "#4be3ff", text: DARK },
  { chip: "#7b1fa2", text: LIGHT },
  { chip: "#ff9ecf", text: DARK },
] as const;

/** @returns the marks as they were drawn, in the order of `marked`. */
export function drawMarks(canvas: OffscreenCanvas, marked: readonly Marked[]): Mark[] {
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("the browser gives no canvas to draw on");
  const { width, height } = canvas;
  const growth = Math.min(Math.max(1, Math.max(width, height) / MAX_SIDE), MAX_GROWTH);
  const font = Math.round(FONT_PX * growth);
  const line = Math.round(growth);
  const padding = Math.round(3 * growth);
  const chipHeight = font + padding;
  context.font = `bold ${font}px "DejaVu Sans", Verdana, Arial, sans-serif`;
  const labels = labelsOf(marked.map(({ id }) => id));
  const chips = placeChips(
    marked.flatMap(({ box }, index) => {
      const own = labels[index];
      return own === undefined ? [] : [{ box, labels: own }];
    }),
    {
      width,
      height,
      chipHeight,
      colours: colours.length,
      chipWidth: (label) => Math.ceil(context.measureText(label).width) + 2 * padding,
      ink: inkOf(canvas),
    },
  );
  const marks = marked.flatMap(({ id, box }, index) => {
    const placed = chips[index];
    if (placed === undefined) return [];
    const { label, chip, colour } = placed;
    return [{ mark: { id, label, ...box, chip }, pair: colours[colour] ?? colours[0] }];
  });
  // All outlines are drawn first: none may cross a label.
  for (const { mark, pair } of marks) drawOutline(context, mark, pair.chip, line);
  for (const { mark, pair } of marks) {
    drawChip(context, mark.chip, pair.chip, line);
    context.fillStyle = pair.text;
    context.textAlign = "center";
    context.textBaseline = "middle";
    const { chip } = mark;
    context.fillText(mark.label, chip.x + chip.width / 2, chip.y + chip.height / 2 + line / 2);
  }
  return marks.map(({ mark }) => mark);
}

/** Draws just outside the box, since the outline must not touch the element's content. */
function drawOutline(
  context: OffscreenCanvasRenderingContext2D,
  box: Box,
  colour: string,
  line: number,
): void {
  const [x, y] = [Math.round(box.x), Math.round(box.y)];
  const width = Math.round(box.x + box.width) - x;
  const height = Math.round(box.y + box.height) - y;
  context.lineWidth = 2 * line;
  context.strokeStyle = colour;
  context.strokeRect(x - line, y - line, width + 2 * line, height + 2 * line);
}

/** Draws a chip. Its dark edge is inside, so that the reported box contains all of the chip. */
function drawChip(
  context: OffscreenCanvasRenderingContext2D,
  { x, y, width, height }: Box,
  colour: string,
  line: number,
): void {
  context.fillStyle = DARK;
  context.fillRect(x, y, width, height);
  context.fillStyle = colour;
  context.fillRect(x + line, y + line, width - 2 * line, height - 2 * line);
}

/** Maps the picture's ink, on a smaller copy if the picture is large. */
function inkOf(canvas: OffscreenCanvas): Ink {
  const scale = Math.min(1, Math.sqrt(MAX_INK_PIXELS / (canvas.width * canvas.height)));
  const width = Math.max(1, Math.round(canvas.width * scale));
  const height = Math.max(1, Math.round(canvas.height * scale));
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("the browser gives no canvas to draw on");
  context.drawImage(canvas, 0, 0, width, height);
  return inkMap(context.getImageData(0, 0, width, height), scale);
}
