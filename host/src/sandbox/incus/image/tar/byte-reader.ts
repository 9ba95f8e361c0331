// Reads exact numbers of bytes from files and streams, and skips others.
import type { Hash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";

const CHUNK_BYTES = 1024 * 1024;

/** A source of bytes, in the pieces they come in. */
export interface Feed {
  /** Resolves with the next piece, of at least one byte; undefined at the end. */
  readonly next: () => Promise<Buffer | undefined>;
  /** Skips so many bytes without reading them; absent if that is not possible. */
  readonly seek?: (length: number) => void;
  readonly close: () => Promise<void>;
}

export class ByteReader {
  readonly #feed: Feed;
  #chunk: Buffer = Buffer.alloc(0);
  #at = 0;

  constructor(feed: Feed) {
    this.#feed = feed;
  }

  /** The number of bytes that were taken from the feed and are not read yet. */
  get ahead(): number {
    return this.#chunk.length - this.#at;
  }

  /** Reads so many bytes, or as many as there are before the end. */
  async read(length: number): Promise<Buffer> {
    if (this.#chunk.length - this.#at >= length) return this.#take(length);
    const parts: Buffer[] = [];
    let missing = length;
    while (missing > 0) {
      const part = await this.some(missing);
      if (part === undefined) break;
      parts.push(part);
      missing -= part.length;
    }
    return Buffer.concat(parts);
  }

  /** Reads between one byte and `max`; undefined at the end. */
  async some(max: number): Promise<Buffer | undefined> {
    if (this.#at === this.#chunk.length) {
      const chunk = await this.#feed.next();
      if (chunk === undefined) return undefined;
      this.#chunk = chunk;
      this.#at = 0;
    }
    return this.#take(Math.min(max, this.#chunk.length - this.#at));
  }

  /** Skips bytes; false if the end comes before so many (a file that is sought in shows that later). */
  async skip(length: number): Promise<boolean> {
    const here = Math.min(length, this.#chunk.length - this.#at);
    this.#at += here;
    let missing = length - here;
    if (missing > 0 && this.#feed.seek !== undefined) {
      this.#feed.seek(missing);
      return true;
    }
    while (missing > 0) {
      const part = await this.some(missing);
      if (part === undefined) return false;
      missing -= part.length;
    }
    return true;
  }

  /** Reads to the end. */
  async drain(): Promise<void> {
    while ((await this.some(CHUNK_BYTES)) !== undefined);
  }

  async close(): Promise<void> {
    await this.#feed.close();
  }

  #take(length: number): Buffer {
    this.#at += length;
    return this.#chunk.subarray(this.#at - length, this.#at);
  }
}

/** Reads a part of an open file. The file stays open when the feed is closed. */
export function fileFeed(
  file: FileHandle,
  start: number,
  length: number,
  chunkBytes = CHUNK_BYTES,
): Feed {
  let at = start;
  const end = start + length;
  return {
    async next() {
      const want = Math.min(chunkBytes, end - at);
      if (want <= 0) return undefined;
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(want), 0, want, at);
      at += bytesRead;
      return bytesRead === 0 ? undefined : buffer.subarray(0, bytesRead);
    },
    seek(distance) {
      at += distance;
    },
    close: async () => {},
  };
}

export function streamFeed(stream: Readable): Feed {
  const chunks: AsyncIterator<unknown, unknown> = stream[Symbol.asyncIterator]();
  return {
    async next() {
      const { value, done } = await chunks.next();
      return done === true || !Buffer.isBuffer(value) ? undefined : value;
    },
    async close() {
      stream.destroy();
    },
  };
}

/** Passes on the same bytes, and hashes every one of them. */
export function hashedFeed(feed: Feed, hash: Hash): Feed {
  return {
    async next() {
      const chunk = await feed.next();
      if (chunk !== undefined) hash.update(chunk);
      return chunk;
    },
    close: async () => feed.close(),
  };
}
