// Implements the framing of native messaging: a 32-bit length in native byte order, then that many bytes of JSON.
import { WebservError } from "../errors/errors.ts";

/** The largest frame that a browser accepts from a host; a larger one closes the channel. */
export const MAX_FRAME_TO_BROWSER = 1024 * 1024;
/** The largest frame we accept. Browsers send up to 64 MiB; our own chunks stay under 1 MiB. */
export const MAX_FRAME_FROM_BROWSER = 4 * 1024 * 1024;

const HEADER_BYTES = 4;
const encoder = new TextEncoder();

/** Makes one frame around `json`. All platforms that browsers run on are little-endian. */
export function encodeFrame(json: string, maxBytes: number): Uint8Array<ArrayBuffer> {
  const body = encoder.encode(json);
  if (body.length > maxBytes) {
    throw new WebservError(
      "too-large",
      `a native message of ${body.length} bytes is over the limit of ${maxBytes}`,
    );
  }
  const frame = new Uint8Array(HEADER_BYTES + body.length);
  new DataView(frame.buffer).setUint32(0, body.length, true);
  frame.set(body, HEADER_BYTES);
  return frame;
}

/**
 * Cuts a byte stream into frame bodies, however the bytes arrive. After a length over `maxBytes` it
 * throws `too-large` and must not be fed again: the place of the next frame is unknown.
 */
export class FrameDecoder {
  readonly #maxBytes: number;
  #pieces: Uint8Array[] = [];
  #buffered = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes of a frame that has begun and not ended. */
  get pendingBytes(): number {
    return this.#buffered;
  }

  push(bytes: Uint8Array): Uint8Array[] {
    this.#pieces.push(bytes);
    this.#buffered += bytes.length;
    const bodies: Uint8Array[] = [];
    for (;;) {
      if (this.#buffered < HEADER_BYTES) return bodies;
      const header = this.#peek(HEADER_BYTES);
      const length = new DataView(header.buffer, header.byteOffset, HEADER_BYTES).getUint32(
        0,
        true,
      );
      if (length > this.#maxBytes) {
        throw new WebservError(
          "too-large",
          `a native message announces ${length} bytes, over the limit of ${this.#maxBytes}`,
        );
      }
      if (this.#buffered < HEADER_BYTES + length) return bodies;
      bodies.push(this.#take(HEADER_BYTES + length).subarray(HEADER_BYTES));
    }
  }

  /** Returns the first `count` buffered bytes in one piece; joins pieces only if it must. */
  #peek(count: number): Uint8Array {
    const first = this.#pieces[0];
    if (first !== undefined && first.length >= count) return first.subarray(0, count);
    const joined = this.#join();
    return joined.subarray(0, count);
  }

  #take(count: number): Uint8Array {
    const first = this.#pieces[0];
    const source = first !== undefined && first.length >= count ? first : this.#join();
    const rest = source.subarray(count);
    if (rest.length > 0) this.#pieces[0] = rest;
    else this.#pieces.shift();
    this.#buffered -= count;
    return source.subarray(0, count);
  }

  #join(): Uint8Array {
    const joined = new Uint8Array(this.#buffered);
    let offset = 0;
    for (const piece of this.#pieces) {
      joined.set(piece, offset);
      offset += piece.length;
    }
    this.#pieces = [joined];
    return joined;
  }
}
