import { describe, expect, test } from "vitest";

import { WebservError } from "@webserv/shared/errors/errors.ts";
import { encodeFrame, FrameDecoder } from "@webserv/shared/rpc/native-frames.ts";

import { between, seededRandom } from "./seeded-random.ts";

const LIMIT = 1000;
const text = (body: Uint8Array): string => new TextDecoder().decode(body);
const header = (length: number): Uint8Array => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, length, true);
  return bytes;
};

function joined(frames: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(frames.flatMap((frame) => [...frame]));
}

function codeOf(work: () => unknown): string | undefined {
  try {
    work();
  } catch (error) {
    return error instanceof WebservError ? error.code : String(error);
  }
  return undefined;
}

describe("the encoding of frames", () => {
  test("a frame is encoded as a little-endian byte length and UTF-8", () => {
    expect([...encodeFrame('"é"', LIMIT)]).toEqual([4, 0, 0, 0, 0x22, 0xc3, 0xa9, 0x22]);
  });

  test("the limit of a frame counts bytes, not characters", () => {
    expect(encodeFrame("é".repeat(500), LIMIT)).toHaveLength(1004);
    expect(codeOf(() => encodeFrame("é".repeat(501), LIMIT))).toBe("too-large");
  });
});

describe("the decoding of frames", () => {
  test("a whole frame in one chunk is decoded", () => {
    const decoder = new FrameDecoder(LIMIT);
    expect(decoder.push(encodeFrame("{}", LIMIT)).map(text)).toEqual(["{}"]);
    expect(decoder.pendingBytes).toBe(0);
  });

  test("several frames in one chunk are decoded, and the beginning of the next waits for its end", () => {
    const decoder = new FrameDecoder(LIMIT);
    const bytes = joined(["1", "22", "333"].map((json) => encodeFrame(json, LIMIT)));
    expect(decoder.push(bytes.subarray(0, -1)).map(text)).toEqual(["1", "22"]);
    expect(decoder.pendingBytes).toBe(6);
    expect(decoder.push(bytes.subarray(-1)).map(text)).toEqual(["333"]);
  });

  test("frames that come one byte at a time are decoded", () => {
    const decoder = new FrameDecoder(LIMIT);
    const bytes = joined(['{"a":"é"}', "[]"].map((json) => encodeFrame(json, LIMIT)));
    const bodies = [...bytes].flatMap((byte) => decoder.push(new Uint8Array([byte])));
    expect(bodies.map(text)).toEqual(['{"a":"é"}', "[]"]);
  });

  test.each([1, 2, 3])("a frame whose header is cut after %i bytes is decoded", (cut) => {
    const decoder = new FrameDecoder(LIMIT);
    const bytes = encodeFrame("true", LIMIT);
    expect(decoder.push(bytes.subarray(0, cut))).toEqual([]);
    expect(decoder.push(bytes.subarray(cut)).map(text)).toEqual(["true"]);
  });

  test("empty chunks and empty frames are no trouble to the decoder", () => {
    const decoder = new FrameDecoder(LIMIT);
    expect(decoder.push(new Uint8Array())).toEqual([]);
    expect(decoder.push(header(0)).map(text)).toEqual([""]);
    expect(decoder.push(encodeFrame("1", LIMIT)).map(text)).toEqual(["1"]);
  });

  test("a truncated frame stays pending", () => {
    const decoder = new FrameDecoder(LIMIT);
    expect(decoder.push(encodeFrame("12345", LIMIT).subarray(0, 7))).toEqual([]);
    expect(decoder.pendingBytes).toBe(7);
  });

  test("a frame over the limit is refused by its header alone", () => {
    expect(codeOf(() => new FrameDecoder(LIMIT).push(header(LIMIT + 1)))).toBe("too-large");
    expect(codeOf(() => new FrameDecoder(LIMIT).push(header(0xffff_ffff)))).toBe("too-large");
    expect(codeOf(() => new FrameDecoder(LIMIT).push(header(LIMIT)))).toBeUndefined();
  });

  test("bytes that are no frame are refused if they announce a length over the limit", () => {
    const decoder = new FrameDecoder(LIMIT);
    // What a stray line on stdout looks like: "Debu" is 1.9 billion.
    const stray = new TextEncoder().encode("Debugger attached.\n");
    expect(() => decoder.push(stray)).toThrow(/announces 1969382724 bytes, over the limit of 1000/);
  });

  test.each(Array.from({ length: 50 }, (_, seed) => seed))(
    "any cut of any frames gives the same bodies (seed %i)",
    (seed) => {
      const random = seededRandom(seed);
      const bodies = Array.from({ length: between(random, 1, 20) }, () =>
        "aé漢😀".repeat(between(random, 0, 60)),
      );
      const bytes = joined(bodies.map((body) => encodeFrame(body, LIMIT)));
      const decoder = new FrameDecoder(LIMIT);
      const received: string[] = [];
      for (let at = 0; at < bytes.length;) {
        const next = at + between(random, 0, random() < 0.5 ? 3 : 400);
        received.push(...decoder.push(bytes.slice(at, next)).map(text));
        at = next;
      }
      expect(received).toEqual(bodies);
      expect(decoder.pendingBytes).toBe(0);
    },
  );
});
