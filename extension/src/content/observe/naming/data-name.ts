// Names what has no words by the value that its author wrote on it for scripts, or by its colour.
import { colourWord } from "../../dom/colour-words.ts";
import { parseColour } from "../../dom/computed-colour.ts";
import { isShape } from "../../dom/element-kinds.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { mayBeIcon } from "./class-words.ts";
import { isGenerated } from "./volatile.ts";

/** A longer value, in UTF-16 units, is data and no name. */
const MAX_NAME = 40;
/** Attributes that hold a name come before all others. */
const TELLING = /(?:^|-)(?:name|label|title)$/;
/** Only these say what something stands for that is no shape in a drawing. */
const STANDS_FOR = /(?:^|-)(?:name|label|title|colou?r|size|value|rating)$/;

/** Returns the value of a data attribute by which a shape differs from its neighbours; undefined if there is none. */
export function shapeDataName(element: Element): string | undefined {
  if (!isShape(element)) return undefined;
  const names = dataNames(element);
  const ordered = [
    ...names.filter((name) => TELLING.test(name)),
    ...names.filter((name) => !TELLING.test(name)),
  ];
  for (const name of ordered) {
    const value = wordsAt(element, name);
    if (value !== undefined && !beside(element).some((each) => wordsAt(each, name) === value)) {
      return value;
    }
  }
  return undefined;
}

/** Names one of several choices without words by what it stands for, or by the colour that it is painted in. */
export function choiceName(element: Element): string | undefined {
  if (isShape(element)) return undefined;
  const others = beside(element);
  if (others.length === 0) return undefined;
  for (const name of dataNames(element)) {
    const value = STANDS_FOR.test(name) ? wordsAt(element, name) : undefined;
    if (value !== undefined && others.some((each) => isOther(wordsAt(each, name), value))) {
      return value;
    }
  }
  const painted = paintedIn(element);
  if (painted === undefined || !mayBeIcon(element)) return undefined;
  return others.some((each) => isOther(writtenPaint(each), writtenPaint(element)))
    ? painted
    : undefined;
}

function isOther(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one !== other;
}

function dataNames(element: Element): string[] {
  return unshadowed(element)
    .getAttributeNames()
    .filter((name) => name.startsWith("data-"));
}

function wordsAt(element: Element, attribute: string): string | undefined {
  const value = unshadowed(element).getAttribute(attribute)?.trim() ?? "";
  if (value.length > MAX_NAME || !/^[\p{L}\p{N}][\p{L}\p{N} ._:/-]*$/u.test(value))
    return undefined;
  return isGenerated(value) || value === "true" || value === "false" ? undefined : value;
}

function beside(element: Element): readonly Element[] {
  const { previousElementSibling, nextElementSibling } = unshadowed(element);
  return [previousElementSibling, nextElementSibling].filter((each) => each !== null);
}

/** Returns the word for the colour that an author wrote at an element that shows nothing else. */
function paintedIn(element: Element): string | undefined {
  const swatch = swatchIn(element);
  if (swatch === undefined) return undefined;
  const colour = parseColour(getComputedStyle(swatch).backgroundColor);
  return colour === undefined ? undefined : colourWord(colour);
}

function writtenPaint(element: Element): string | undefined {
  const swatch = swatchIn(element);
  return swatch === undefined ? undefined : PAINT.exec(styleOf(swatch))?.[0];
}

/** Returns what the colour is written at: the element, or the only one in it. */
function swatchIn(element: Element): Element | undefined {
  const { childElementCount, firstElementChild } = unshadowed(element);
  if (childElementCount > 1) return undefined;
  return [element, firstElementChild].find(
    (each): each is Element => each !== null && PAINT.test(styleOf(each)),
  );
}

function styleOf(element: Element): string {
  return unshadowed(element).getAttribute("style") ?? "";
}

const PAINT = /(?:^|[;\s])background(?:-color)?\s*:[^;]+/i;
