// What the style of an element paints beside letters: colours, or pictures of which none can be told.
import type { Colour } from "./computed-colour.ts";
import { COLOURS, parseColour } from "./computed-colour.ts";

export type Paint = Colour | "picture";

const PICTURES: ReadonlySet<string> = new Set(
  "img picture video canvas svg iframe frame object embed".split(" "),
);

/** Of an element's box. */
export function boxPaints(tag: string, style: CSSStyleDeclaration): readonly Paint[] {
  if (PICTURES.has(tag)) return PICTURE;
  return backgroundPaints(style);
}

const PICTURE: readonly Paint[] = ["picture"];
const NONE: readonly Paint[] = [];

/** Its colour and its images. */
export function backgroundPaints(style: CSSStyleDeclaration): readonly Paint[] {
  const colour = style.backgroundColor;
  const image = style.backgroundImage;
  if (image === "none") return colour === "rgba(0, 0, 0, 0)" ? NONE : [paintOf(colour)];
  return [paintOf(colour), ...imagePaints(image)];
}

/** The colours of gradients; anything else is a picture. */
export function imagePaints(image: string): readonly Paint[] {
  if (image === "none") return NONE;
  const layers = image.replace(COLOURS, "");
  if (!/^(?:none|[-\w]*gradient\([^()]*(?:\([^()]*\)[^()]*)*\)|[\s,])+$/.test(layers))
    return PICTURE;
  return coloursIn(image);
}

export function coloursIn(value: string): readonly Paint[] {
  return (value.match(COLOURS) ?? []).map(paintOf);
}

/** Of what a style sheet draws before and after the contents. */
export function pseudoPaints(element: Element): readonly Paint[] {
  return ["::before", "::after"].flatMap((pseudo) => {
    const style = getComputedStyle(element, pseudo);
    if (style.content === "none" || style.content === "normal") return NONE;
    const isSeen =
      style.display !== "none" && style.visibility === "visible" && Number(style.opacity) > 0;
    return isSeen && !isTiny(style) ? backgroundPaints(style) : NONE;
  });
}

/** Dots, lines and what has no size lie beside words, not behind them. */
function isTiny({ display, content, width, height }: CSSStyleDeclaration): boolean {
  if (display === "inline") return content === '""';
  return Number.parseFloat(width) < MIN_LAYER || Number.parseFloat(height) < MIN_LAYER;
}

/** In px. */
const MIN_LAYER = 8;

/** Of a shape of a drawing, inside and along its edges. */
export function shapePaints(element: Element, style: CSSStyleDeclaration): readonly Paint[] {
  if (/^(?:image|use)$/.test(element.localName)) return PICTURE;
  const stroke = Number.parseFloat(style.strokeWidth) > 0 ? strokePaint(style) : undefined;
  return [fillPaint(style), ...(stroke === undefined ? [] : [stroke])];
}

/** What fills a shape or a letter of a drawing. */
export function fillPaint(style: CSSStyleDeclaration): Paint {
  return weighed(style.fill, style.fillOpacity);
}

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
