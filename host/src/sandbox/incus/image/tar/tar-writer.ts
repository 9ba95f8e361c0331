// Writes tar archives: the header blocks of an entry, and what stands behind its body.
import type { TarEntry, TarType } from "./tar-entry.ts";

const BLOCK = 512;
const OCTAL_12 = 8 ** 11;
const OCTAL_8 = 8 ** 7;

const typeFlags: Readonly<Record<TarType, string>> = {
  file: "0",
  hardlink: "1",
  symlink: "2",
  device: "3",
  folder: "5",
  fifo: "6",
  other: "0",
};

/**
 * Writes the header of an entry, whose body follows. Long names are written GNU's way, since its bytes are taken as
 * they are; PAX names pass through the reader's character set. Extended attributes have PAX records only.
 */
export function tarHeader(entry: TarEntry): Buffer {
  const blocks: Buffer[] = [];
  if (entry.xattrs.size > 0) blocks.push(...paxBlocks(entry.xattrs));
  if (entry.path.length > 100) blocks.push(...longName("L", entry.path));
  if (entry.linkPath.length > 100) blocks.push(...longName("K", entry.linkPath));
  blocks.push(block({ ...entry, flag: typeFlags[entry.type] }));
  return blocks.length === 1 ? (blocks[0] ?? Buffer.alloc(0)) : Buffer.concat(blocks);
}

/** Zeros fill the last block of a body of so many bytes. */
export function tarPadding(size: number): Buffer {
  const over = size % BLOCK;
  return Buffer.alloc(over === 0 ? 0 : BLOCK - over);
}

/** Two empty blocks end an archive. */
export function tarEnd(): Buffer {
  return Buffer.alloc(2 * BLOCK);
}

/** Writes a whole small file: header, body and padding. */
export function tarFile(entry: TarEntry, body: Buffer): Buffer {
  return Buffer.concat([tarHeader({ ...entry, size: body.length }), body, tarPadding(body.length)]);
}

interface Block {
  readonly path: string;
  readonly linkPath: string;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly mtime: number;
  readonly size: number;
  readonly flag: string;
}

function block({ path, linkPath, mode, uid, gid, mtime, size, flag }: Block): Buffer {
  const out = Buffer.alloc(BLOCK);
  out.write(path.slice(0, 100), 0, "latin1");
  writeNumber(out, mode & 0o7777, 100, 8);
  writeNumber(out, uid, 108, 8);
  writeNumber(out, gid, 116, 8);
  writeNumber(out, size, 124, 12);
  writeNumber(out, Math.max(0, Math.floor(mtime)), 136, 12);
  out.fill(" ", 148, 156);
  out.write(flag, 156, "latin1");
  out.write(linkPath.slice(0, 100), 157, "latin1");
  out.write("ustar  \0", 257, "latin1");
  let sum = 0;
  for (const byte of out) sum += byte;
  out.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return out;
}

/** Writes octal digits if they fit, else GNU's base 256. */
function writeNumber(out: Buffer, value: number, offset: number, length: 8 | 12): void {
  if (value < (length === 8 ? OCTAL_8 : OCTAL_12)) {
    out.write(`${value.toString(8).padStart(length - 1, "0")}\0`, offset, "latin1");
    return;
  }
  out[offset] = 0x80;
  let rest = value;
  for (let at = offset + length - 1; at > offset; at -= 1) {
    out[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
}

function longName(flag: "L" | "K", name: string): Buffer[] {
  return extension(flag, "././@LongLink", Buffer.from(`${name}\0`, "latin1"));
}

function paxBlocks(xattrs: ReadonlyMap<string, Buffer>): Buffer[] {
  const records = [...xattrs].map(([name, value]) => paxRecord(`SCHILY.xattr.${name}`, value));
  return extension("x", "./PaxHeaders/entry", Buffer.concat(records));
}

/** Writes "length key=value\n"; the length counts its own digits. */
export function paxRecord(key: string, value: Buffer): Buffer {
  const rest = Buffer.concat([Buffer.from(` ${key}=`, "latin1"), value, Buffer.from("\n")]);
  let length = rest.length + 1;
  while (String(length).length + rest.length !== length) length += 1;
  return Buffer.concat([Buffer.from(String(length)), rest]);
}

function extension(flag: string, path: string, body: Buffer): Buffer[] {
  const size = body.length;
  const head = block({ path, linkPath: "", mode: 0o644, uid: 0, gid: 0, mtime: 0, size, flag });
  return [head, body, tarPadding(size)];
}
