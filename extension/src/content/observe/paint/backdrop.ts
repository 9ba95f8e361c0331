// Computes the colours that an element's letters lie on: its own background, and those of what it stands in.
import type { Area } from "../geometry/area.ts";
import { isOutside, isInsideArea } from "../geometry/area.ts";
import { canvasColour } from "./canvas-colour.ts";
import type { Colour } from "../../dom/computed-colour.ts";
import { isNear, laidOver, parseColour } from "../../dom/computed-colour.ts";
import type { Scrollport, PortArea } from "../geometry/scrollport.ts";
import { inCommonPort } from "../geometry/scrollport.ts";

/** An element that is being read, with those around it. Each keeps its backdrop once that was asked for. */
export interface PaintedElement {
  readonly element: Element;
  readonly tag: string;
  readonly style: CSSStyleDeclaration;
  readonly display: string;
  readonly visibility: { readonly clippedBox: PaintedBox };
  readonly outer: PaintedElement | undefined;
  /** Its contents as they are shown. */
  readonly nodes: readonly Node[];
  /** The area of its letters, if a style sheet writes them and no node holds them. */
  readonly lettersArea?: Area | undefined;
  backdrop: Backdrop | undefined;
}

interface PaintedBox {
  readonly box: Area;
  readonly port: Scrollport;
  readonly contents: Scrollport;
}

/** A background colour, and the backdrop that it is painted over. */
export class Backdrop {
  /** The background's own colour; undefined if it can't be told. */
  readonly paint: Colour | undefined;
  /** The element that paints it; undefined for the page itself, which has no edges. */
  readonly holder: PaintedElement | undefined;
  readonly under: Backdrop | undefined;
  /** The colour that shows of it and of all below it together. */
  readonly shown: Colour | undefined;
  readonly #hides = new Map<string, boolean>();

  constructor(paint: Colour | undefined, holder?: PaintedElement, under?: Backdrop) {
    this.paint = paint;
    this.holder = holder;
    this.under = under;
    this.shown = blended(paint, under?.shown);
  }

  /** Tells whether letters of this colour are lost on any of the colours, wherever each is painted. */
  mayHide(name: string, fill: Colour): boolean {
    const known = this.#hides.get(name);
    if (known !== undefined) return known;
    const hides =
      (this.shown !== undefined && isIndistinct(fill, this.shown)) ||
      this.under?.mayHide(name, fill) === true;
    this.#hides.set(name, hides);
    return hides;
  }
}

/** Tells whether nothing is seen of a paint on an opaque colour. */
export function isIndistinct(paint: Colour, backdrop: Colour): boolean {
  return isNear(laidOver(paint, backdrop), backdrop);
}

/** Describes what lies behind letters: the backgrounds of elements that they lie in, or reach into. */
export interface BehindLetters {
  /** The colour that shows behind all of the letters; undefined if it can't be told. */
  readonly colour: Colour | undefined;
  /** The translucent layers behind all of the letters, the lowest first, and what is below all of these. */
  readonly translucent: readonly Colour[];
  readonly base: Colour | undefined;
  /** Colours that show behind some of the letters only. */
  readonly touched: readonly Colour[];
  /** The innermost opaque element behind the letters; undefined for the page itself. */
  readonly bottom: PaintedElement | undefined;
}

/** Finds what of a backdrop lies behind letters. */
export function behindLetters(backdrop: Backdrop, letters: PortArea): BehindLetters {
  const whole: (Colour | undefined)[] = [];
  const part: (Colour | undefined)[] = [];
  let bottom: PaintedElement | undefined;
  for (let at: Backdrop | undefined = backdrop; at !== undefined; at = at.under) {
    const clippedBox = at.holder?.visibility.clippedBox;
    if (clippedBox !== undefined) {
      const [area, box] = inCommonPort(letters, { area: clippedBox.box, port: clippedBox.port });
      if (isOutside(area, box)) continue;
      if (!isInsideArea(area, box)) {
        part.push(at.paint);
        continue;
      }
    }
    whole.push(at.paint);
    bottom = at.holder;
    if (at.paint !== undefined && isOpaque(at.paint)) break;
  }
  const [base, ...translucent] = whole.toReversed();
  let colour = base;
  for (const paint of translucent) colour = blended(paint, colour);
  const touched = part.flatMap((paint) => blended(paint, colour) ?? []);
  return {
    colour,
    touched,
    bottom,
    base,
    translucent: translucent.flatMap((layer) => layer ?? []),
  };
}

function blended(paint: Colour | undefined, under: Colour | undefined): Colour | undefined {
  if (paint === undefined || isOpaque(paint)) return paint;
  return under === undefined ? undefined : laidOver(paint, under);
}

function isOpaque({ alpha }: Colour): boolean {
  return alpha > 0.95;
}

/** Computes the backdrops of one document. */
export class Backdrops {
  readonly #page: Backdrop;
  /** The root or the body, whose background the canvas takes (CSS Backgrounds 3, 2.11.2). */
  readonly #canvasBackground: Element | undefined;

  constructor(document: Document) {
    const own = new Backdrop(canvasColour(document));
    const canvasBackground = canvasBackgroundOf(document);
    this.#canvasBackground = canvasBackground;
    this.#page =
      canvasBackground === undefined
        ? own
        : new Backdrop(
            parseColour(getComputedStyle(canvasBackground).backgroundColor),
            undefined,
            own,
          );
  }

  /** Returns the backdrop of what stands in an element. */
  of(open: PaintedElement): Backdrop {
    const passed: PaintedElement[] = [];
    let at: PaintedElement | undefined = open;
    for (; at !== undefined && at.backdrop === undefined; at = at.outer) passed.push(at);
    let backdrop = at?.backdrop ?? this.#page;
    for (let index = passed.length - 1; index >= 0; index--) {
      const each = passed[index];
      if (each === undefined) continue;
      backdrop = this.#paintedBy(each, backdrop);
      each.backdrop = backdrop;
    }
    return backdrop;
  }

  #paintedBy(open: PaintedElement, under: Backdrop): Backdrop {
    const { element, tag, style, display, visibility } = open;
    const colour = style.backgroundColor;
    // This is by far the most frequent case.
    if (colour === TRANSPARENT || element === this.#canvasBackground || display === "contents")
      return under;
    // Elements within a drawing are shapes, and have no boxes.
    if (element instanceof SVGElement && !(tag === "svg" && element.ownerSVGElement === null)) {
      return under;
    }
    const { left, top, right, bottom } = visibility.clippedBox.box;
    if (right - left <= 1 || bottom - top <= 1 || style.visibility !== "visible") return under;
    const paint = parseColour(colour);
    if (paint?.alpha === 0 || style.backgroundClip.includes("text")) return under;
    return new Backdrop(paint, open, under);
  }
}

const TRANSPARENT = "rgba(0, 0, 0, 0)";

function canvasBackgroundOf(document: Document): Element | undefined {
  const roots: (Element | null)[] = [document.documentElement, document.body];
  for (const element of roots) {
    if (element === null) continue;
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    if (backgroundImage !== "none" || parseColour(backgroundColor)?.alpha !== 0) return element;
  }
  return undefined;
}
