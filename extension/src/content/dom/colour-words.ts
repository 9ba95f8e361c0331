// Names a colour by the word that a person would use.
import type { Colour } from "./computed-colour.ts";

/** Returns a word for a colour; undefined if nothing of it shows. */
export function colourWord({ red, green, blue, alpha }: Colour): string | undefined {
  if (alpha < 0.1) return undefined;
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const lightness = (most + least) / 510;
  const spread = most - least;
  if (spread < 24) return greyWord(lightness);
  const hue = hueOf(red, green, blue, most, spread);
  const word = HUES.find(([end]) => hue < end)?.[1] ?? "red";
  if (lightness > 0.8) return `light ${word}`;
  return lightness < 0.25 ? `dark ${word}` : word;
}

/** Tells whether a colour is neither white, black nor grey. */
export function isColourful({ red, green, blue, alpha }: Colour): boolean {
  return alpha >= 0.1 && Math.max(red, green, blue) - Math.min(red, green, blue) >= 60;
}

/** The hues in degrees at which the next word begins. */
const HUES: readonly (readonly [end: number, word: string])[] = [
  [15, "red"],
  [45, "orange"],
  [68, "yellow"],
  [165, "green"],
  [195, "turquoise"],
  [255, "blue"],
  [295, "purple"],
  [340, "pink"],
];

function greyWord(lightness: number): string {
  if (lightness > 0.96) return "white";
  return lightness < 0.1 ? "black" : "grey";
}

function hueOf(red: number, green: number, blue: number, most: number, spread: number): number {
  if (most === red) return (60 * ((green - blue) / spread) + 360) % 360;
  return most === green ? 60 * ((blue - red) / spread) + 120 : 60 * ((red - green) / spread) + 240;
}
