import { placeChips } from "../../../../../extension/src/background/screenshot/chip-placement.ts";
import type {
  PictureLayout,
  UnplacedChip,
} from "../../../../../extension/src/background/screenshot/chip-placement.ts";
import { inkMap } from "../../../../../extension/src/background/screenshot/ink-map.ts";
import { labelsOf } from "../../../../../extension/src/background/screenshot/mark-labels.ts";
import type { Box } from "@webserv/shared/model/page/screenshot.ts";
import { MAX_MARKS } from "@webserv/shared/model/page/screenshot.ts";
import { describe, expect, test } from "vitest";

import { seededRandom } from "../../../shared/rpc/seeded-random.ts";

const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });

describe("labels", () => {
  test("a label is the last part of an id, or the whole id if others end so too", () => {
    const words = labelsOf(["tote.add", "cup.add", "shop.search"]).map(({ words }) => words);
    expect(words).toEqual(["tote.add", "cup.add", "search"]);
  });

  test("a label leaves out the frames around an element if it is told without them", () => {
    const ids = [
      "shop.payment/card.number",
      "payment/pay",
      "pay",
      "outer/inner/save",
      "outer/a.to",
    ];
    expect(labelsOf([...ids, "inner/b.to"]).map(({ words }) => words)).toEqual([
      "number",
      "payment/pay",
      "pay",
      "save",
      "a.to",
      "b.to",
    ]);
  });

  test("a label is a code alone if its words are long", () => {
    expect(labelsOf(["a.very-long-name-of-a-thing"])).toEqual([{ words: null, code: "AA" }]);
  });

  test("codes of labels differ, are no ids, and can't be misread", () => {
    const codes = labelsOf(Array.from({ length: MAX_MARKS }, (_, index) => `e${index}`)).map(
      ({ code }) => code,
    );
    expect(new Set(codes).size).toBe(MAX_MARKS);
    expect(codes.every((code) => /^[A-HJ-NPR-Z]{2}$/.test(code))).toBe(true);
  });
});

/** A picture of 10 by 4 px, white but for one black column. */
function striped(column: number): Uint8ClampedArray {
  const data = new Uint8ClampedArray(10 * 4 * 4).fill(255);
  for (let y = 0; y < 4; y++) data.fill(0, (y * 10 + column) * 4, (y * 10 + column) * 4 + 3);
  return data;
}

describe("ink", () => {
  const ink = inkMap({ width: 10, height: 4, data: striped(5) }, 1);

  test("ink is the share of px that differ from the one before", () => {
    expect(ink(0, 0, 5, 4)).toBe(0);
    expect(ink(0, 0, 10, 4)).toBeCloseTo(2 / 10);
    expect(ink(5, 1, 2, 2)).toBe(1);
  });

  test("ink counts nothing outside the picture", () => {
    expect(ink(20, 20, 5, 5)).toBe(0);
    expect(ink(-5, -5, 6, 6)).toBe(0);
  });

  test("ink is asked for in px of the picture also if a smaller copy was looked at", () => {
    const shrunk = inkMap({ width: 10, height: 4, data: striped(5) }, 0.5);
    expect(shrunk(10, 2, 4, 4)).toBe(1);
  });
});

const plain: PictureLayout = {
  width: 800,
  height: 600,
  chipHeight: 15,
  colours: 8,
  chipWidth: (label) => 8 * label.length + 6,
  ink: () => 0,
};
const marks = (...boxes: Box[]): UnplacedChip[] =>
  boxes.map((box, index) => ({ box, labels: { words: `word-${index}`, code: `A${index}` } }));

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

describe("chips", () => {
  test("a chip stands on the left edge above its element if nothing is in its way", () => {
    const [chip] = placeChips(marks(box(100, 100, 80, 30)), plain);
    expect(chip).toMatchObject({ label: "word-0", chip: { x: 100, y: 85 } });
  });

  test("chips stay in the picture", () => {
    const corners = marks(box(0, 0, 20, 10), box(785, 590, 15, 10), box(0, 0, 800, 600));
    for (const { chip } of placeChips(corners, plain)) {
      expect(chip.x).toBeGreaterThanOrEqual(0);
      expect(chip.y).toBeGreaterThanOrEqual(0);
      expect(chip.x + chip.width).toBeLessThanOrEqual(800);
      expect(chip.y + chip.height).toBeLessThanOrEqual(600);
    }
  });

  test("chips keep off text, and show a code if words would hide some", () => {
    const above = { ...plain, ink: (_x: number, y: number) => (y < 100 ? 0.3 : 0) };
    const [below] = placeChips(marks(box(100, 100, 80, 30)), above);
    expect(below?.chip.y).toBeGreaterThanOrEqual(100);
    const everywhere = { ...plain, ink: () => 0.1 };
    expect(placeChips(marks(box(100, 100, 80, 30)), everywhere)).toMatchObject([{ label: "A0" }]);
  });

  test("chips show no words much wider than their element if there are many", () => {
    const many = (width: number) =>
      Array.from({ length: 60 }, (_, index) =>
        box(10 + 130 * (index % 6), 20 + 55 * Math.floor(index / 6), width, 20),
      );
    const wide = { ...plain, chipWidth: (label: string) => 20 * label.length };
    const isWord = ({ label }: { label: string }): boolean => label.startsWith("word");
    expect(placeChips(marks(...many(20)), wide).some(isWord)).toBe(false);
    expect(placeChips(marks(...many(110)), wide).some(isWord)).toBe(true);
    expect(placeChips(marks(...many(20).slice(0, 20)), wide).some(isWord)).toBe(true);
  });

  test("chips keep off small elements, their own and others", () => {
    const column = Array.from({ length: 6 }, (_, index) => box(100, 100 + 22 * index, 18, 18));
    for (const { chip } of placeChips(marks(...column), plain)) {
      const hidden = column.filter((other) => overlap(other, chip));
      expect(hidden).toEqual([]);
    }
  });

  test("chips never cover one another while there is room, over 300 seeded pages", () => {
    const random = seededRandom(20_261_122);
    for (let page = 0; page < 300; page++) {
      const boxes = Array.from({ length: 25 }, () =>
        box(random() * 700, random() * 560, 20 + random() * 80, 12 + random() * 28),
      );
      const chips = placeChips(marks(...boxes), plain).map(({ chip }) => chip);
      const covered = chips.filter((chip, index) =>
        chips.slice(0, index).some((other) => overlap(chip, other)),
      );
      expect(covered, `page ${page}`).toEqual([]);
    }
  });

  test("chips have colours that their neighbours have not", () => {
    const row = Array.from({ length: 8 }, (_, index) => box(40 + 90 * index, 100, 60, 20));
    const colours = placeChips(marks(...row), plain).map(({ colour }) => colour);
    expect(new Set(colours).size).toBe(8);
  });
});
