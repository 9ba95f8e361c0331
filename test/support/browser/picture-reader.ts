// Reads the px of pictures for tests, by the browser's own decoder.
import type { Browser, Page } from "puppeteer";

import type { Box, Screenshot } from "@webserv/shared/model/page/screenshot.ts";

type Encoded = Pick<Screenshot, "data" | "format">;

export class PictureReader {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  static async open(browser: Browser): Promise<PictureReader> {
    const page = await browser.newPage();
    await page.setContent("<title>Reader</title>");
    return new PictureReader(page);
  }

  /** The colours at the points, as #rrggbb, and the size of the picture. */
  async colours(
    { data, format }: Encoded,
    points: readonly { readonly x: number; readonly y: number }[],
  ): Promise<{ width: number; height: number; colours: string[] }> {
    return await this.#page.evaluate(
      async (source, points) => {
        const bitmap = await createImageBitmap(await (await fetch(source)).blob());
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const context = canvas.getContext("2d");
        context?.drawImage(bitmap, 0, 0);
        const colours = points.map(({ x, y }) => {
          const [...rgb] = context?.getImageData(Math.round(x), Math.round(y), 1, 1).data ?? [];
          const hex = rgb.slice(0, 3).map((part) => part.toString(16).padStart(2, "0"));
          return `#${hex.join("")}`;
        });
        return { width: bitmap.width, height: bitmap.height, colours };
      },
      `data:image/${format};base64,${data}`,
      points,
    );
  }

  /** Resolves with the box around all px that have the colour, in the picture's px; null if none has it. */
  async extent({ data, format }: Encoded, colour: string): Promise<Box | null> {
    return await this.#page.evaluate(
      async (source, colour) => {
        const bitmap = await createImageBitmap(await (await fetch(source)).blob());
        const { width, height } = bitmap;
        const context = new OffscreenCanvas(width, height).getContext("2d");
        context?.drawImage(bitmap, 0, 0);
        const pixels = context?.getImageData(0, 0, width, height).data ?? [];
        const wanted = Number.parseInt(colour.slice(1), 16);
        let [left, top, right, bottom] = [width, height, 0, 0];
        for (let at = 0; at < pixels.length; at += 4) {
          const [red = 0, green = 0, blue = 0] = pixels.slice(at, at + 3);
          if (red * 65_536 + green * 256 + blue !== wanted) continue;
          const x = (at / 4) % width;
          const y = Math.floor(at / 4 / width);
          left = Math.min(left, x);
          right = Math.max(right, x + 1);
          top = Math.min(top, y);
          bottom = y + 1;
        }
        return right === 0 ? null : { x: left, y: top, width: right - left, height: bottom - top };
      },
      `data:image/${format};base64,${data}`,
      colour,
    );
  }

  /** Resolves with the number of px in which two pictures of one size differ, outside of `boxes`. */
  async differences(one: Encoded, other: Encoded, boxes: readonly Box[]): Promise<number> {
    return await this.#page.evaluate(
      async (sources, boxes) => {
        const pixels: Uint8ClampedArray[] = [];
        let width = 0;
        for (const source of sources) {
          const bitmap = await createImageBitmap(await (await fetch(source)).blob());
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
          context?.drawImage(bitmap, 0, 0);
          for (const { x, y, width, height } of boxes) {
            context?.clearRect(Math.floor(x), Math.floor(y), Math.ceil(width), Math.ceil(height));
          }
          width = bitmap.width;
          pixels.push(
            context?.getImageData(0, 0, width, bitmap.height).data ?? new Uint8ClampedArray(),
          );
        }
        const [a, b] = pixels;
        if (a === undefined || b === undefined || a.length !== b.length) return Infinity;
        let count = 0;
        for (let at = 0; at < a.length; at += 4) {
          if (a[at] !== b[at] || a[at + 1] !== b[at + 1] || a[at + 2] !== b[at + 2]) count++;
        }
        return count;
      },
      [one, other].map(({ data, format }) => `data:image/${format};base64,${data}`),
      boxes,
    );
  }

  async close(): Promise<void> {
    await this.#page.close();
  }
}
