// The colours that an element's letters may lie on: its own background, and those of what it stands in.
import type { Area } from "../geometry/area.ts";
import { isOutside, isWithin } from "../geometry/area.ts";
import { canvasColour } from "./canvas-colour.ts";
import type { Colour } from "../../dom/computed-colour.ts";
import { isNear, laidOver, parseColour } from "../../dom/computed-colour.ts";
import type { Scrollport, Placed } from "../geometry/scrollport.ts";
import { together } from "../geometry/scrollport.ts";

/** An element with those around it, of which each knows its ground once that was asked for. */
export interface Layered {
  readonly element: Element;
  readonly tag: string;
  readonly style: CSSStyleDeclaration;
  readonly display: string;
  readonly look: { readonly place: LayeredPlace };
  readonly outer: Layered | undefined;
  /** Its contents as they are shown. */
  readonly nodes: readonly Node[];
  ground: Ground | undefined;
}

interface LayeredPlace {
  readonly box: Area;
  readonly port: Scrollport;
  readonly contents: Scrollport;
}

/** A colour that is painted, over others that are painted below it. */
export class Ground {
  /** Undefined where it can't be told. */
  readonly paint: Colour | undefined;
  /** What paints it; undefined for the page itself, which has no edges. */
  readonly holder: Layered | undefined;
  readonly under: Ground | undefined;
  /** What shows of it and of all below it together. */
  readonly shown: Colour | undefined;
  readonly #hides = new Map<string, boolean>();

  constructor(paint: Colour | undefined, holder?: Layered, under?: Ground) {
    this.paint = paint;
    this.holder = holder;
    this.under = under;
    this.shown = mixed(paint, under?.shown);
  }

  /** Whether letters of this colour are lost on any of the colours, wherever each is painted. */
  mayHide(name: string, fill: Colour): boolean {
    const known = this.#hides.get(name);
    if (known !== undefined) return known;
    const hides =
      (this.shown !== undefined && isLost(fill, this.shown)) ||
      this.under?.mayHide(name, fill) === true;
    this.#hides.set(name, hides);
    return hides;
  }
}

/** Whether nothing is seen of a paint on this ground. */
export function isLost(paint: Colour, ground: Colour): boolean {
  return isNear(laidOver(paint, ground), ground);
}

/** What is behind letters: painted by the innermost elements that they lie in, or reach into. */
export interface Behind {
  /** What shows of all that lies behind the whole of the letters; undefined where it can't be told. */
  readonly colour: Colour | undefined;
  /** What lets something through of what is painted below it, the lowest first, and what is below all of these. */
  readonly veils: readonly Colour[];
  readonly base: Colour | undefined;
  /** Others, behind some of the letters. */
  readonly touched: readonly Colour[];
  /** What lets nothing below it through; undefined for the page itself. */
  readonly bottom: Layered | undefined;
}

export function behind(ground: Ground, letters: Placed): Behind {
  const whole: (Colour | undefined)[] = [];
  const part: (Colour | undefined)[] = [];
  let bottom: Layered | undefined;
  for (let at: Ground | undefined = ground; at !== undefined; at = at.under) {
    const place = at.holder?.look.place;
    if (place !== undefined) {
      const [area, box] = together(letters, { area: place.box, port: place.port });
      if (isOutside(area, box)) continue;
      if (!isWithin(area, box)) {
        part.push(at.paint);
        continue;
      }
    }
    whole.push(at.paint);
    bottom = at.holder;
    if (at.paint !== undefined && isOpaque(at.paint)) break;
  }
  const [base, ...veils] = whole.toReversed();
  let colour = base;
  for (const paint of veils) colour = mixed(paint, colour);
  const touched = part.flatMap((paint) => mixed(paint, colour) ?? []);
  return { colour, touched, bottom, base, veils: veils.flatMap((veil) => veil ?? []) };
}

function mixed(paint: Colour | undefined, under: Colour | undefined): Colour | undefined {
  if (paint === undefined || isOpaque(paint)) return paint;
  return under === undefined ? undefined : laidOver(paint, under);
}

function isOpaque({ alpha }: Colour): boolean {
  return alpha > 0.95;
}

/** The grounds of one document. */
export class Grounds {
  readonly #page: Ground;
  /** The root or the body, where the page itself has its background (CSS Backgrounds 3, 2.11.2). */
  readonly #spread: Element | undefined;

  constructor(document: Document) {
    const own = new Ground(canvasColour(document));
    const spread = spreadOf(document);
    this.#spread = spread;
    this.#page =
      spread === undefined
        ? own
        : new Ground(parseColour(getComputedStyle(spread).backgroundColor), undefined, own);
  }

  of(open: Layered): Ground {
    const passed: Layered[] = [];
    let at: Layered | undefined = open;
    for (; at !== undefined && at.ground === undefined; at = at.outer) passed.push(at);
    let ground = at?.ground ?? this.#page;
    for (let index = passed.length - 1; index >= 0; index--) {
      const each = passed[index];
      if (each === undefined) continue;
      ground = this.#paintedBy(each, ground);
      each.ground = ground;
    }
    return ground;
  }

  #paintedBy(open: Layered, under: Ground): Ground {
    const { element, tag, style, display, look } = open;
    const colour = style.backgroundColor;
    // By far the most frequent case.
    if (colour === TRANSPARENT || element === this.#spread || display === "contents") return under;
    // In a drawing there are shapes, and no boxes.
    if (element instanceof SVGElement && !(tag === "svg" && element.ownerSVGElement === null)) {
      return under;
    }
    const { left, top, right, bottom } = look.place.box;
    if (right - left <= 1 || bottom - top <= 1 || style.visibility !== "visible") return under;
    const paint = parseColour(colour);
    if (paint?.alpha === 0 || style.backgroundClip.includes("text")) return under;
    return new Ground(paint, open, under);
  }
}

const TRANSPARENT = "rgba(0, 0, 0, 0)";

function spreadOf(document: Document): Element | undefined {
  const roots: (Element | null)[] = [document.documentElement, document.body];
  for (const element of roots) {
    if (element === null) continue;
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    if (backgroundImage !== "none" || parseColour(backgroundColor)?.alpha !== 0) return element;
  }
  return undefined;
}
