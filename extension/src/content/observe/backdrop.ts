// Tells whether letters differ from what is painted behind them.
import { composedParent } from "./composed-tree.ts";
import { unshadowed } from "../unshadowed.ts";

interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

const WHITE: Colour = { red: 255, green: 255, blue: 255, alpha: 1 };
/** Of 255; letters nearer to their background than this are not made out. */
const MIN_DIFFERENCE = 12;
const MIN_ALPHA = 0.05;
/** Elements looked at for something painted between letters and the background behind them. */
const MAX_PAINTERS = 400;

/**
 * Colours are costly to read, so backgrounds are looked for only behind letters of about the page's own
 * colour; all others stand out from the page at least.
 */
export class Backdrops {
  readonly #canvas: Colour | undefined;
  readonly #fills = new Map<string, Colour | undefined>();

  constructor(document: Document) {
    this.#canvas = canvasColour(document);
  }

  tellsApart(element: Element, style: CSSStyleDeclaration): boolean {
    const fill = this.#fill(style.webkitTextFillColor);
    if (fill === undefined) return true;
    if (fill.alpha < MIN_ALPHA) return isPaintedOtherwise(element, style);
    if (this.#canvas === undefined || !isNear(fill, this.#canvas)) return true;
    return isPaintedOtherwise(element, style) || this.#standsOut(element, fill);
  }

  #fill(text: string): Colour | undefined {
    if (!this.#fills.has(text)) this.#fills.set(text, parseColour(text));
    return this.#fills.get(text);
  }

  /** Whether anything behind the letters of `element` is painted in another colour. */
  #standsOut(element: Element, fill: Colour): boolean {
    const letters = element.getBoundingClientRect();
    let below: Element = element;
    for (let at: Element | null = element; at !== null; at = composedParent(at)) {
      below = at;
      const ground = paintOf(getComputedStyle(at));
      if (ground === "picture") return true;
      if (ground.alpha < MIN_ALPHA) continue;
      if (!isNear(ground, fill)) return true;
      // Half see-through paint of the same colour hides as little as none.
      if (ground.alpha > 0.95) break;
    }
    return isPaintedOver(below, element, letters, fill);
  }
}

/** By a picture cut out in the shape of the letters, by their outline or by their shadow. */
function isPaintedOtherwise(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.textShadow !== "none" || Number.parseFloat(style.webkitTextStrokeWidth) > 0)
    return true;
  for (let at: Element | null = element; at !== null; at = composedParent(at)) {
    if (getComputedStyle(at).backgroundClip.includes("text")) return true;
  }
  return false;
}

/** Something laid under the letters that is no ancestor of theirs: a picture, a film, a box of colour. */
function isPaintedOver(root: Element, element: Element, letters: DOMRect, fill: Colour): boolean {
  if (hasPaintedPseudo(element, root, fill)) return true;
  let count = 0;
  for (const painter of unshadowed(root).querySelectorAll("*")) {
    // Too many to look at: text that may be seen is better told than lost.
    if (++count > MAX_PAINTERS) return true;
    if (unshadowed(painter).contains(element)) continue;
    const paint = PICTURES.has(painter.localName) ? "picture" : paintOf(getComputedStyle(painter));
    const paints = paint === "picture" || (paint.alpha >= MIN_ALPHA && !isNear(paint, fill));
    if (paints && overlaps(unshadowed(painter).getBoundingClientRect(), letters)) return true;
  }
  return false;
}

const PICTURES: ReadonlySet<string> = new Set(
  "img picture video canvas svg iframe object embed".split(" "),
);

function hasPaintedPseudo(element: Element, root: Element, fill: Colour): boolean {
  for (let at: Element | null = element; at !== null; at = composedParent(at)) {
    for (const pseudo of ["::before", "::after"]) {
      const style = getComputedStyle(at, pseudo);
      if (style.content === "none" || style.content === "normal") continue;
      const paint = paintOf(style);
      if (paint === "picture" || (paint.alpha >= MIN_ALPHA && !isNear(paint, fill))) return true;
    }
    if (at === root) break;
  }
  return false;
}

function paintOf(style: CSSStyleDeclaration): Colour | "picture" {
  if (style.backgroundImage !== "none") return "picture";
  return parseColour(style.backgroundColor) ?? "picture";
}

/** The page's own colour; undefined where it is a picture, or the browser's choice for a dark page. */
function canvasColour(document: Document): Colour | undefined {
  for (const element of [document.documentElement, document.body]) {
    if (element === null) continue;
    const style = getComputedStyle(element);
    const paint = paintOf(style);
    if (paint === "picture") return undefined;
    if (paint.alpha > 0) return paint;
    if (style.colorScheme.includes("dark")) return undefined;
  }
  return WHITE;
}

/** `rgb()` and `rgba()`, as computed colours are written unless they are of another colour space. */
function parseColour(text: string): Colour | undefined {
  const match = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(text);
  if (match === null) return undefined;
  const [, red, green, blue, alpha] = match;
  return {
    red: Number(red),
    green: Number(green),
    blue: Number(blue),
    alpha: alpha === undefined ? 1 : Number(alpha),
  };
}

function isNear(one: Colour, other: Colour): boolean {
  return (
    Math.abs(one.red - other.red) < MIN_DIFFERENCE &&
    Math.abs(one.green - other.green) < MIN_DIFFERENCE &&
    Math.abs(one.blue - other.blue) < MIN_DIFFERENCE
  );
}

function overlaps(one: DOMRect, other: DOMRect): boolean {
  return (
    one.left < other.right &&
    one.right > other.left &&
    one.top < other.bottom &&
    one.bottom > other.top
  );
}
