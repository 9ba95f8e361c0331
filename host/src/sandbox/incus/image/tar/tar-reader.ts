// Reads tar archives of every dialect that container tools write, with names and attributes as bytes.
//
// Not the `tar-stream` package: it decodes PAX records as UTF-8, which destroys file capabilities.
import { ByteReader } from "./byte-reader.ts";
import { noXattrs } from "./tar-entry.ts";
import type { TarEntry, TarType } from "./tar-entry.ts";

const BLOCK = 512;
const CHUNK_BYTES = 1024 * 1024;
const MAX_EXTENSION_BYTES = 1024 * 1024;
/** The limits are Linux's own: a longer path could not be made anywhere. */
const MAX_PATH_BYTES = 4096;
const MAX_XATTR_NAME_BYTES = 255;
const MAX_XATTR_BYTES = 64 * 1024;

/** Describes the fault of an archive, in words that go on from its name. */
export class TarError extends Error {
  override readonly name = "TarError";
}

export class TarReader {
  readonly #bytes: ByteReader;
  /** The number of bytes of the current entry's body that are left. */
  #left = 0;
  #padding = 0;

  constructor(bytes: ByteReader) {
    this.#bytes = bytes;
  }

  /** The number of bytes that were taken from the feed and are not read yet. */
  get ahead(): number {
    return this.#bytes.ahead;
  }

  /** Returns the next entry; undefined at the end. It skips the unread rest of the last one's body. */
  async next(): Promise<TarEntry | undefined> {
    await this.#passBody();
    const extensions: Extensions = { xattrs: noXattrs };
    for (;;) {
      const block = await this.#block();
      if (block === undefined) return undefined;
      const header = parseHeader(block);
      if (header.flag === "g") {
        await this.#extension(header);
      } else if (header.flag === "x") {
        Object.assign(extensions, parsePax(await this.#extension(header)));
      } else if (header.flag === "L") {
        extensions.path = untilNul(await this.#extension(header));
      } else if (header.flag === "K") {
        extensions.linkPath = untilNul(await this.#extension(header));
      } else {
        const entry = entryOf(header, extensions);
        this.#left = entry.size;
        this.#padding = padding(entry.size);
        return entry;
      }
    }
  }

  /** Returns the next piece of the current entry's body; undefined when it is whole. */
  async piece(): Promise<Buffer | undefined> {
    if (this.#left === 0) return undefined;
    const part = await this.#bytes.some(Math.min(this.#left, CHUNK_BYTES));
    if (part === undefined) throw truncated();
    this.#left -= part.length;
    return part;
  }

  /** Returns the whole body of the current entry, which must not be longer than `maxBytes`. */
  async body(maxBytes: number): Promise<Buffer> {
    const size = this.#left;
    if (size > maxBytes)
      throw new TarError(`a file has ${size} bytes, expected at most ${maxBytes}`);
    const body = await this.#bytes.read(size);
    if (body.length < size) throw truncated();
    this.#left = 0;
    return body;
  }

  async #passBody(): Promise<void> {
    const length = this.#left + this.#padding;
    this.#left = 0;
    this.#padding = 0;
    if (length > 0 && !(await this.#bytes.skip(length))) throw truncated();
  }

  async #block(): Promise<Buffer | undefined> {
    const block = await this.#bytes.read(BLOCK);
    if (block.length === 0 || (block.length === BLOCK && isZero(block))) return undefined;
    if (block.length < BLOCK) throw truncated();
    return block;
  }

  async #extension({ size }: Header): Promise<Buffer> {
    if (size > MAX_EXTENSION_BYTES) {
      throw new TarError(`a header has ${size} bytes, expected at most ${MAX_EXTENSION_BYTES}`);
    }
    // It is copied, since the chunk it lies in is the reader's.
    const body = Buffer.from(await this.#bytes.read(size));
    if (body.length < size || !(await this.#bytes.skip(padding(size)))) throw truncated();
    return body;
  }
}

interface Header {
  readonly path: string;
  readonly linkPath: string;
  readonly flag: string;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly size: number;
  readonly mtime: number;
}

/** Records that stand before a header replace what it says. */
interface Extensions {
  path?: string;
  linkPath?: string;
  size?: number;
  uid?: number;
  gid?: number;
  mtime?: number;
  xattrs: ReadonlyMap<string, Buffer>;
}

function parseHeader(block: Buffer): Header {
  checkSum(block);
  // The prefix is POSIX's; GNU's dialect ("ustar" and two spaces) keeps other things there.
  const posix = block.toString("latin1", 257, 263) === "ustar\0";
  const prefix = posix ? untilNul(block.subarray(345, 500)) : "";
  const name = untilNul(block.subarray(0, 100));
  return {
    path: prefix === "" ? name : `${prefix}/${name}`,
    linkPath: untilNul(block.subarray(157, 257)),
    flag: String.fromCharCode(block[156] ?? 0),
    mode: number(block, 100, 8, "mode"),
    uid: number(block, 108, 8, "owner"),
    gid: number(block, 116, 8, "group"),
    size: number(block, 124, 12, "size"),
    mtime: number(block, 136, 12, "time"),
  };
}

function entryOf(header: Header, extensions: Extensions): TarEntry {
  const { flag } = header;
  const path = extensions.path ?? header.path;
  if (flag === "S") throw new TarError(`"${path}" is a sparse file, which can't be read here`);
  const type = typeOf(flag, path);
  const linkPath = extensions.linkPath ?? header.linkPath;
  for (const each of [path, linkPath]) {
    if (each.length <= MAX_PATH_BYTES) continue;
    throw new TarError(
      `"${each.slice(0, 60)}…" has ${each.length} bytes, and a path has at most ${MAX_PATH_BYTES}`,
    );
  }
  return {
    path,
    type,
    linkPath,
    mode: header.mode & 0o7777,
    uid: extensions.uid ?? header.uid,
    gid: extensions.gid ?? header.gid,
    mtime: extensions.mtime ?? header.mtime,
    size: type === "file" || type === "other" ? (extensions.size ?? header.size) : 0,
    xattrs: extensions.xattrs,
  };
}

function typeOf(flag: string, path: string): TarType {
  switch (flag) {
    case "\0":
    case "0":
    case "7":
      return path.endsWith("/") ? "folder" : "file";
    case "1":
      return "hardlink";
    case "2":
      return "symlink";
    case "3":
    case "4":
      return "device";
    case "5":
      return "folder";
    case "6":
      return "fifo";
    default:
      return "other";
  }
}

function parsePax(body: Buffer): Partial<Extensions> {
  const found: Partial<Extensions> = {};
  const xattrs = new Map<string, Buffer>();
  for (let at = 0; at < body.length;) {
    const space = body.indexOf(0x20, at);
    const length = Number(body.toString("latin1", at, space));
    const equals = body.indexOf(0x3d, space);
    const end = at + length;
    if (!(space > at && equals > space && equals < end && end <= body.length)) {
      throw new TarError("a PAX header is malformed");
    }
    const key = body.toString("latin1", space + 1, equals);
    const value = body.subarray(equals + 1, end - 1);
    takeRecord(found, xattrs, key, value);
    at = end;
  }
  return xattrs.size === 0 ? found : { ...found, xattrs };
}

function takeRecord(
  found: Partial<Extensions>,
  xattrs: Map<string, Buffer>,
  key: string,
  value: Buffer,
): void {
  if (key === "path") found.path = value.toString("latin1");
  else if (key === "linkpath") found.linkPath = value.toString("latin1");
  else if (key === "size") found.size = decimal(key, value);
  else if (key === "uid") found.uid = decimal(key, value);
  else if (key === "gid") found.gid = decimal(key, value);
  else if (key === "mtime") found.mtime = decimal(key, value);
  else if (key.startsWith("SCHILY.xattr.")) xattrs.set(...xattrOf(key.slice(13), value));
  else if (key.startsWith("GNU.sparse.")) {
    throw new TarError("it holds a sparse file, which can't be read here");
  }
}

/** Copies the value, since the whole header would be kept with it. */
function xattrOf(name: string, value: Buffer): [string, Buffer] {
  if (name.length <= MAX_XATTR_NAME_BYTES && value.length <= MAX_XATTR_BYTES) {
    return [name, Buffer.from(value)];
  }
  throw new TarError(
    `the attribute "${name.slice(0, 60)}" has a name of ${name.length} and a value of ${value.length} bytes, expected at most ${MAX_XATTR_NAME_BYTES} and ${MAX_XATTR_BYTES}`,
  );
}

function decimal(key: string, value: Buffer): number {
  const parsed = Number(value.toString("latin1"));
  if (value.length > 0 && Number.isFinite(parsed) && (key === "mtime" || parsed >= 0)) {
    return Math.floor(parsed);
  }
  throw new TarError(`a PAX header says ${key}=${value.toString("latin1")}`);
}

/** Reads octal digits, or GNU's base 256 if the first bit is set. */
function number(block: Buffer, offset: number, length: number, what: string): number {
  const first = block[offset] ?? 0;
  if ((first & 0x80) !== 0) {
    // The number is negative; only times can be, and those from before 1970 do not matter.
    if (first === 0xff) return 0;
    let value = first & 0x7f;
    for (let at = offset + 1; at < offset + length; at += 1) value = value * 256 + (block[at] ?? 0);
    if (!Number.isSafeInteger(value)) throw new TarError(`a file's ${what} is out of range`);
    return value;
  }
  const text = block
    .toString("latin1", offset, offset + length)
    .replaceAll("\0", " ")
    .trim();
  if (!/^[0-7]*$/.test(text)) throw new TarError(`a header's ${what} is "${text}", not a number`);
  return text === "" ? 0 : Number.parseInt(text, 8);
}

/** Bytes are summed up as unsigned ones; some old tools summed up signed ones. */
function checkSum(block: Buffer): void {
  const written = block.toString("latin1", 148, 156).replaceAll("\0", " ").trim();
  const expected = /^[0-7]+$/.test(written) ? Number.parseInt(written, 8) : -1;
  let unsigned = 8 * 0x20;
  let signed = unsigned;
  for (let at = 0; at < BLOCK; at += 1) {
    if (at >= 148 && at < 156) continue;
    const byte = block[at] ?? 0;
    unsigned += byte;
    signed += byte > 127 ? byte - 256 : byte;
  }
  if (expected !== unsigned && expected !== signed) {
    throw new TarError("a header's checksum is wrong: this is no tar archive, or a damaged one");
  }
}

function untilNul(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.toString("latin1", 0, end === -1 ? bytes.length : end);
}

function padding(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

function isZero(block: Buffer): boolean {
  return block.every((byte) => byte === 0);
}

function truncated(): TarError {
  return new TarError("it is no tar archive, or ends in the middle of a file");
}
