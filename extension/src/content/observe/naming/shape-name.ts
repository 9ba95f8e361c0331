// Names a shape by the words that are drawn for it.
import { isShape } from "../../dom/element-kinds.ts";
import { cachedPerReading } from "../../dom/reading-cache.ts";

/** Longer words, in UTF-16 units, are no name of a shape. */
const MAX_NAME = 40;

/** Words that are drawn. */
export interface DrawnWords {
  readonly text: string;
  readonly box: DOMRect;
  /** False if they let the pointer through to what is behind them. */
  readonly takesPointer: boolean;
}

/** The most words of one drawing among which a shape's are searched. */
const MOST_WORDS = 400;

/** Returns the words that are drawn for a shape: the only ones in its group, or the only ones on it. */
export function wordsOnShape(element: Element): DrawnWords | undefined {
  const drawing = isShape(element) ? element.ownerSVGElement : null;
  if (drawing === null || !SHAPES.has(element.localName)) return undefined;
  const words = wordsIn(drawing);
  if (words.size === 0) return undefined;
  const { parentElement: group } = element;
  const inGroup = group instanceof SVGGElement ? group.querySelectorAll("text") : [];
  if (inGroup.length === 1 && inGroup[0] !== undefined && !isOneOfMany(element, group)) {
    return words.get(inGroup[0]);
  }
  const box = element.getBoundingClientRect();
  const whole = drawing.getBoundingClientRect();
  if (box.width * box.height > MOST_OF_DRAWING * whole.width * whole.height) return undefined;
  const [only, another] = [...words.values()].filter((each) => isWithin(each.box, box));
  return another === undefined ? only : undefined;
}

/** The words of a row of seats are about the row. */
function isOneOfMany({ localName }: Element, group: Element | null): boolean {
  const likes = [...(group?.children ?? [])].filter((each) => each.localName === localName);
  return likes.length > MOST_OF_WORDS;
}

/** A box and its shadow have their words in common. */
const MOST_OF_WORDS = 2;

/**
 * Returns the words at an axis that stand below a bar, or beside it. A bar stands on one line with others, and no
 * other bar of these has the same words.
 */
export function axisWords(element: Element): string | undefined {
  const { parentElement } = element;
  return parentElement === null ? undefined : barsIn(parentElement).get(element);
}

/** The least and the most bars of one series. */
const LEAST_BARS = 2;
const MOST_BARS = 200;

const barsIn = cachedPerReading((group: Element): Map<Element, string> => {
  const bars = [...group.children].filter((each) => each.localName === "rect");
  const drawing = isShape(group) ? group.ownerSVGElement : null;
  if (drawing === null || bars.length < LEAST_BARS || bars.length > MOST_BARS) return new Map();
  const boxes = bars.map((bar) => bar.getBoundingClientRect());
  const words = [...wordsIn(drawing).values()];
  const upright = boxes.every(({ bottom }) => isNear(bottom, boxes[0]?.bottom));
  const lying = !upright && boxes.every(({ left }) => isNear(left, boxes[0]?.left));
  if (!upright && !lying) return new Map();
  const named = boxes.map((box) => {
    const level = words.filter((word) =>
      upright
        ? word.box.top >= box.bottom - MAX_OVER && isAmid(word.box, box, "left", "right")
        : word.box.right <= box.left + MAX_OVER && isAmid(word.box, box, "top", "bottom"),
    );
    return level.length === 1 ? level[0]?.text : undefined;
  });
  const found = new Map<Element, string>();
  if (new Set(named).size < named.length) return found;
  for (const [at, bar] of bars.entries()) {
    const text = named[at];
    if (text !== undefined) found.set(bar, text);
  }
  return found;
});

function isNear(one: number, other: number | undefined): boolean {
  return other !== undefined && Math.abs(one - other) <= 1;
}

/** Tells whether the middle of words is level with a bar. */
function isAmid(
  words: DOMRect,
  bar: DOMRect,
  from: "left" | "top",
  to: "right" | "bottom",
): boolean {
  const middle = (words[from] + words[to]) / 2;
  return middle > bar[from] && middle < bar[to];
}

/** Shapes that words stand on. */
const SHAPES: ReadonlySet<string> = new Set(
  "circle ellipse image path polygon rect use".split(" "),
);

/** A shape that takes more of its drawing is what other things stand on. */
const MOST_OF_DRAWING = 0.4;

const wordsIn = cachedPerReading((drawing: SVGSVGElement): Map<Element, DrawnWords> => {
  const found = new Map<Element, DrawnWords>();
  for (const each of [...drawing.querySelectorAll("text")].slice(0, MOST_WORDS)) {
    const text = each.textContent.replace(/\s+/g, " ").trim();
    if (text === "" || text.length > MAX_NAME) continue;
    const takesPointer = getComputedStyle(each).pointerEvents !== "none";
    found.set(each, { text, box: each.getBoundingClientRect(), takesPointer });
  }
  return found;
});

/** The part of words that may stand over the edge of their shape, in CSS px. */
const MAX_OVER = 2;

function isWithin(words: DOMRect, shape: DOMRect): boolean {
  return (
    words.left > shape.left - MAX_OVER &&
    words.right < shape.right + MAX_OVER &&
    words.top > shape.top - MAX_OVER &&
    words.bottom < shape.bottom + MAX_OVER
  );
}

/** Returns the first class of a shape that is a word, as the last resort: "slice" says more than "path". */
export function shapeClassName(element: Element): string | undefined {
  if (!isShape(element)) return undefined;
  return [...element.classList].find((name) => /^[a-z][a-z_-]{2,}$/i.test(name));
}
