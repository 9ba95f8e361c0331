// Writes a root file system as a Docker archive (the format of `docker save`): one tar with one layer in it.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";

import { SetupError } from "../bootstrap/words.mjs";
import type { ImageConfig } from "./recipe.ts";

export interface Archive {
  readonly file: string;
  readonly root: string;
  /** Such as webserv/nginx:latest. */
  readonly tag: string;
  readonly config: ImageConfig;
  readonly signal: AbortSignal;
}

const BLOCK = 512;

/** The layer goes straight from `tar` to where it stays: gigabytes are written once. */
export async function writeDockerArchive(archive: Archive): Promise<void> {
  const handle = await open(archive.file, "w");
  try {
    const layer = await writeLayer(handle, archive.root, archive.signal);
    const created = new Date().toISOString();
    const config = json({
      architecture: process.arch === "x64" ? "amd64" : process.arch,
      os: "linux",
      created,
      config: archive.config,
      rootfs: { type: "layers", diff_ids: [`sha256:${layer.digest}`] },
      history: [{ created, created_by: "webserv images" }],
    });
    const configName = `${createHash("sha256").update(config).digest("hex")}.json`;
    const layerName = `${layer.digest}/layer.tar`;
    const manifest = json([{ Config: configName, RepoTags: [archive.tag], Layers: [layerName] }]);
    await handle.write(header(layerName, layer.bytes), 0, BLOCK, 0);
    const rest = [
      ...entry(configName, config),
      ...entry("manifest.json", manifest),
      Buffer.alloc(2 * BLOCK),
    ];
    await handle.write(Buffer.concat(rest), 0, undefined, BLOCK + padded(layer.bytes));
  } finally {
    await handle.close();
  }
}

/** Writes the layer from the second block on; the first is for its header, once its size is known. */
async function writeLayer(
  handle: FileHandle,
  root: string,
  signal: AbortSignal,
): Promise<{ digest: string; bytes: number }> {
  const args = ["--create", "--format=posix", "--pax-option=delete=atime,delete=ctime"];
  const owned = ["--sort=name", "--numeric-owner", "--xattrs", "--xattrs-include=security.*"];
  const child = spawn("tar", [...args, ...owned, "--directory", root, "."], {
    stdio: ["ignore", "pipe", "pipe"],
    signal,
    killSignal: "SIGKILL",
  });
  let words = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (words += text));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject).once("close", resolve);
  });
  const hash = createHash("sha256");
  let bytes = 0;
  const written = (async () => {
    for await (const chunk of child.stdout) {
      const part: unknown = chunk;
      if (!(part instanceof Buffer)) throw new TypeError("tar's output is not bytes");
      hash.update(part);
      await handle.write(part, 0, part.length, BLOCK + bytes);
      bytes += part.length;
    }
  })();
  const [code] = await Promise.all([ended, written]);
  if (code !== 0) throw new SetupError(`tar of ${root} ended with code ${code}: ${words.trim()}`);
  return { digest: hash.digest("hex"), bytes };
}

function entry(name: string, content: Buffer): Buffer[] {
  const padding = Buffer.alloc(padded(content.length) - content.length);
  return [header(name, content.length), content, padding];
}

/** A header in the ustar format (POSIX.1-1988), of a plain file. */
function header(name: string, bytes: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0, 100);
  block.write("0000644\0", 100);
  block.write("0000000\0", 108);
  block.write("0000000\0", 116);
  block.write(`${octal(bytes, 11)}\0`, 124);
  block.write(`${octal(0, 11)}\0`, 136);
  block.write(" ".repeat(8), 148);
  block.write("0", 156);
  block.write("ustar\u000000", 257);
  block.write(`${octal(sum(block), 6)}\0 `, 148);
  return block;
}

function octal(value: number, digits: number): string {
  const text = value.toString(8);
  if (text.length > digits) {
    throw new SetupError(`${value} bytes are too many for one layer of an image (8 GiB).`);
  }
  return text.padStart(digits, "0");
}

function sum(block: Buffer): number {
  return block.reduce((total, byte) => total + byte, 0);
}

function padded(bytes: number): number {
  return Math.ceil(bytes / BLOCK) * BLOCK;
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
