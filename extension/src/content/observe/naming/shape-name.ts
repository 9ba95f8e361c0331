// Names a shape that has no words by what its author wrote on it for scripts: the seat, the region, the part.
import { isShape } from "../../dom/element-kinds.ts";
import { cachedPerReading } from "../../dom/reading-cache.ts";
import { isGenerated } from "./volatile.ts";

/** A longer value, in UTF-16 units, is data and no name. */
const MAX_NAME = 40;
/** Attributes that hold a name come before all others. */
const TELLING = /(?:^|-)(?:name|label|title)$/;

/** Returns the value of a data attribute by which a shape differs from its neighbours; undefined if there is none. */
export function shapeDataName(element: Element): string | undefined {
  if (!isShape(element)) return undefined;
  const names = element.getAttributeNames().filter((name) => name.startsWith("data-"));
  const ordered = [
    ...names.filter((name) => TELLING.test(name)),
    ...names.filter((name) => !TELLING.test(name)),
  ];
  for (const name of ordered) {
    const value = element.getAttribute(name)?.trim() ?? "";
    if (value.length > MAX_NAME || !/^[\p{L}\p{N}][\p{L}\p{N} ._:/-]*$/u.test(value)) continue;
    if (isGenerated(value) || value === "true" || value === "false") continue;
    const { previousElementSibling, nextElementSibling } = element;
    const isShared = [previousElementSibling, nextElementSibling].some(
      (beside) => beside?.getAttribute(name) === value,
    );
    if (!isShared) return value;
  }
  return undefined;
}

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
  if (inGroup.length === 1 && inGroup[0] !== undefined) return words.get(inGroup[0]);
  const box = element.getBoundingClientRect();
  const whole = drawing.getBoundingClientRect();
  if (box.width * box.height > MOST_OF_DRAWING * whole.width * whole.height) return undefined;
  const [only, another] = [...words.values()].filter((each) => isWithin(each.box, box));
  return another === undefined ? only : undefined;
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
