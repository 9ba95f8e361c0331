// Finds a place for each mark's chip: at its element, over as little as possible, and over no other chip.
import type { Box } from "@webserv/shared/model/page/screenshot.ts";

import type { Ink } from "./ink-map.ts";
import type { Labels } from "./mark-labels.ts";

export interface UnplacedChip {
  /** The element's box within the picture, in px of that. */
  readonly box: Box;
  readonly labels: Labels;
}

export interface PlacedChip {
  readonly label: string;
  readonly chip: Box;
  /** The index of a colour that no near mark has, below `colours`. */
  readonly colour: number;
}

export interface PictureLayout {
  readonly width: number;
  readonly height: number;
  readonly chipHeight: number;
  readonly colours: number;
  /** Returns the width of a chip with this text, in px of the picture. */
  readonly chipWidth: (label: string) => number;
  readonly ink: Ink;
}

/** The most that words may hide, in letters about as high as the chip; a code is used if they would hide more. */
const MAX_HIDDEN_BY_WORDS = 1;
/** The number of marks from which words much wider than their element are not used, since they hinder other marks. */
const CROWD = 60;
/** Words are much wider than their element if they exceed this multiple of its width and `MAX_WIDTH`. */
const MAX_WIDER = 1.5;
/** The width that words may have in a crowd in any case, in chip heights. */
const MAX_WIDTH = 5;
/** The approximate share of edges in a letter's square. */
const LETTER_INK = 0.2;
/** The cost of a chip on another element, for whose mark it may be taken, in letters for each square of overlap. */
const OTHERS_BOX = 0.4;
/** The cost of hiding a whole element, its own or another, in letters. */
const HIDDEN_BOX = 4;
/** The cost of each later place, so that of equally good places the earlier one is used. */
const LATER_PLACE = 0.05;
/** The cost of an overlap of chips, which makes two labels unreadable: it is taken only if there is no other place. */
const OVERLAP = 1000;

/**
 * Places the chips, in the order of `marks`. It is greedy, smallest elements first: they have the fewest places of
 * their own.
 */
export function placeChips(marks: readonly UnplacedChip[], layout: PictureLayout): PlacedChip[] {
  const placed: (PlacedChip | undefined)[] = marks.map(() => undefined);
  const order = [...marks.keys()].sort((a, b) => areaAt(marks, a) - areaAt(marks, b));
  const chips: Box[] = [];
  const colours = colourer(layout.colours);
  for (const index of order) {
    const mark = marks[index];
    if (mark === undefined) continue;
    const around = reach(mark, layout);
    const others = marks.flatMap(({ box }) =>
      box !== mark.box && overlap(box, around) > 0 && !contains(box, mark.box) ? [box] : [],
    );
    const near = chips.filter((chip) => overlap(chip, around) > 0);
    const crowded = marks.length >= CROWD;
    const { label, place } = bestLabel(mark, others, near, layout, crowded);
    chips.push(place.chip);
    placed[index] = { label, chip: place.chip, colour: colours(mark.box) };
  }
  return placed.filter((chip) => chip !== undefined);
}

/** Returns the area in which a chip of the element can lie, even if it is moved into the picture. */
function reach({ box, labels }: UnplacedChip, { chipWidth, chipHeight }: PictureLayout): Box {
  const x = 2 * Math.max(chipWidth(labels.words ?? ""), chipWidth(labels.code));
  const y = 2 * chipHeight;
  return {
    x: box.x - x,
    y: box.y - y,
    width: box.width + 2 * x,
    height: box.height + 2 * y,
  };
}

interface Candidate {
  readonly chip: Box;
  readonly cost: number;
}

function bestLabel(
  { box, labels }: UnplacedChip,
  others: readonly Box[],
  chips: readonly Box[],
  layout: PictureLayout,
  crowded: boolean,
): { label: string; place: Candidate } {
  const { chipWidth, chipHeight } = layout;
  const widest = crowded ? Math.max(MAX_WIDER * box.width, MAX_WIDTH * chipHeight) : Infinity;
  if (labels.words !== null && chipWidth(labels.words) <= widest) {
    const place = bestPlace(box, labels.words, others, chips, layout);
    if (place.cost <= MAX_HIDDEN_BY_WORDS) return { label: labels.words, place };
  }
  return { label: labels.code, place: bestPlace(box, labels.code, others, chips, layout) };
}

function bestPlace(
  box: Box,
  label: string,
  others: readonly Box[],
  chips: readonly Box[],
  layout: PictureLayout,
): Candidate {
  const size = { width: layout.chipWidth(label), height: layout.chipHeight };
  let best: Candidate | undefined;
  for (const [index, corner] of places(box, size).entries()) {
    const chip = { ...withinPicture(corner, size, layout), ...size };
    const cost =
      costOf(chip, others, chips, layout) + HIDDEN_BOX * share(chip, box) + LATER_PLACE * index;
    if (best === undefined || cost < best.cost) best = { chip, cost };
  }
  return best ?? { chip: { x: box.x, y: box.y, ...size }, cost: Infinity };
}

type Size = Pick<Box, "width" | "height">;
type Corner = Pick<Box, "x" | "y">;

/** Returns the corners at which a chip visibly belongs to its element, the best first. */
function places({ x, y, width, height }: Box, chip: Size): Corner[] {
  const right = x + width - chip.width;
  const bottom = y + height;
  const middle = y + (height - chip.height) / 2;
  const onTop = y - chip.height / 2;
  return [
    { x, y: y - chip.height },
    { x: right, y: y - chip.height },
    { x: right, y },
    { x, y },
    { x: right, y: bottom - chip.height },
    { x, y: bottom - chip.height },
    { x, y: bottom },
    { x: right, y: bottom },
    { x: x + width, y: middle },
    { x: x - chip.width, y: middle },
    { x, y: onTop },
    { x: right, y: onTop },
    { x: x + width, y: onTop },
    { x: x - chip.width, y: onTop },
  ];
}

function withinPicture({ x, y }: Corner, chip: Size, { width, height }: Size): Corner {
  return {
    x: Math.round(Math.max(0, Math.min(x, width - chip.width))),
    y: Math.round(Math.max(0, Math.min(y, height - chip.height))),
  };
}

/** Estimates the number of letters that the chip would make unreadable. */
function costOf(
  chip: Box,
  others: readonly Box[],
  chips: readonly Box[],
  { ink, chipHeight }: PictureLayout,
): number {
  const square = chipHeight * chipHeight;
  const letters = (chip.width * chip.height) / square;
  let cost = (ink(chip.x, chip.y, chip.width, chip.height) / LETTER_INK) * letters;
  for (const other of others) {
    const common = overlap(chip, other);
    if (common > 0) cost += (common / square) * OTHERS_BOX + HIDDEN_BOX * share(chip, other);
  }
  for (const other of chips) cost += (overlap(chip, other) / square) * OVERLAP;
  return cost;
}

/** Returns each box the colour whose last bearer is farthest from it. */
function colourer(count: number): (box: Box) => number {
  const bearers: Corner[][] = Array.from({ length: count }, () => []);
  return (box) => {
    const nearest = bearers.map((corners) =>
      corners.reduce(
        (least, { x, y }) => Math.min(least, Math.hypot(x - box.x, y - box.y)),
        Infinity,
      ),
    );
    const colour = nearest.indexOf(Math.max(...nearest));
    bearers[colour]?.push(box);
    return colour;
  };
}

function areaAt(marks: readonly UnplacedChip[], index: number): number {
  const box = marks[index]?.box;
  return box === undefined ? 0 : box.width * box.height;
}

function contains(outer: Box, inner: Box): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    outer.x + outer.width >= inner.x + inner.width &&
    outer.y + outer.height >= inner.y + inner.height
  );
}

/** Returns the share of a box that a chip hides, from 0 to 1. */
function share(chip: Box, box: Box): number {
  const area = box.width * box.height;
  return area > 0 ? overlap(chip, box) / area : 0;
}

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}
