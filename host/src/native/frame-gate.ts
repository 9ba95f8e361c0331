// Passes the bytes of native messages on as they come, and stops before a frame that is too large.
import { WebservError } from "@webserv/shared/errors/errors.ts";

const HEADER_BYTES = 4;

export interface Passed {
  /** The bytes that may be passed on, in order; views of the input if possible. */
  readonly pieces: readonly Uint8Array[];
  /** Set at the first frame over the limit: none of its bytes are passed, and none after it. */
  readonly fault?: WebservError;
}

/** Follows the frames of one direction and holds no more than an incomplete length. */
export class FrameGate {
  readonly #maxBytes: number;
  /** The bytes of a length that have arrived, if it was split. */
  #header: Uint8Array = new Uint8Array(0);
  /** Bytes of the current frame's body that are still to come. */
  #remaining = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** True if the bytes so far end inside a frame. */
  get midFrame(): boolean {
    return this.#remaining > 0 || this.#header.length > 0;
  }

  pass(bytes: Uint8Array): Passed {
    const pieces: Uint8Array[] = [];
    let start = 0;
    let at = 0;
    while (at < bytes.length) {
      if (this.#remaining > 0) {
        const count = Math.min(this.#remaining, bytes.length - at);
        this.#remaining -= count;
        at += count;
        continue;
      }
      const split = this.#header.length > 0 || bytes.length - at < HEADER_BYTES;
      if (split) {
        if (at > start) pieces.push(bytes.subarray(start, at));
        const part = bytes.subarray(at, at + HEADER_BYTES - this.#header.length);
        const header = join(this.#header, part);
        at += part.length;
        start = at;
        if (header.length < HEADER_BYTES) {
          this.#header = header;
          break;
        }
        this.#header = new Uint8Array(0);
        const fault = this.#begin(header);
        if (fault !== undefined) return { pieces, fault };
        pieces.push(header);
        continue;
      }
      const fault = this.#begin(bytes.subarray(at, at + HEADER_BYTES));
      if (fault !== undefined) {
        if (at > start) pieces.push(bytes.subarray(start, at));
        return { pieces, fault };
      }
      at += HEADER_BYTES;
    }
    if (at > start) pieces.push(bytes.subarray(start, at));
    return { pieces };
  }

  #begin(header: Uint8Array): WebservError | undefined {
    const length = new DataView(header.buffer, header.byteOffset, HEADER_BYTES).getUint32(0, true);
    if (length <= this.#maxBytes) {
      this.#remaining = length;
      return undefined;
    }
    return new WebservError(
      "too-large",
      `a native message announces ${length} bytes, over the limit of ${this.#maxBytes}`,
    );
  }
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first, 0);
  joined.set(second, first.length);
  return joined;
}
