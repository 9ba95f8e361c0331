// Names the two thumbs of a range, such as a price's, by what each of them sets.
import { composedParent } from "../../dom/composed-tree.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

const SLIDERS = "[role=slider], input[type=range]";
/** The most steps outwards to what holds both. */
const MAX_STEPS = 4;
/** A larger slider, in px, is one with a track of its own. */
const MAX_THUMB_PX = 64;

/** Returns a thumb's name; undefined for all else, and if it is not clear that the two are one range's. */
export function thumbName(element: Element): "minimum" | "maximum" | undefined {
  if (!element.matches(SLIDERS)) return undefined;
  const [first, second, ...others] = slidersAround(element);
  if (first === undefined || second === undefined || others.length > 0) return undefined;
  const [low, high] = [stateOf(first), stateOf(second)];
  if (!(low.value <= high.value && low.least <= high.least && low.most <= high.most)) {
    return undefined;
  }
  if (!shareTrack(first, second)) return undefined;
  return element === first ? "minimum" : "maximum";
}

/** Returns the sliders of the nearest element around this one that has others. */
function slidersAround(element: Element): Element[] {
  let at = composedParent(element);
  for (let steps = 0; at !== null && steps < MAX_STEPS; steps++) {
    const found = unshadowed(at).querySelectorAll(SLIDERS);
    if (found.length > 1) return [...found];
    at = composedParent(at);
  }
  return [];
}

interface SliderState {
  readonly value: number;
  readonly least: number;
  readonly most: number;
}

function stateOf(element: Element): SliderState {
  if (element instanceof HTMLInputElement) {
    const { value, min, max } = element;
    return { value: Number(value), least: Number(min), most: max === "" ? 100 : Number(max) };
  }
  const own = unshadowed(element);
  const read = (name: string, missing: number): number =>
    Number(own.getAttribute(`aria-value${name}`) ?? missing);
  return { value: read("now", NaN), least: read("min", 0), most: read("max", 100) };
}

/** Tells whether two thumbs lie in one line, or two inputs over one another. */
function shareTrack(first: Element, second: Element): boolean {
  const [one, other] = [first.getBoundingClientRect(), second.getBoundingClientRect()];
  const isBeside = (from: number, to: number, otherFrom: number, otherTo: number): boolean =>
    Math.abs(from + to - otherFrom - otherTo) <= Math.min(to - from, otherTo - otherFrom);
  const isInRow = isBeside(one.top, one.bottom, other.top, other.bottom);
  const isInColumn = isBeside(one.left, one.right, other.left, other.right);
  const isThumb = ({ width, height }: DOMRect): boolean =>
    width > 0 && width <= MAX_THUMB_PX && height > 0 && height <= MAX_THUMB_PX;
  if (isThumb(one) && isThumb(other)) return isInRow || isInColumn;
  return isInRow && isInColumn && one.width > 0 && one.height > 0;
}
