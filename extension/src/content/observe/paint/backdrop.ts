// Tells whether letters differ from what is painted behind them.
import type { Area } from "../geometry/area.ts";
import { isOutside, isWithin } from "../geometry/area.ts";
import type { Colour } from "../../dom/computed-colour.ts";
import { laidOver, parseColour } from "../../dom/computed-colour.ts";
import type { Behind, Layered } from "./ground.ts";
import { behind, Grounds, isLost } from "./ground.ts";
import { FramePainters } from "./frame-painters.ts";
import type { Letters } from "./painter-places.ts";
import { Painters } from "./painters.ts";
import type { Paint } from "./paints.ts";
import {
  backgroundPaints,
  borderPaints,
  coloursIn,
  fillPaint,
  imagePaints,
  outerShadows,
  pseudoPaints,
  strokePaint,
} from "./paints.ts";
import type { Place } from "../geometry/place.ts";
import { isRoot, isTopLayer } from "../geometry/place.ts";
import type { Placed } from "../geometry/scrollport.ts";
import { together } from "../geometry/scrollport.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

const MIN_ALPHA = 0.05;
/** Elements before one that are looked at for what a style sheet draws in them. */
const NEIGHBOURS = 4;

/** `unsurveyed`: what else is painted on the page has to be known first. */
export type Standing = "out" | "same-colour" | "transparent" | "unsurveyed";

/**
 * Colours are costly to read: what may lie behind letters besides the backgrounds of what they stand in
 * is looked for only where the letters have about the colour of one of those.
 */
export class Backdrops {
  readonly #document: Document;
  readonly #shadowRootOf: (element: Element) => ShadowRoot | null;
  readonly #page: Place;
  readonly #range: Range;
  readonly #grounds: Grounds;
  readonly #fills = new Map<string, Paint>();
  readonly #drawn = new Map<Element, readonly Paint[]>();
  #painters: Painters | undefined;
  #framePainters: FramePainters | undefined;
  #isSurveyed = false;

  constructor(
    document: Document,
    shadowRootOf: (element: Element) => ShadowRoot | null,
    page: Place,
  ) {
    this.#document = document;
    this.#shadowRootOf = shadowRootOf;
    this.#page = page;
    this.#range = document.createRange();
    this.#grounds = new Grounds(document);
  }

  /** Whether the page's painters are being looked for: until that is done the answer waits. */
  get isSurveying(): boolean {
    return this.#painters !== undefined && !this.#isSurveyed;
  }

  /** Whether something of the page has been looked at ahead of the reading. */
  get hasSurveyed(): boolean {
    return this.#painters !== undefined;
  }

  survey(): void {
    const isWhole = this.#painters?.survey() ?? true;
    this.#isSurveyed = isWhole && (this.#framePainters?.survey() ?? true);
  }

  standing(open: Layered): Standing {
    const { element, style } = open;
    const isDrawn = element instanceof SVGElement;
    const name = isDrawn ? `${style.fill} ${style.fillOpacity}` : style.webkitTextFillColor;
    let fill = this.#fills.get(name);
    if (fill === undefined) {
      fill = isDrawn ? fillPaint(style) : (parseColour(name) ?? "picture");
      this.#fills.set(name, fill);
    }
    if (fill === "picture") return "out";
    const ground = this.#grounds.of(open);
    if (fill.alpha >= MIN_ALPHA && !ground.mayHide(name, fill)) return "out";
    const letters = this.#lettersIn(open);
    const back = behind(ground, letters);
    if (isOutlined(style, isDrawn, back.colour) || stands(fill, back)) return "out";
    // Of letters over their own shape, cut out of another colour, the edges show.
    if (isCutOut(open, back.colour)) return "out";
    if (fill.alpha < MIN_ALPHA) return "transparent";
    return this.#onOthers(open, letters, back, fill);
  }

  /** On what is neither a background of what they stand in, nor their own. */
  #onOthers(open: Layered, letters: Letters, back: Behind, fill: Colour): Standing {
    const { colour } = back;
    const showsOn = (paint: Paint): boolean =>
      paint === "picture" ||
      colour === undefined ||
      !isLost(fill, laidOver(paint, colour)) ||
      !isLost(fill, underVeils(paint, back));
    let drawing: Layered | undefined;
    for (let at: Layered | undefined = open; at !== undefined; at = at.outer) {
      const isBottom = at === back.bottom;
      if (!isBottom && isRecoloured(at)) return "out";
      // The page's own background has no edges.
      if (at.display !== "contents" && extrasBehind(letters, at).some(showsOn)) return "out";
      if (this.#drawnIn(at.element).some(showsOn)) return "out";
      if (!isBottom && this.#drawnBeside(at.element, showsOn)) return "out";
      if (at.tag === "svg") drawing = at;
      if (isBottom) break;
    }
    if (isBeginningShown(open, colour, showsOn)) return "out";
    if (this.#painters === undefined) {
      this.#painters = new Painters(this.#document, this.#shadowRootOf, this.#page);
      this.#framePainters = FramePainters.of(this.#document, this.#shadowRootOf);
    }
    if (!this.#isSurveyed) return "unsurveyed";
    if (drawing !== undefined) {
      const [area] = together(letters, { ...boxOf(drawing), port: drawing.look.place.contents });
      if (this.#painters.showOnShapes(drawing.element, area, showsOn)) return "out";
    }
    if (this.#painters.showUnder(letters, back.bottom?.element, showsOn)) return "out";
    const isOnPage = back.bottom === undefined;
    return isOnPage && this.#framePainters?.show(showsOn) === true ? "out" : "same-colour";
  }

  /** The middle of its lines: letters do not fill these, and lines may reach out of their boxes. */
  #lettersIn({ element, look, nodes }: Layered): Letters {
    const { left, top, right, bottom } = this.#linesIn(element, nodes);
    const inset = Math.min(1, (right - left) / 4);
    const height = bottom - top;
    const area = {
      left: left + inset,
      top: top + height / 4,
      right: right - inset,
      bottom: bottom - height / 4,
    };
    return { element, area, port: look.place.contents };
  }

  /** Of its own texts: what else it holds may stand anywhere. */
  #linesIn(element: Element, nodes: readonly Node[]): Area {
    let lines: Area | undefined;
    for (const node of nodes) {
      // A page that is read through its changes may have taken it out since.
      if (node.nodeType !== Node.TEXT_NODE || node.parentNode === null) continue;
      this.#range.selectNodeContents(node);
      const box = this.#range.getBoundingClientRect();
      if (box.width > 0 && box.height > 0) lines = lines === undefined ? box : around(lines, box);
    }
    if (lines !== undefined) return lines;
    this.#range.selectNodeContents(element);
    return this.#range.getBoundingClientRect();
  }

  #drawnIn(element: Element): readonly Paint[] {
    let paints = this.#drawn.get(element);
    if (paints === undefined) {
      paints = pseudoPaints(element);
      this.#drawn.set(element, paints);
    }
    return paints;
  }

  /** In the few elements before it: layers are most often drawn in one next to what lies on them. */
  #drawnBeside(element: Element, showsOn: (paint: Paint) => boolean): boolean {
    let at = unshadowed(element).previousElementSibling;
    for (let count = 0; at !== null && count < NEIGHBOURS; count++) {
      if (this.#drawnIn(at).some(showsOn)) return true;
      at = unshadowed(at).previousElementSibling;
    }
    return false;
  }
}

function boxOf({ look }: Layered): Placed {
  return { area: look.place.box, port: look.place.port };
}

function stands(fill: Colour, { colour, touched }: Behind): boolean {
  if (fill.alpha < MIN_ALPHA) return false;
  return colour === undefined || [colour, ...touched].some((ground) => !isLost(fill, ground));
}

/** What shows of a paint that is below all that lets something through. */
function underVeils(paint: Colour, { base, veils }: Behind): Colour {
  let colour = base === undefined ? paint : laidOver(paint, base);
  for (const veil of veils) colour = laidOver(veil, colour);
  return colour;
}

/** Letters may have an outline or a shadow of another colour than their own. */
function isOutlined(
  style: CSSStyleDeclaration,
  isDrawn: boolean,
  ground: Colour | undefined,
): boolean {
  const width = isDrawn ? style.strokeWidth : style.webkitTextStrokeWidth;
  const lines: Paint[] = [...coloursIn(style.textShadow)];
  if (Number.parseFloat(width) > 0) {
    lines.push(
      isDrawn ? strokePaint(style) : (parseColour(style.webkitTextStrokeColor) ?? "picture"),
    );
  }
  return lines.some((paint) => isSeenOn(paint, ground));
}

/** Or what is painted behind them is cut out in their shape. */
function isCutOut(open: Layered, ground: Colour | undefined): boolean {
  for (let at: Layered | undefined = open; at !== undefined; at = at.outer) {
    if (!at.style.backgroundClip.includes("text")) continue;
    if (backgroundPaints(at.style).some((paint) => isSeenOn(paint, ground))) return true;
  }
  return false;
}

function isSeenOn(paint: Paint, ground: Colour | undefined): boolean {
  if (paint === "picture") return true;
  return ground === undefined ? paint.alpha >= MIN_ALPHA : !isLost(paint, ground);
}

/** What a box paints besides its colour where the letters are: images, borders and shadows. */
function extrasBehind(letters: Letters, { element, tag, style, look }: Layered): readonly Paint[] {
  const { box, port } = look.place;
  const [area, shown] = together(letters, { area: box, port });
  const shadows =
    style.boxShadow === "none"
      ? []
      : outerShadows(style, shown).filter((shadow) => !isOutside(area, shadow.box));
  const beside = shadows.flatMap(({ paints }) => paints);
  // The page's own background has no edges.
  if (!isRoot(element, tag) && isOutside(area, shown)) return beside;
  const isInside = style.borderImageSource === "none" && isWithin(area, withoutBorders(box, style));
  const borders = isInside ? [] : borderPaints(style);
  return [...boxExtras(style), ...borders, ...beside];
}

function withoutBorders(box: Area, style: CSSStyleDeclaration): Area {
  return {
    left: box.left + Number.parseFloat(style.borderLeftWidth),
    top: box.top + Number.parseFloat(style.borderTopWidth),
    right: box.right - Number.parseFloat(style.borderRightWidth),
    bottom: box.bottom - Number.parseFloat(style.borderBottomWidth),
  };
}

/** Images, unless they are cut out by letters, and shadows within. */
function boxExtras(style: CSSStyleDeclaration): readonly Paint[] {
  const { backgroundImage, boxShadow } = style;
  const images =
    backgroundImage === "none" || style.backgroundClip.includes("text")
      ? []
      : imagePaints(backgroundImage);
  return boxShadow.includes("inset") ? [...images, ...coloursIn(boxShadow)] : images;
}

/** A style sheet may colour the first line of a block, or its first letter, for itself. */
function isBeginningShown(
  open: Layered,
  ground: Colour | undefined,
  showsOn: (paint: Paint) => boolean,
): boolean {
  let block: Layered | undefined = open;
  while (block !== undefined && /^(?:inline|contents)$/.test(block.display)) block = block.outer;
  if (block === undefined) return false;
  const { element, style } = block;
  return ["::first-line", "::first-letter"].some((pseudo) => {
    const own = getComputedStyle(element, pseudo);
    if (own.backgroundColor !== style.backgroundColor && backgroundPaints(own).some(showsOn))
      return true;
    if (own.webkitTextFillColor === style.webkitTextFillColor) return false;
    return isSeenOn(parseColour(own.webkitTextFillColor) ?? "picture", ground);
  });
}

function around(one: Area, other: Area): Area {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

/** Whether letters are mixed with what is below them, or stand on what is not below them in the tree. */
function isRecoloured({ element, style }: Layered): boolean {
  return (
    style.mixBlendMode !== "normal" ||
    style.backdropFilter !== "none" ||
    RECOLOURING.test(style.filter) ||
    isTopLayer(element)
  );
}

/** Filters that make other colours (Filter Effects 1); to blur, to fade and to lose colour hides no less. */
const RECOLOURING = /(?:invert|brightness|contrast|hue-rotate|sepia|drop-shadow|url)\(/;
