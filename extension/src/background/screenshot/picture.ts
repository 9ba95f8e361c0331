// Makes the final picture from the captured one: it cuts, scales, marks and encodes it.
import type { Box, Mark } from "@webserv/shared/model/page/screenshot.ts";
import { MAX_DATA } from "@webserv/shared/model/page/screenshot.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { Encoding } from "./capture.ts";
import type { Marked } from "./draw-marks.ts";
import { drawMarks } from "./draw-marks.ts";

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** The encoded picture, in base64. */
  readonly data: string;
  readonly marks: Mark[];
}

export interface PictureWork {
  /** The captured picture as a data: URL. */
  readonly captured: string;
  readonly encoding: Encoding;
  /** Returns the wanted part of the captured picture, in its px, and the final size; null keeps it as it is. */
  readonly cut: (captured: Size) => { readonly from: Box; readonly to: Size } | null;
  /** Returns the elements to mark, in px of the picture. */
  readonly marked: (picture: Size) => readonly Marked[];
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Makes the picture. @throws WebservError `too-large` if the picture does not fit into one message */
export async function makePicture(work: PictureWork): Promise<Picture> {
  const { captured, encoding } = work;
  const blob = await (await fetch(captured)).blob();
  const bitmap = await createImageBitmap(blob, { colorSpaceConversion: "none" });
  try {
    const { width, height } = bitmap;
    const cut = work.cut({ width, height });
    const size = cut?.to ?? { width, height };
    const marked = work.marked(size);
    const isDone = cut === null && marked.length === 0;
    if (isDone && blob.type === mimeType(encoding)) {
      return {
        width,
        height,
        marks: [],
        data: sendable(captured.slice(captured.indexOf(",") + 1)),
      };
    }
    const canvas = new OffscreenCanvas(size.width, size.height);
    const from = cut?.from ?? { x: 0, y: 0, width, height };
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("the browser gives no canvas to draw on");
    context.imageSmoothingQuality = "high";
    context.drawImage(
      bitmap,
      ...([from.x, from.y, from.width, from.height] as const),
      ...([0, 0, size.width, size.height] as const),
    );
    const marks = drawMarks(canvas, marked);
    const encoded = await canvas.convertToBlob({
      type: mimeType(encoding),
      quality: encoding.quality / 100,
    });
    return { ...size, marks, data: sendable(base64(new Uint8Array(await encoded.arrayBuffer()))) };
  } finally {
    bitmap.close();
  }
}

function mimeType({ format }: Encoding): string {
  return `image/${format}`;
}

function sendable(data: string): string {
  if (data.length <= MAX_DATA) return data;
  throw new WebservError(
    "too-large",
    `the picture has ${data.length} characters of base64, over the limit of ${MAX_DATA}`,
    { next: "Ask for jpeg or webp, a smaller scale, or a smaller area." },
  );
}

/** The number of bytes that are converted to text at once, since a call takes only so many arguments. */
const PIECE = 0x8000;

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE) {
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  }
  return btoa(text);
}
