// Reads from an element's style what it paints besides letters: colours, or pictures whose colours can't be told.
import type { Area } from "../geometry/area.ts";
import { NOTHING } from "../geometry/area.ts";
import type { Colour } from "../../dom/computed-colour.ts";
import { COLOURS, parseColour } from "../../dom/computed-colour.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

export type Paint = Colour | "picture";

/** Tags that paint a picture, also controls that the browser draws. */
const PICTURES: ReadonlySet<string> = new Set(
  "img picture video canvas svg iframe frame object embed progress meter".split(" "),
);
const DRAWN_INPUTS: ReadonlySet<string> = new Set(["range", "color", "image"]);
/** Inputs that the browser draws, unless a style sheet does. */
const TICKED_INPUTS: ReadonlySet<string> = new Set(["checkbox", "radio"]);

/** An area of the page with what is painted there. */
export interface PaintedArea {
  readonly paints: readonly Paint[];
  readonly box: Area;
}

/** Returns what an element paints in its box, and as shadows around it. */
export function boxPaints(
  element: Element,
  style: CSSStyleDeclaration,
  box: () => Area,
): readonly PaintedArea[] {
  const areas: PaintedArea[] = [];
  const paints = isPicture(element, style)
    ? PICTURE
    : [...backgroundPaints(style), ...borderPaints(style)];
  if (paints.length > 0) areas.push({ paints, box: box() });
  if (style.boxShadow !== "none") areas.push(...outerShadows(style, box()));
  return areas;
}

function isPicture(element: Element, { appearance }: CSSStyleDeclaration): boolean {
  const own = unshadowed(element);
  if (PICTURES.has(own.localName)) return true;
  if (own.localName !== "input") return false;
  const type = own.getAttribute("type")?.toLowerCase() ?? "";
  return DRAWN_INPUTS.has(type) || (TICKED_INPUTS.has(type) && appearance !== "none");
}

const PICTURE: readonly Paint[] = ["picture"];
const NONE: readonly Paint[] = [];

/** Returns the paints of borders that are wide enough for words to lie on. */
export function borderPaints(style: CSSStyleDeclaration): readonly Paint[] {
  // This one question covers by far the most frequent case.
  if (style.borderWidth === "0px") return NONE;
  const edges = [
    [style.borderTopWidth, style.borderTopColor],
    [style.borderRightWidth, style.borderRightColor],
    [style.borderBottomWidth, style.borderBottomColor],
    [style.borderLeftWidth, style.borderLeftColor],
  ] as const;
  return [
    ...edges.flatMap(([width, colour]) =>
      Number.parseFloat(width) < MIN_LAYER ? [] : paintOf(colour),
    ),
    ...imagePaints(style.borderImageSource),
  ];
}

/** Returns the shadows around a box that are wide enough for words to lie on (CSS Backgrounds 3, 6.1). */
export function outerShadows({ boxShadow }: CSSStyleDeclaration, box: Area): PaintedArea[] {
  return [...boxShadow.matchAll(SHADOW)].flatMap(([, colour = "", lengths = "", inset]) => {
    const [x = 0, y = 0, blur = 0, spread = 0] = lengths.split(" ").map(Number.parseFloat);
    const wider = blur + spread;
    if (inset !== undefined || Math.max(Math.abs(x), Math.abs(y)) + wider < MIN_LAYER) return [];
    const { left, top, right, bottom } = box;
    const shadow = {
      left: left + x - wider,
      top: top + y - wider,
      right: right + x + wider,
      bottom: bottom + y + wider,
    };
    return { paints: [paintOf(colour)], box: shadow };
  });
}

/** Returns a background's colour and images. */
export function backgroundPaints(style: CSSStyleDeclaration): readonly Paint[] {
  const colour = style.backgroundColor;
  const image = style.backgroundImage;
  if (image === "none") return colour === "rgba(0, 0, 0, 0)" ? NONE : [paintOf(colour)];
  return [paintOf(colour), ...imagePaints(image)];
}

/** Returns the colours of gradients; any other image is a picture. */
export function imagePaints(image: string): readonly Paint[] {
  if (image === "none") return NONE;
  const layers = image.replace(COLOURS, "");
  if (!/^(?:none|[-\w]*gradient\([^()]*(?:\([^()]*\)[^()]*)*\)|[\s,])+$/.test(layers))
    return PICTURE;
  return coloursIn(image);
}

/** Returns the colours within a computed value. */
export function coloursIn(value: string): readonly Paint[] {
  return (value.match(COLOURS) ?? []).map(paintOf);
}

/** Returns what a style sheet draws before and after the contents. */
export function pseudoPaints(element: Element): readonly Paint[] {
  return ["::before", "::after"].flatMap((pseudo) => {
    const style = getComputedStyle(element, pseudo);
    const { content } = style;
    if (content === "none" || content === "normal") return NONE;
    const isSeen =
      style.display !== "none" && style.visibility === "visible" && Number(style.opacity) > 0;
    if (!isSeen) return NONE;
    const shadows = outerShadows(style, NOTHING).flatMap(({ paints }) => paints);
    const around = [...borderPaints(style), ...shadows];
    if (isTiny(style)) return around;
    return [
      ...(/^(?:url|[-\w]*(?:gradient|image|image-set))\(/.test(content) ? PICTURE : NONE),
      ...backgroundPaints(style),
      ...around,
    ];
  });
}

/** Tells whether a pseudo-element is a dot, a line or without size: such lie beside words, not behind them. */
function isTiny(style: CSSStyleDeclaration): boolean {
  const { display, content, width, height } = style;
  if (display === "inline" && content !== '""') return false;
  const across = [width, style.paddingLeft, style.paddingRight];
  const along = [height, style.paddingTop, style.paddingBottom];
  return sum(across) < MIN_LAYER || sum(along) < MIN_LAYER;
}

/** Adds up lengths in px; `auto`, as without a box, counts as zero. */
function sum(lengths: readonly string[]): number {
  return lengths.reduce((whole, length) => whole + (Number.parseFloat(length) || 0), 0);
}

/** A layer that is smaller than this, in px, has no room for words. */
const MIN_LAYER = 8;

/** Returns the paints of a drawing's shape, inside and along its edges. */
export function shapePaints(element: Element, style: CSSStyleDeclaration): readonly Paint[] {
  if (/^(?:image|use)$/.test(element.localName)) return PICTURE;
  const stroke = Number.parseFloat(style.strokeWidth) > 0 ? strokePaint(style) : undefined;
  return [fillPaint(style), ...(stroke === undefined ? [] : [stroke])];
}

/** Returns what fills a shape or a letter of a drawing. */
export function fillPaint(style: CSSStyleDeclaration): Paint {
  return weighed(style.fill, style.fillOpacity);
}

/** Returns what is painted along the edges of a shape or a letter of a drawing. */
export function strokePaint(style: CSSStyleDeclaration): Paint {
  return weighed(style.stroke, style.strokeOpacity);
}

function weighed(paint: string, opacity: string): Paint {
  if (paint === "none") return CLEAR;
  const colour = paintOf(paint);
  return colour === "picture" ? colour : { ...colour, alpha: colour.alpha * Number(opacity) };
}

const CLEAR: Colour = { red: 0, green: 0, blue: 0, alpha: 0 };

function paintOf(text: string): Paint {
  return parseColour(text) ?? "picture";
}

const SHADOW = new RegExp(`(${COLOURS.source}) ((?:[-\\d.e+]+px ?){4})(inset)?`, "g");
