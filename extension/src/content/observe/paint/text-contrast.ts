// Tells whether letters differ from what is painted behind them.
import type { Area } from "../geometry/area.ts";
import { isOutside, isInsideArea } from "../geometry/area.ts";
import type { Colour } from "../../dom/computed-colour.ts";
import { laidOver, parseColour } from "../../dom/computed-colour.ts";
import type { BehindLetters, PaintedElement } from "./backdrop.ts";
import { behindLetters, Backdrops, isIndistinct } from "./backdrop.ts";
import { FrameLayers } from "./frame-layers.ts";
import type { Letters } from "./layer-positions.ts";
import { PaintedLayers } from "./painted-layers.ts";
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
import type { ClippedBox } from "../geometry/clipped-box.ts";
import { isRoot, isTopLayer } from "../geometry/clipped-box.ts";
import type { PortArea } from "../geometry/scrollport.ts";
import { inCommonPort } from "../geometry/scrollport.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

const MIN_ALPHA = 0.05;
/** Elements before one that are looked at for what a style sheet draws in them. */
const NEIGHBOURS = 4;

/** `unsurveyed`: what else is painted on the page has to be known first. */
export type Contrast = "out" | "same-colour" | "transparent" | "unsurveyed";

/**
 * Colours are costly to read: what may lie behind letters besides the backgrounds of what they stand in
 * is looked for only where the letters have about the colour of one of those.
 */
export class TextContrast {
  readonly #document: Document;
  readonly #shadowRootOf: (element: Element) => ShadowRoot | null;
  readonly #page: ClippedBox;
  readonly #range: Range;
  readonly #backdrops: Backdrops;
  readonly #fills = new Map<string, Paint>();
  readonly #drawn = new Map<Element, readonly Paint[]>();
  #layers: PaintedLayers | undefined;
  #frameLayers: FrameLayers | undefined;
  #isSurveyed = false;

  constructor(
    document: Document,
    shadowRootOf: (element: Element) => ShadowRoot | null,
    page: ClippedBox,
  ) {
    this.#document = document;
    this.#shadowRootOf = shadowRootOf;
    this.#page = page;
    this.#range = document.createRange();
    this.#backdrops = new Backdrops(document);
  }

  /** Whether the page's painters are being looked for: until that is done the answer waits. */
  get isSurveying(): boolean {
    return this.#layers !== undefined && !this.#isSurveyed;
  }

  /** Whether something of the page has been looked at ahead of the reading. */
  get hasSurveyed(): boolean {
    return this.#layers !== undefined;
  }

  survey(): void {
    const isWhole = this.#layers?.survey() ?? true;
    this.#isSurveyed = isWhole && (this.#frameLayers?.survey() ?? true);
  }

  contrastOf(open: PaintedElement): Contrast {
    const { element, style } = open;
    const isDrawn = element instanceof SVGElement;
    const name = isDrawn ? `${style.fill} ${style.fillOpacity}` : style.webkitTextFillColor;
    let fill = this.#fills.get(name);
    if (fill === undefined) {
      fill = isDrawn ? fillPaint(style) : (parseColour(name) ?? "picture");
      this.#fills.set(name, fill);
    }
    if (fill === "picture") return "out";
    const backdrop = this.#backdrops.of(open);
    if (fill.alpha >= MIN_ALPHA && !backdrop.mayHide(name, fill)) return "out";
    const letters = this.#lettersIn(open);
    const back = behindLetters(backdrop, letters);
    if (isOutlined(style, isDrawn, back.colour) || differs(fill, back)) return "out";
    // Of letters over their own shape, cut out of another colour, the edges show.
    if (isCutOut(open, back.colour)) return "out";
    if (fill.alpha < MIN_ALPHA) return "transparent";
    return this.#onOthers(open, letters, back, fill);
  }

  /** On what is neither a background of what they stand in, nor their own. */
  #onOthers(open: PaintedElement, letters: Letters, back: BehindLetters, fill: Colour): Contrast {
    const { colour } = back;
    const showsOn = (paint: Paint): boolean =>
      paint === "picture" ||
      colour === undefined ||
      !isIndistinct(fill, laidOver(paint, colour)) ||
      !isIndistinct(fill, underTranslucent(paint, back));
    let drawing: PaintedElement | undefined;
    for (let at: PaintedElement | undefined = open; at !== undefined; at = at.outer) {
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
    if (this.#layers === undefined) {
      this.#layers = new PaintedLayers(this.#document, this.#shadowRootOf, this.#page);
      this.#frameLayers = FrameLayers.of(this.#document, this.#shadowRootOf);
    }
    if (!this.#isSurveyed) return "unsurveyed";
    if (drawing !== undefined) {
      const [area] = inCommonPort(letters, {
        ...boxOf(drawing),
        port: drawing.visibility.clippedBox.contents,
      });
      if (this.#layers.showOnShapes(drawing.element, area, showsOn)) return "out";
    }
    if (this.#layers.showUnder(letters, back.bottom?.element, showsOn)) return "out";
    const isOnPage = back.bottom === undefined;
    return isOnPage && this.#frameLayers?.show(showsOn) === true ? "out" : "same-colour";
  }

  /** The middle of its lines: letters do not fill these, and lines may reach out of their boxes. */
  #lettersIn({ element, visibility, nodes }: PaintedElement): Letters {
    const { left, top, right, bottom } = this.#linesIn(element, nodes);
    const inset = Math.min(1, (right - left) / 4);
    const height = bottom - top;
    const area = {
      left: left + inset,
      top: top + height / 4,
      right: right - inset,
      bottom: bottom - height / 4,
    };
    return { element, area, port: visibility.clippedBox.contents };
  }

  /** Of its own texts: what else it holds may stand anywhere. */
  #linesIn(element: Element, nodes: readonly Node[]): Area {
    let lines: Area | undefined;
    for (const node of nodes) {
      // A page that is read through its changes may have taken it out since.
      if (node.nodeType !== Node.TEXT_NODE || node.parentNode === null) continue;
      this.#range.selectNodeContents(node);
      const box = this.#range.getBoundingClientRect();
      if (box.width > 0 && box.height > 0)
        lines = lines === undefined ? box : boundingArea(lines, box);
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

function boxOf({ visibility }: PaintedElement): PortArea {
  return { area: visibility.clippedBox.box, port: visibility.clippedBox.port };
}

function differs(fill: Colour, { colour, touched }: BehindLetters): boolean {
  if (fill.alpha < MIN_ALPHA) return false;
  return (
    colour === undefined || [colour, ...touched].some((backdrop) => !isIndistinct(fill, backdrop))
  );
}

/** What shows of a paint that is below all that lets something through. */
function underTranslucent(paint: Colour, { base, translucent }: BehindLetters): Colour {
  let colour = base === undefined ? paint : laidOver(paint, base);
  for (const layer of translucent) colour = laidOver(layer, colour);
  return colour;
}

/** Letters may have an outline or a shadow of another colour than their own. */
function isOutlined(
  style: CSSStyleDeclaration,
  isDrawn: boolean,
  backdrop: Colour | undefined,
): boolean {
  const width = isDrawn ? style.strokeWidth : style.webkitTextStrokeWidth;
  const lines: Paint[] = [...coloursIn(style.textShadow)];
  if (Number.parseFloat(width) > 0) {
    lines.push(
      isDrawn ? strokePaint(style) : (parseColour(style.webkitTextStrokeColor) ?? "picture"),
    );
  }
  return lines.some((paint) => isSeenOn(paint, backdrop));
}

/** Or what is painted behind them is cut out in their shape. */
function isCutOut(open: PaintedElement, backdrop: Colour | undefined): boolean {
  for (let at: PaintedElement | undefined = open; at !== undefined; at = at.outer) {
    if (!at.style.backgroundClip.includes("text")) continue;
    if (backgroundPaints(at.style).some((paint) => isSeenOn(paint, backdrop))) return true;
  }
  return false;
}

function isSeenOn(paint: Paint, backdrop: Colour | undefined): boolean {
  if (paint === "picture") return true;
  return backdrop === undefined ? paint.alpha >= MIN_ALPHA : !isIndistinct(paint, backdrop);
}

/** What a box paints besides its colour where the letters are: images, borders and shadows. */
function extrasBehind(
  letters: Letters,
  { element, tag, style, visibility }: PaintedElement,
): readonly Paint[] {
  const { box, port } = visibility.clippedBox;
  const [area, shown] = inCommonPort(letters, { area: box, port });
  const shadows =
    style.boxShadow === "none"
      ? []
      : outerShadows(style, shown).filter((shadow) => !isOutside(area, shadow.box));
  const beside = shadows.flatMap(({ paints }) => paints);
  // The page's own background has no edges.
  if (!isRoot(element, tag) && isOutside(area, shown)) return beside;
  const isInside =
    style.borderImageSource === "none" && isInsideArea(area, withoutBorders(box, style));
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
  open: PaintedElement,
  backdrop: Colour | undefined,
  showsOn: (paint: Paint) => boolean,
): boolean {
  let block: PaintedElement | undefined = open;
  while (block !== undefined && /^(?:inline|contents)$/.test(block.display)) block = block.outer;
  if (block === undefined) return false;
  const { element, style } = block;
  return ["::first-line", "::first-letter"].some((pseudo) => {
    const own = getComputedStyle(element, pseudo);
    if (own.backgroundColor !== style.backgroundColor && backgroundPaints(own).some(showsOn))
      return true;
    if (own.webkitTextFillColor === style.webkitTextFillColor) return false;
    return isSeenOn(parseColour(own.webkitTextFillColor) ?? "picture", backdrop);
  });
}

function boundingArea(one: Area, other: Area): Area {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

/** Whether letters are mixed with what is below them, or stand on what is not below them in the tree. */
function isRecoloured({ element, style }: PaintedElement): boolean {
  return (
    style.mixBlendMode !== "normal" ||
    style.backdropFilter !== "none" ||
    RECOLOURING.test(style.filter) ||
    isTopLayer(element)
  );
}

/** Filters that make other colours (Filter Effects 1); to blur, to fade and to lose colour hides no less. */
const RECOLOURING = /(?:invert|brightness|contrast|hue-rotate|sepia|drop-shadow|url)\(/;
