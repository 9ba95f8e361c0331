// Draws a product's picture as SVG, so that the shop needs no image files.
import { randomFor } from "../seed/random.ts";
import { KIT_DRAWINGS } from "./drawings-kit.ts";
import { LIVING_DRAWINGS } from "./drawings-living.ts";
import { WEAR_DRAWINGS } from "./drawings-wear.ts";
import { paletteOf } from "./palette.ts";
import { styleOf } from "./styles.ts";
import type { Drawing } from "./drawing.ts";

const DRAWINGS: Record<string, Drawing> = { ...WEAR_DRAWINGS, ...KIT_DRAWINGS, ...LIVING_DRAWINGS };

export function drawProduct(category: string, name: string, colour: string): string {
  const palette = paletteOf(colour);
  const random = randomFor(`picture ${name}`);
  const glow = {
    x: random.between(120, 280),
    y: random.between(110, 230),
    r: random.between(120, 170),
  };
  const draw = DRAWINGS[category] ?? parcel;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" stroke-linejoin="round" stroke-linecap="round">`,
    `<rect width="400" height="400" fill="${palette.paper}"/>`,
    `<circle cx="${glow.x}" cy="${glow.y}" r="${glow.r}" fill="#fff" opacity=".5"/>`,
    `<ellipse cx="200" cy="340" rx="120" ry="12" fill="${palette.ink}" opacity=".13"/>`,
    draw(palette, styleOf(name)),
    `</svg>`,
  ].join("");
}

const parcel: Drawing = ({ base, dark }) =>
  `<rect x="110" y="150" width="180" height="180" rx="8" fill="${base}"/>` +
  `<path d="M110 200h180M200 150v180" stroke="${dark}" stroke-width="8"/>`;
