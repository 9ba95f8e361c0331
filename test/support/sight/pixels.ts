// Photographs parts of a page and tells in how many px two pictures differ.
import type { Browser, CDPSession, Page } from "puppeteer";

import type { Boxes } from "./facts.ts";

/** The least visible difference of 255 in one channel: less is not told apart by eye. */
const MIN_DIFFERENCE = 16;

export class Pixels {
  readonly #decoder: Page;

  private constructor(decoder: Page) {
    this.#decoder = decoder;
  }

  static async open(browser: Browser): Promise<Pixels> {
    return new Pixels(await browser.newPage());
  }

  /** Resolves with the number of px within the boxes that differ; only those of the boxes are compared. */
  async differing(one: string, other: string, boxes: Boxes): Promise<number> {
    if (one === other) return 0;
    return await this.#decoder.evaluate(
      async (one, other, boxes, least) => {
        const pixelsOf = async (data: string): Promise<ImageData> => {
          const answer = await fetch(`data:image/png;base64,${data}`);
          const bitmap = await createImageBitmap(await answer.blob());
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
          if (context === null) throw new Error("no picture can be drawn");
          context.drawImage(bitmap, 0, 0);
          return context.getImageData(0, 0, bitmap.width, bitmap.height);
        };
        const [first, second] = [await pixelsOf(one), await pixelsOf(other)];
        let count = 0;
        for (let at = 0; at < first.data.length; at += 4) {
          const x = (at / 4) % first.width;
          const y = Math.floor(at / 4 / first.width);
          const isAsked = boxes.some(
            (box) =>
              x >= box.x - 1 && x <= box.x + box.width && y >= box.y - 1 && y <= box.y + box.height,
          );
          if (!isAsked) continue;
          for (let channel = 0; channel < 3; channel++) {
            const difference = (first.data[at + channel] ?? 0) - (second.data[at + channel] ?? 0);
            if (Math.abs(difference) < least) continue;
            count++;
            break;
          }
        }
        return count;
      },
      one,
      other,
      boxes,
      MIN_DIFFERENCE,
    );
  }
}

/** Resolves with a picture of what is in view, as a png in base64. */
export async function photograph(session: CDPSession): Promise<string> {
  const { data } = await session.send("Page.captureScreenshot", {
    format: "png",
    optimizeForSpeed: true,
  });
  return data;
}
