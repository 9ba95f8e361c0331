// Opens the named blobs of an image: members of one archive file, or files of a folder.
import { createReadStream, createWriteStream } from "node:fs";
import { open, stat, statfs } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createZstdDecompress } from "node:zlib";

import { WebservError } from "@webserv/shared/errors/errors.ts";

import { namingPathOf } from "../../../../file-path-named.ts";
import { ByteReader, fileFeed, streamFeed } from "../tar/byte-reader.ts";
import type { Feed } from "../tar/byte-reader.ts";
import { TarError, TarReader } from "../tar/tar-reader.ts";

const CHUNK_BYTES = 1024 * 1024;
const MAX_MEMBERS = 100_000;
const MAX_NAMES_BYTES = 64 * 1024 * 1024;
/** The space on the disk that is left to others, in bytes. */
const RESERVED_BYTES = 1024 ** 3;
/** The number of bytes after which the free space is asked for again, since others write too. */
const ROOM_STEP_BYTES = 64 * 1024 * 1024;

export interface BlobStore {
  readonly sizeBytes: number;
  readonly has: (name: string) => Promise<boolean>;
  /** Reads a whole small blob. Throws TarError if it is missing or longer. */
  readonly read: (name: string, maxBytes: number) => Promise<Buffer>;
  /** Opens a blob's content, in pieces of at most `chunkBytes`; uncompressed if it is gzip's or zstd's. */
  readonly open: (name: string, chunkBytes?: number) => Promise<Feed>;
  readonly close: () => Promise<void>;
}

/**
 * Opens an image's file or folder. An archive that is compressed as a whole can't be sought in: it is written out to
 * `spoolFile` first, as far as there is room: `room` tells how many bytes a folder can take. Throws TarError, and
 * `limit-reached` if there is no room.
 */
export async function openBlobs(
  path: string,
  spoolFile: string,
  signal: AbortSignal,
  room: (folder: string) => Promise<number> = roomIn,
): Promise<BlobStore> {
  const { isDirectory, size } = await stat(path).then((found) => ({
    isDirectory: found.isDirectory(),
    size: found.size,
  }));
  if (isDirectory) return folderStore(path);
  let file = await open(path);
  try {
    const compressed = compressionOf(await firstBytes(file, 0));
    if (compressed !== "none") {
      await file.close();
      await spool(path, compressed, spoolFile, room, signal);
      file = await open(spoolFile);
    }
    return await archiveStore(file, size);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function spool(
  path: string,
  compression: "gzip" | "zstd",
  spoolFile: string,
  room: (folder: string) => Promise<number>,
  signal: AbortSignal,
): Promise<void> {
  let allowed = 0;
  let written = 0;
  const asMuchAsFits = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      if (chunk.length > allowed) {
        const left = await room(dirname(spoolFile));
        if (chunk.length > left) throw noRoom(path, dirname(spoolFile), written);
        allowed = Math.min(left, ROOM_STEP_BYTES);
      }
      allowed -= chunk.length;
      written += chunk.length;
      yield chunk;
    }
  };
  await namingPathOf(spoolFile, () =>
    pipeline(
      createReadStream(path),
      decompressor(compression),
      asMuchAsFits,
      createWriteStream(spoolFile),
      { signal },
    ),
  );
}

/** Returns the free bytes of the folder's disk without the reserve. */
async function roomIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize - RESERVED_BYTES;
}

function noRoom(path: string, folder: string, written: number): WebservError {
  return new WebservError(
    "limit-reached",
    `${path} has to be unpacked into ${folder}, whose disk has no more room for it after ${written} bytes (${RESERVED_BYTES} stay free)`,
    {
      details: { image: path, folder, written },
      next: "Free space on that disk, or give an archive that is not compressed as a whole.",
    },
  );
}

interface Extent {
  readonly start: number;
  readonly length: number;
}

async function archiveStore(file: FileHandle, sizeBytes: number): Promise<BlobStore> {
  const { members, links } = await indexOf(file);
  const find = (name: string): Extent | undefined => members.get(links.get(name) ?? name);
  const get = (name: string): Extent => {
    const extent = find(name);
    if (extent === undefined) throw new TarError(`it has no ${name}`);
    return extent;
  };
  return {
    sizeBytes,
    has: async (name) => find(name) !== undefined,
    async read(name, maxBytes) {
      const { start, length } = get(name);
      return readWhole(file, start, length, name, maxBytes);
    },
    async open(name, chunkBytes = CHUNK_BYTES) {
      const { start, length } = get(name);
      return uncompressed(file, { start, length }, chunkBytes, async () => {});
    },
    close: async () => file.close(),
  };
}

/** Finds the place of each member's body. `docker save` of old names a layer it has twice by a symbolic link. */
async function indexOf(
  file: FileHandle,
): Promise<{ members: Map<string, Extent>; links: Map<string, string> }> {
  const { size } = await file.stat();
  const members = new Map<string, Extent>();
  const links = new Map<string, string>();
  let at = 0;
  let nameBytes = 0;
  const feed = fileFeed(file, 0, size, 4096);
  const reader = new TarReader(
    new ByteReader({
      ...feed,
      async next() {
        const chunk = await feed.next();
        at += chunk?.length ?? 0;
        return chunk;
      },
      seek(length) {
        at += length;
        feed.seek?.(length);
      },
    }),
  );
  for (let entry = await reader.next(); entry !== undefined; entry = await reader.next()) {
    const name = posix.normalize(entry.path);
    if (entry.type === "symlink") links.set(name, posix.join(posix.dirname(name), entry.linkPath));
    if (entry.type === "hardlink") links.set(name, posix.normalize(entry.linkPath));
    if (entry.type === "file") {
      const start = at - reader.ahead;
      if (start + entry.size > size)
        throw new TarError("it is no tar archive, or ends in the middle of a file");
      members.set(name, { start, length: entry.size });
    }
    nameBytes += entry.path.length + entry.linkPath.length;
    const tooMany = members.size + links.size > MAX_MEMBERS || nameBytes > MAX_NAMES_BYTES;
    if (tooMany) throw new TarError("it is no image: it has too many files");
  }
  return { members, links };
}

function folderStore(dir: string): BlobStore {
  const pathOf = (name: string): string => {
    if (name.startsWith("..") || name.startsWith("/"))
      throw new TarError(`${name} leads out of it`);
    return join(dir, name);
  };
  const sizeOf = async (name: string): Promise<number> => {
    const found = await stat(pathOf(name)).catch(() => undefined);
    if (found?.isFile() !== true) throw new TarError(`it has no ${name}`);
    return found.size;
  };
  return {
    sizeBytes: 0,
    has: async (name) => (await stat(pathOf(name)).catch(() => undefined))?.isFile() === true,
    async read(name, maxBytes) {
      const length = await sizeOf(name);
      await using file = await open(pathOf(name));
      return await readWhole(file, 0, length, name, maxBytes);
    },
    async open(name, chunkBytes = CHUNK_BYTES) {
      const length = await sizeOf(name);
      const file = await open(pathOf(name));
      return uncompressed(file, { start: 0, length }, chunkBytes, async () => file.close());
    },
    close: async () => {},
  };
}

async function readWhole(
  file: FileHandle,
  start: number,
  length: number,
  name: string,
  maxBytes: number,
): Promise<Buffer> {
  if (length > maxBytes) {
    throw new TarError(`${name} has ${length} bytes, expected at most ${maxBytes}`);
  }
  const body = await new ByteReader(fileFeed(file, start, length)).read(length);
  if (body.length < length) throw new TarError(`${name} is truncated`);
  return body;
}

async function uncompressed(
  file: FileHandle,
  { start, length }: Extent,
  chunkBytes: number,
  close: () => Promise<void>,
): Promise<Feed> {
  const compression = compressionOf(await firstBytes(file, start));
  if (compression === "none") return { ...fileFeed(file, start, length, chunkBytes), close };
  const raw = fileFeed(file, start, length);
  const source = Readable.from(chunksOf(raw), { objectMode: false, highWaterMark: CHUNK_BYTES });
  const plain = decompressor(compression);
  source.on("error", (error) => plain.destroy(error)).pipe(plain);
  const feed = streamFeed(plain);
  return {
    async next() {
      try {
        return await feed.next();
      } catch (error) {
        throw new TarError(`a layer can't be unpacked: ${String(error)}`, { cause: error });
      }
    },
    async close() {
      source.destroy();
      await feed.close();
      await close();
    },
  };
}

async function* chunksOf(feed: Feed): AsyncGenerator<Buffer> {
  for (let chunk = await feed.next(); chunk !== undefined; chunk = await feed.next()) yield chunk;
}

type Compression = "none" | "gzip" | "zstd";

function compressionOf(start: Buffer): Compression {
  const hex = start.toString("hex");
  if (hex.startsWith("1f8b")) return "gzip";
  if (hex.startsWith("28b52ffd")) return "zstd";
  if (hex.startsWith("fd377a585a00"))
    throw new TarError("it is compressed with xz; expected gzip or zstd");
  if (hex.startsWith("425a68"))
    throw new TarError("it is compressed with bzip2; expected gzip or zstd");
  return "none";
}

function decompressor(compression: "gzip" | "zstd") {
  return compression === "gzip"
    ? createGunzip({ chunkSize: CHUNK_BYTES })
    : createZstdDecompress({ chunkSize: CHUNK_BYTES });
}

async function firstBytes(file: FileHandle, at: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(6), 0, 6, at);
  return buffer.subarray(0, bytesRead);
}
