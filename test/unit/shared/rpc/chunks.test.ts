import { describe, expect, test } from "vitest";

import {
  CHUNK_UNITS,
  ChunkAssembler,
  chunked,
  MAX_MESSAGE_UNITS,
  MAX_OPEN_MESSAGES,
  splitText,
} from "@webserv/shared/rpc/chunks.ts";

import { linkedTransports } from "./linked-transports.ts";
import { between, seededRandom } from "./seeded-random.ts";

const settled = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0));

/** A chunked sender, what its pieces look like on the way, and what arrives. */
function chunkedPair() {
  const [near, far] = linkedTransports();
  const sender = chunked(near);
  const received: unknown[] = [];
  chunked(far).onMessage((message) => received.push(message));
  return { sender, near, far, received };
}

describe("the splitting of a text", () => {
  test("a text is never split between the halves of a surrogate pair", () => {
    expect(splitText("a😀b", 2)).toEqual(["a", "😀", "b"]);
    expect(splitText("😀😀", 3)).toEqual(["😀", "😀"]);
  });

  test.each(Array.from({ length: 30 }, (_, seed) => seed))(
    "the pieces of a text are within the size, whole as UTF-8, and add up (seed %i)",
    (seed) => {
      const random = seededRandom(seed);
      const text = Array.from({ length: between(random, 0, 300) }, () =>
        random() < 0.5 ? "😀" : "é",
      ).join("");
      const units = between(random, 2, 40);
      const pieces = splitText(text, units);
      expect(pieces.join("")).toBe(text);
      for (const piece of pieces) {
        expect(piece.length).toBeLessThanOrEqual(units);
        expect(piece.isWellFormed()).toBe(true);
      }
    },
  );
});

describe("a chunked transport", () => {
  test("a chunked transport sends a message that fits as it is", async () => {
    const { sender, near, received } = chunkedPair();
    sender.send({ small: true });
    await settled();
    expect(near.sent).toEqual([{ small: true }]);
    expect(received).toEqual([{ small: true }]);
  });

  test("a chunked transport carries a message of several pieces, with a surrogate pair on the cut", async () => {
    const { sender, near, received } = chunkedPair();
    // Two units of JSON come before the text, so the pair would be cut in its middle.
    const message = [`${"a".repeat(CHUNK_UNITS - 3)}😀${"漢".repeat(CHUNK_UNITS)}`];
    sender.send(message);
    await settled();
    expect(near.sent.length).toBeGreaterThan(2);
    for (const piece of near.sent) {
      expect(new TextEncoder().encode(JSON.stringify(piece)).length).toBeLessThan(1024 * 1024);
    }
    expect(received).toEqual([message]);
  });

  test("small messages pass between the pieces of a large message", async () => {
    const { sender, near, far, received } = chunkedPair();
    const large = ["x".repeat(CHUNK_UNITS * 2)];
    sender.send(large);
    const [first, ...rest] = near.sent;
    const { near: again, received: mixed, far: target } = chunkedPair();
    again.send(first);
    again.send({ small: 1 });
    for (const piece of rest) again.send(piece);
    await settled();
    expect(received).toEqual([large]);
    expect(mixed).toEqual([{ small: 1 }, large]);
    expect([far.closedFor, target.closedFor]).toEqual([undefined, undefined]);
  });

  test("a message over the limit is refused before any piece is sent", () => {
    const { sender, near } = chunkedPair();
    expect(() => sender.send(["x".repeat(MAX_MESSAGE_UNITS)])).toThrow(
      `over the limit of ${MAX_MESSAGE_UNITS}`,
    );
    expect(near.sent).toEqual([]);
  });

  test.each([
    ["that is out of order", [piece({ index: 1 })]],
    ["that comes twice", [piece({}), piece({})]],
    ["that changes the count", [piece({}), piece({ index: 1, count: 3 })]],
    ["of a message of one piece", [piece({ count: 1 })]],
    ["of more pieces than any message has", [piece({ count: 100_000 })]],
    ["with more text than a piece has", [piece({ text: "x".repeat(CHUNK_UNITS + 1) })]],
    ["without a number", [{ chunk: { index: 0, count: 2, text: "" } }]],
    ["that is nothing of the kind", [{ chunk: null }]],
    ["that ends a text which is not JSON", [piece({ text: "{" }), piece({ index: 1, text: "{" })]],
  ])("a piece %s closes the connection", async (_, messages) => {
    const { near, far, received } = chunkedPair();
    for (const message of messages) near.send(message);
    await settled();
    expect(far.closedFor).toMatch(/^bad chunk: /);
    expect(received).toEqual([]);
  });

  test("no message that follows a bad piece is believed", async () => {
    const received: unknown[] = [];
    let deliver: (message: unknown) => void = () => {};
    // A transport whose buffer still delivers after close.
    chunked({
      send: () => {},
      onMessage: (listener) => (deliver = listener),
      onClose: () => {},
      close: () => {},
    }).onMessage((message) => received.push(message));
    deliver(piece({ index: 1 }));
    deliver({ small: 1 });
    await settled();
    expect(received).toEqual([]);
  });
});

describe("the assembler of pieces", () => {
  test("the assembler takes messages whose pieces interleave", () => {
    const assembler = new ChunkAssembler();
    expect(assembler.add(piece({ id: 1, text: "a" }).chunk)).toBeUndefined();
    expect(assembler.add(piece({ id: 2, text: "x" }).chunk)).toBeUndefined();
    expect(assembler.add(piece({ id: 1, index: 1, text: "b" }).chunk)).toBe("ab");
    expect(assembler.add(piece({ id: 2, index: 1, text: "y" }).chunk)).toBe("xy");
  });

  test("the id of a message in pieces is free again when the message is whole", () => {
    const assembler = new ChunkAssembler();
    for (const text of ["first", "second"]) {
      assembler.add(piece({ text }).chunk);
      expect(assembler.add(piece({ index: 1, text: "." }).chunk)).toBe(`${text}.`);
    }
  });

  test("the assembler refuses too many messages at once", () => {
    const assembler = new ChunkAssembler();
    for (let id = 0; id < MAX_OPEN_MESSAGES; id++) assembler.add(piece({ id }).chunk);
    expect(() => assembler.add(piece({ id: MAX_OPEN_MESSAGES }).chunk)).toThrow(
      `over ${MAX_OPEN_MESSAGES} messages`,
    );
  });

  test("the assembler refuses a message that grows over the limit", () => {
    const assembler = new ChunkAssembler();
    const text = "x".repeat(CHUNK_UNITS);
    const count = MAX_MESSAGE_UNITS / CHUNK_UNITS + 2;
    expect(() => {
      for (let index = 0; index < count; index++) {
        assembler.add({ id: 0, index, count, text });
      }
    }).toThrow(`over ${MAX_MESSAGE_UNITS}`);
  });
});

function piece(part: { id?: number; index?: number; count?: number; text?: string }) {
  return { chunk: { id: 0, index: 0, count: 2, text: "", ...part } };
}
