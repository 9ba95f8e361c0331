// Tells whether letters differ from what is painted behind them.
import type { Area } from "../geometry/area.ts";
import { boundingArea } from "../geometry/area.ts";
import type { Colour } from "../../dom/computed-colour.ts";
import { laidOver, parseColour } from "../../dom/computed-colour.ts";
import type { BehindLetters, PaintedElement } from "./backdrop.ts";
import { behindLetters, Backdrops, isIndistinct } from "./backdrop.ts";
import { extrasBehind } from "./box-extras.ts";
import { FrameLayers } from "./frame-layers.ts";
import type { Letters } from "./layer-positions.ts";
import { PaintedLayers } from "./painted-layers.ts";
import type { Paint } from "./paints.ts";
import { backgroundPaints, coloursIn, fillPaint, pseudoPaints, strokePaint } from "./paints.ts";
import type { ClippedBox } from "../geometry/clipped-box.ts";
import { isTopLayer } from "../geometry/clipped-box.ts";
import type { PortArea } from "../geometry/scrollport.ts";
import { inCommonPort } from "../geometry/scrollport.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** A colour with less alpha can't be seen. */
const MIN_ALPHA = 0.05;
/** Preceding siblings that are searched for pseudo-elements which may lie behind letters. */
const NEIGHBOURS = 4;

/** The answer about letters. `unsurveyed`: what else is painted on the page has to be known first. */
export type Contrast = "distinct" | "same-colour" | "transparent" | "unsurveyed";

/**
 * Compares letters with their backdrop. Colours are costly to read: what lies behind letters besides the
 * backgrounds of their ancestors is looked for only if the letters have about the colour of one of those.
 */
export class TextContrast {
  readonly #document: Document;
  readonly #shadowRootOf: (element: Element) => ShadowRoot | null;
  readonly #page: ClippedBox;
  readonly #range: Range;
  readonly #backdrops: Backdrops;
  readonly #fills = new Map<string, Paint>();
  readonly #pseudoPaints = new Map<Element, readonly Paint[]>();
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

  /** True while the page's painted layers are being looked for; until that is done the answer waits. */
  get isSurveying(): boolean {
    return this.#layers !== undefined && !this.#isSurveyed;
  }

  /** True if something of the page was looked at ahead of the reading. */
  get hasSurveyed(): boolean {
    return this.#layers !== undefined;
  }

  /** Looks at some more elements of the page, to find its painted layers. */
  survey(): void {
    const isWhole = this.#layers?.survey() ?? true;
    this.#isSurveyed = isWhole && (this.#frameLayers?.survey() ?? true);
  }

  /** Tells whether the letters that stand directly in an element differ from what is behind them. */
  contrastOf(open: PaintedElement): Contrast {
    const { element, style } = open;
    const isDrawn = element instanceof SVGElement;
    const name = isDrawn ? `${style.fill} ${style.fillOpacity}` : style.webkitTextFillColor;
    let fill = this.#fills.get(name);
    if (fill === undefined) {
      fill = isDrawn ? fillPaint(style) : (parseColour(name) ?? "picture");
      this.#fills.set(name, fill);
    }
    if (fill === "picture") return "distinct";
    const backdrop = this.#backdrops.of(open);
    if (fill.alpha >= MIN_ALPHA && !backdrop.mayHide(name, fill)) return "distinct";
    const letters = this.#lettersIn(open);
    const back = behindLetters(backdrop, letters);
    if (isOutlined(style, isDrawn, back.colour) || differs(fill, back)) return "distinct";
    // If letters lie over their own shape, cut out of another colour, their edges show.
    if (isClippedToText(open, back.colour)) return "distinct";
    if (fill.alpha < MIN_ALPHA) return "transparent";
    return this.#contrastWithOthers(open, letters, back, fill);
  }

  /** Compares letters with everything behind them that is no background colour of what they stand in. */
  #contrastWithOthers(
    open: PaintedElement,
    letters: Letters,
    back: BehindLetters,
    fill: Colour,
  ): Contrast {
    const { colour } = back;
    const showsOn = (paint: Paint): boolean =>
      paint === "picture" ||
      colour === undefined ||
      !isIndistinct(fill, laidOver(paint, colour)) ||
      !isIndistinct(fill, underTranslucent(paint, back));
    let drawing: PaintedElement | undefined;
    for (let at: PaintedElement | undefined = open; at !== undefined; at = at.outer) {
      const isBottom = at === back.bottom;
      if (!isBottom && isRecoloured(at)) return "distinct";
      // The page's own background has no edges.
      if (at.display !== "contents" && extrasBehind(letters, at).some(showsOn)) return "distinct";
      if (this.#pseudoPaintsOf(at.element).some(showsOn)) return "distinct";
      if (!isBottom && this.#isDrawnBeside(at.element, showsOn)) return "distinct";
      if (at.tag === "svg") drawing = at;
      if (isBottom) break;
    }
    if (isBeginningShown(open, colour, showsOn)) return "distinct";
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
      if (this.#layers.showOnShapes(drawing.element, area, showsOn)) return "distinct";
    }
    if (this.#layers.showUnder(letters, back.bottom?.element, showsOn)) return "distinct";
    const isOnPage = back.bottom === undefined;
    return isOnPage && this.#frameLayers?.show(showsOn) === true ? "distinct" : "same-colour";
  }

  /** Returns the middle of the lines: letters do not fill these, and lines may reach out of their boxes. */
  #lettersIn({ element, visibility, nodes, lettersArea }: PaintedElement): Letters {
    const { left, top, right, bottom } = lettersArea ?? this.#linesIn(element, nodes);
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

  /** Returns the bounding area of an element's own texts: what else it holds may stand anywhere. */
  #linesIn(element: Element, nodes: readonly Node[]): Area {
    let lines: Area | undefined;
    for (const node of nodes) {
      // A page that is read while it changes may have removed the text since.
      if (node.nodeType !== Node.TEXT_NODE || node.parentNode === null) continue;
      this.#range.selectNodeContents(node);
      const box = this.#range.getBoundingClientRect();
      if (box.width > 0 && box.height > 0)
        lines = lines === undefined ? box : boundingArea([lines, box]);
    }
    if (lines !== undefined) return lines;
    this.#range.selectNodeContents(element);
    return this.#range.getBoundingClientRect();
  }

  #pseudoPaintsOf(element: Element): readonly Paint[] {
    let paints = this.#pseudoPaints.get(element);
    if (paints === undefined) {
      paints = pseudoPaints(element);
      this.#pseudoPaints.set(element, paints);
    }
    return paints;
  }

  /** Tests the pseudo-elements of a few preceding siblings: a layer is most often drawn next to what lies on it. */
  #isDrawnBeside(element: Element, showsOn: (paint: Paint) => boolean): boolean {
    let at = unshadowed(element).previousElementSibling;
    for (let count = 0; at !== null && count < NEIGHBOURS; count++) {
      if (this.#pseudoPaintsOf(at).some(showsOn)) return true;
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

/** Returns what shows of a paint that lies below all translucent layers. */
function underTranslucent(paint: Colour, { base, translucent }: BehindLetters): Colour {
  let colour = base === undefined ? paint : laidOver(paint, base);
  for (const layer of translucent) colour = laidOver(layer, colour);
  return colour;
}

/** Tells whether letters have an outline or a shadow that shows: it may have another colour than the letters. */
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

/** Tells whether a background is clipped to the letters' shape and shows. */
function isClippedToText(open: PaintedElement, backdrop: Colour | undefined): boolean {
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

/** Tells whether a block's first line or first letter shows: a style sheet may colour these by themselves. */
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

/** Tells whether letters are blended with what is below them, or lie on what is not around them in the tree. */
function isRecoloured({ element, style }: PaintedElement): boolean {
  return (
    style.mixBlendMode !== "normal" ||
    style.backdropFilter !== "none" ||
    RECOLOURING.test(style.filter) ||
    isTopLayer(element)
  );
}

/** Matches filters that change colours (Filter Effects 1). Blurred, faded or grey letters are hidden all the same. */
const RECOLOURING = /(?:invert|brightness|contrast|hue-rotate|sepia|drop-shadow|url)\(/;
