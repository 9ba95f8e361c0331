import { describe, expect, test } from "vitest";

import { FrameGate } from "@webserv/host/src/native/frame-gate.ts";
import { encodeFrame } from "@webserv/shared/rpc/native-frames.ts";

const LIMIT = 64;

function frames(...texts: string[]): Uint8Array {
  return Buffer.concat(texts.map((text) => encodeFrame(text, 1024)));
}

/** Everything that was let through, in one piece. */
function passed(gate: FrameGate, chunks: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(chunks.flatMap((chunk) => gate.pass(chunk).pieces));
}

describe("the frame gate", () => {
  test("the frame gate passes what it is given, however it is cut", () => {
    const bytes = frames("{}", "", '{"a":1}', "x".repeat(LIMIT));
    for (let size = 1; size <= bytes.length; size++) {
      const gate = new FrameGate(LIMIT);
      const chunks = [];
      for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
      expect(passed(gate, chunks)).toEqual(Buffer.from(bytes));
      expect(gate.midFrame).toBe(false);
    }
  });

  test("the frame gate passes whole chunks on without copying them", () => {
    const bytes = frames("{}", '{"a":1}');
    const { pieces } = new FrameGate(LIMIT).pass(bytes);
    expect(pieces).toHaveLength(1);
    expect(pieces[0]?.buffer).toBe(bytes.buffer);
  });

  test("the frame gate stops before a frame over the limit, with all that came before it passed on", () => {
    const good = frames("{}", '{"a":1}');
    const bytes = Buffer.concat([good, frames("x".repeat(LIMIT + 1))]);
    const { pieces, fault } = new FrameGate(LIMIT).pass(bytes);
    expect(Buffer.concat(pieces)).toEqual(Buffer.from(good));
    expect(fault).toMatchObject({
      code: "too-large",
      message: `a native message announces ${LIMIT + 1} bytes, over the limit of ${LIMIT}`,
    });
  });

  test("the frame gate stops before a frame over the limit whose length comes in two parts", () => {
    const bytes = frames("x".repeat(LIMIT + 1));
    const gate = new FrameGate(LIMIT);
    expect(gate.pass(bytes.subarray(0, 3))).toEqual({ pieces: [] });
    const { pieces, fault } = gate.pass(bytes.subarray(3));
    expect(pieces).toEqual([]);
    expect(fault?.code).toBe("too-large");
  });

  test("the frame gate knows whether the bytes end inside a frame", () => {
    const bytes = frames("{}");
    const gate = new FrameGate(LIMIT);
    gate.pass(bytes.subarray(0, 2));
    expect(gate.midFrame).toBe(true);
    gate.pass(bytes.subarray(2, 5));
    expect(gate.midFrame).toBe(true);
    gate.pass(bytes.subarray(5));
    expect(gate.midFrame).toBe(false);
  });
});
