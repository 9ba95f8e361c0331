// Tells how much there is to read in any part of a picture, from its px alone.

/** Returns how much ink a cover over a box would hide, per px of the box: 0 if the picture is plain there. */
export type Ink = (x: number, y: number, width: number, height: number) => number;

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Holds red, green, blue and alpha of each px, by rows. */
  readonly data: Uint8ClampedArray;
}

/** The least step in brightness, of 255, that is an edge; a smaller one is a shade or noise. */
const EDGE = 24;

/**
 * Maps the edges of a picture. Text is many edges close together along its lines. Only steps from left to right are
 * counted: the lines and frames of a page's design, which may be covered, have almost none of them. The sums over all
 * boxes from the top left corner (a summed-area table, Crow 1984) give the edges of any box by four look-ups.
 * @param scale is px of `pixels` per px of the boxes that will be asked for
 */
export function inkMap({ width, height, data }: Pixels, scale: number): Ink {
  const row = width + 1;
  const sums = new Uint32Array(row * (height + 1));
  for (let y = 0; y < height; y++) {
    let inRow = 0;
    let left = 0;
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      const light = brightness(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
      if (x > 0 && Math.abs(light - left) > EDGE) inRow++;
      left = light;
      sums[(y + 1) * row + x + 1] = (sums[y * row + x + 1] ?? 0) + inRow;
    }
  }
  const sum = (x: number, y: number): number => sums[y * row + x] ?? 0;
  return (x, y, boxWidth, boxHeight) => {
    const left = clamp(Math.floor(x * scale), width);
    const top = clamp(Math.floor(y * scale), height);
    const right = clamp(Math.ceil((x + boxWidth) * scale), width);
    const bottom = clamp(Math.ceil((y + boxHeight) * scale), height);
    const area = (right - left) * (bottom - top);
    if (area <= 0) return 0;
    return (sum(right, bottom) - sum(left, bottom) - sum(right, top) + sum(left, top)) / area;
  };
}

/** Weighs the colours as ITU-R BT.601 does, in 256ths. */
function brightness(red: number, green: number, blue: number): number {
  return (77 * red + 150 * green + 29 * blue) >> 8;
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(value, 0), most);
}
