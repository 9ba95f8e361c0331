// Says what a drawing of a product is.
import type { Palette } from "./palette.ts";

/** A drawing on a 400 × 400 canvas; `style` (0 to 3) tells the products of a range apart. */
export type Drawing = (palette: Palette, style: number) => string;
