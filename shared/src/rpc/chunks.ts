// Carries messages of any size over a link that limits the size of each, such as native messaging.
import * as z from "zod/mini";

import { describeIssues } from "../protocol/describe-issues.ts";
import { WebservError } from "../errors/errors.ts";
import type { Transport } from "./transport.ts";

/**
 * UTF-16 units in one piece. A unit takes at most 3 bytes as UTF-8 and at most 2 when JSON escapes
 * it once more, so a piece stays under 768 KiB; native messaging closes the channel over 1 MiB.
 */
export const CHUNK_UNITS = 256 * 1024;
/** The largest message put together from pieces, in UTF-16 units. */
export const MAX_MESSAGE_UNITS = 32 * 1024 * 1024;
/** Messages that may arrive in pieces at the same time. */
export const MAX_OPEN_MESSAGES = 16;

const chunkSchema = z.object({
  chunk: z.object({
    id: z.int().check(z.nonnegative()),
    index: z.int().check(z.nonnegative()),
    count: z.int().check(z.minimum(2), z.maximum(Math.ceil(MAX_MESSAGE_UNITS / CHUNK_UNITS) * 2)),
    text: z.string().check(z.maxLength(CHUNK_UNITS)),
  }),
});
type Chunk = z.infer<typeof chunkSchema>["chunk"];

/**
 * Wraps `inner` so that large messages travel in pieces. A piece that does not fit (wrong order,
 * too many, too large) closes the connection: later messages could not be trusted.
 */
export function chunked(inner: Transport): Transport {
  let nextId = 0;
  const assembler = new ChunkAssembler();
  let onMessage: (message: unknown) => void = () => {};
  let failed = false;
  inner.onMessage((message) => {
    // A transport may still deliver messages that it had read before it was closed.
    if (failed) return;
    if (!isChunk(message)) {
      onMessage(message);
      return;
    }
    let whole: { readonly message: unknown } | undefined;
    try {
      const text = assembler.add(parseChunk(message));
      if (text !== undefined) whole = { message: JSON.parse(text) };
    } catch (error) {
      failed = true;
      inner.close(`bad chunk: ${error instanceof Error ? error.message : String(error)}`);
      return;
    }
    if (whole !== undefined) onMessage(whole.message);
  });
  return {
    send(message) {
      const text = JSON.stringify(message);
      if (text.length <= CHUNK_UNITS) {
        inner.send(message);
        return;
      }
      if (text.length > MAX_MESSAGE_UNITS) {
        throw new WebservError(
          "too-large",
          `a message of ${text.length} characters is over the limit of ${MAX_MESSAGE_UNITS}`,
        );
      }
      const pieces = splitText(text, CHUNK_UNITS);
      const id = nextId++;
      for (const [index, piece] of pieces.entries()) {
        inner.send({ chunk: { id, index, count: pieces.length, text: piece } });
      }
    },
    onMessage(listener) {
      onMessage = listener;
    },
    onClose: (listener) => inner.onClose(listener),
    close: (reason) => inner.close(reason),
  };
}

function isChunk(message: unknown): boolean {
  return typeof message === "object" && message !== null && "chunk" in message;
}

function parseChunk(message: unknown): Chunk {
  const parsed = chunkSchema.safeParse(message);
  if (parsed.success) return parsed.data.chunk;
  throw new WebservError("parse-error", describeIssues(parsed.error.issues, message));
}

/** Cuts `text` into pieces of at most `units` (2 or more), never between the halves of a surrogate pair. */
export function splitText(text: string, units: number): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (start < text.length) {
    let end = Math.min(start + units, text.length);
    // A lone half would be replaced on its way through UTF-8.
    const cutsPair = end < text.length && isHighSurrogate(text.charCodeAt(end - 1));
    if (cutsPair && end - start > 1) end--;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Puts pieces together; pieces of one message come in order, messages may interleave. */
export class ChunkAssembler {
  readonly #open = new Map<number, { pieces: string[]; units: number; count: number }>();

  /** Returns the whole text with its last piece; throws on any piece that does not fit. */
  add(chunk: Chunk): string | undefined {
    const open = this.#open.get(chunk.id) ?? this.#begin(chunk);
    if (chunk.index !== open.pieces.length || chunk.count !== open.count) {
      throw new WebservError(
        "parse-error",
        `chunk ${chunk.index} of ${chunk.count} came when ${open.pieces.length} of ${open.count} was due`,
      );
    }
    open.units += chunk.text.length;
    if (open.units > MAX_MESSAGE_UNITS) {
      throw new WebservError("too-large", `chunks add up to over ${MAX_MESSAGE_UNITS} characters`);
    }
    open.pieces.push(chunk.text);
    if (open.pieces.length < open.count) return undefined;
    this.#open.delete(chunk.id);
    return open.pieces.join("");
  }

  #begin(chunk: Chunk): { pieces: string[]; units: number; count: number } {
    if (this.#open.size >= MAX_OPEN_MESSAGES) {
      throw new WebservError("overloaded", `over ${MAX_OPEN_MESSAGES} messages in pieces at once`);
    }
    const begun = { pieces: [], units: 0, count: chunk.count };
    this.#open.set(chunk.id, begun);
    return begun;
  }
}
