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
/** Elements looked at, for one text and in a whole reading, for something painted under its letters. */
const MAX_PAINTERS = 400;
const MAX_PAINTERS_IN_ALL = 1500;

/** What lies behind an element: the colour of the page's own, or something that it stands out from. */
interface Ground {
  readonly element: Element;
  readonly alike: boolean;
}

/**
 * Colours are costly to read, so backgrounds are looked for only behind letters of about the page's own
 * colour; all others stand out from the page at least.
 */
export class Backdrops {
  readonly #canvas: Colour | undefined;
  readonly #fills = new Map<string, Colour | undefined>();
  readonly #grounds = new Map<Element, Ground>();
  readonly #pseudos = new Map<Element, boolean>();
  #painters = 0;

  constructor(document: Document) {
    this.#canvas = canvasColour(document);
  }

  tellsApart(element: Element, style: CSSStyleDeclaration): boolean {
    const fill = this.#fill(style.webkitTextFillColor);
    if (fill === undefined) return true;
    if (fill.alpha < MIN_ALPHA) return isOutlined(style) || isCutOut(element);
    if (this.#canvas === undefined || !isNear(fill, this.#canvas)) return true;
    return this.#standsOut(element, fill) || isOutlined(style);
  }

  #fill(text: string): Colour | undefined {
    if (!this.#fills.has(text)) this.#fills.set(text, parseColour(text));
    return this.#fills.get(text);
  }

  /** Whether anything behind the letters of `element` is painted in another colour. */
  #standsOut(element: Element, fill: Colour): boolean {
    const ground = this.#ground(element, fill);
    return !ground.alike || this.#isPaintedOver(ground.element, element, fill);
  }

  /** The nearest element that paints what is behind `element`. All fills asked about are about the same. */
  #ground(element: Element, fill: Colour): Ground {
    const passed: Element[] = [];
    let ground: Ground = { element, alike: true };
    for (let at: Element | null = element; at !== null; at = composedParent(at)) {
      const known = this.#grounds.get(at);
      const style = getComputedStyle(at);
      ground = known ?? { element: at, alike: !differs(style, fill) };
      passed.push(at);
      if (known !== undefined || !ground.alike || isOpaque(style)) break;
    }
    for (const each of passed) this.#grounds.set(each, ground);
    return ground;
  }

  /** Something laid under the letters that is no ancestor of theirs: a picture, a film, a coloured box. */
  #isPaintedOver(root: Element, element: Element, fill: Colour): boolean {
    for (let at: Element | null = element; at !== null; at = composedParent(at)) {
      if (this.#hasPaintedPseudo(at, fill)) return true;
      if (at === root) break;
    }
    const letters = unshadowed(element).getBoundingClientRect();
    let count = 0;
    for (const painter of unshadowed(root).querySelectorAll("*")) {
      // Too many to look at: text that may be seen is better told than lost.
      if (++count > MAX_PAINTERS || ++this.#painters > MAX_PAINTERS_IN_ALL) return true;
      if (unshadowed(painter).contains(element)) continue;
      if (!overlaps(unshadowed(painter).getBoundingClientRect(), letters)) continue;
      if (PICTURES.has(painter.localName) || differs(getComputedStyle(painter), fill)) return true;
    }
    return false;
  }

  #hasPaintedPseudo(element: Element, fill: Colour): boolean {
    const known = this.#pseudos.get(element);
    if (known !== undefined) return known;
    const painted = ["::before", "::after"].some((pseudo) => {
      const style = getComputedStyle(element, pseudo);
      return style.content !== "none" && style.content !== "normal" && differs(style, fill);
    });
    this.#pseudos.set(element, painted);
    return painted;
  }
}

/** Letters without a colour of their own may have an outline or a shadow. */
function isOutlined(style: CSSStyleDeclaration): boolean {
  return style.textShadow !== "none" || Number.parseFloat(style.webkitTextStrokeWidth) > 0;
}

/** Or a picture behind them is cut out in their shape. */
function isCutOut(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = composedParent(at)) {
    if (getComputedStyle(at).backgroundClip.includes("text")) return true;
  }
  return false;
}

const PICTURES: ReadonlySet<string> = new Set(
  "img picture video canvas svg iframe object embed".split(" "),
);

function differs(style: CSSStyleDeclaration, fill: Colour): boolean {
  const paint = paintOf(style);
  return paint === "picture" || (paint.alpha >= MIN_ALPHA && !isNear(paint, fill));
}

function isOpaque(style: CSSStyleDeclaration): boolean {
  const paint = paintOf(style);
  return paint !== "picture" && paint.alpha > 0.95;
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
