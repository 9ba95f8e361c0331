// Reads how an element looks, as far as pages show states by it.
import { parseColour } from "../../dom/computed-colour.ts";
import { cachedPerReading } from "../../dom/reading-cache.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { colourWord, isColourful } from "../../dom/colour-words.ts";

/** The values by which two looks are compared. */
export interface Look {
  readonly background: string;
  readonly border: string;
  readonly outline: string;
  readonly text: string;
  readonly weight: string;
  readonly line: string;
  readonly icon: string;
  readonly shadow: string;
}

export type Trait = keyof Look;

/** The traits, with those first that tell most. */
export const TRAITS: readonly Trait[] = [
  "icon",
  "background",
  "border",
  "outline",
  "text",
  "weight",
  "line",
  "shadow",
];

/** Returns the look of an element, and of the first drawing in it or of a shape itself. */
export const lookOf = cachedPerReading((element: Element): Look => {
  const style = getComputedStyle(element);
  const { backgroundImage } = style;
  const painted = backgroundImage === "none" ? "" : ` ${backgroundImage.slice(0, 200)}`;
  return {
    background: style.backgroundColor + painted,
    border: style.borderWidth === "0px" ? "" : SIDES.map((side) => borderOf(style, side)).join(),
    outline: style.outlineStyle === "none" ? "" : `${style.outlineWidth} ${style.outlineColor}`,
    text: style.color,
    weight: style.fontWeight,
    line: style.textDecorationLine,
    icon: iconLook(element),
    shadow: style.boxShadow,
  };
});

const SIDES = ["top", "right", "bottom", "left"];

function borderOf(style: CSSStyleDeclaration, side: string): string {
  const width = style.getPropertyValue(`border-${side}-width`);
  return width === "0px" ? "" : `${width} ${style.getPropertyValue(`border-${side}-color`)}`;
}

const SHAPES = "path, circle, rect, polygon, ellipse, use";

/** Returns the drawing in an element that shows a state by its paint. */
export function drawingIn(element: Element): Element | null {
  return unshadowed(element).querySelector("svg, i, img");
}

function iconLook(element: Element): string {
  // A shape that is acted on shows its state by its own paint, or by that of a shape in it.
  const drawing = element instanceof SVGElement ? element : drawingIn(element);
  if (drawing === null) return "";
  if (!(drawing instanceof SVGElement)) return getComputedStyle(drawing).color;
  const { fill, stroke } = getComputedStyle(drawing.querySelector(SHAPES) ?? drawing);
  return `${fill} ${stroke}`;
}

/** Describes how a trait looks: `light blue background`, `red`, `bold`. */
export function traitWords(look: Look, trait: Trait, former: Look): string {
  switch (trait) {
    case "icon":
      return paintWord(look.icon) ?? "icon changed";
    case "background":
      return described(look.background, "background");
    case "border":
      return described(look.border, "border");
    case "outline":
      return look.outline === "" ? "no outline" : described(look.outline, "outline");
    case "text":
      return described(look.text, "text");
    case "weight":
      return Number(look.weight) > Number(former.weight) ? "bold" : "not bold";
    case "line":
      return look.line === "none" ? `no ${former.line}` : look.line;
    case "shadow":
      return look.shadow === "none" ? "no shadow" : "shadow";
  }
}

/** Returns the word of the colour that a drawing is painted in, if it is a colour at all. */
export function paintWord(icon: string): string | undefined {
  for (const [written] of icon.matchAll(COLOUR)) {
    const colour = parseColour(written);
    if (colour !== undefined && isColourful(colour)) return colourWord(colour);
  }
  return undefined;
}

const COLOUR = /[a-z]+\([^()]*\)/g;

function described(value: string, noun: string): string {
  const words = [...value.matchAll(COLOUR)].flatMap(([written]) => {
    const colour = parseColour(written);
    return (colour === undefined ? undefined : colourWord(colour)) ?? [];
  });
  return words[0] === undefined ? `no ${noun}` : `${words[0]} ${noun}`;
}
