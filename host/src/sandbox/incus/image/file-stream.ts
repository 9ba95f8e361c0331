// Writes the files of a tree as a tar archive, in one pass over the layers that hold their bodies.
import { createHash } from "node:crypto";

import { ByteReader, hashedFeed } from "./tar/byte-reader.ts";
import type { Attributes, File, FileTree, Folder, Node } from "./tar/file-tree.ts";
import type { Layer } from "./source/image-archive.ts";
import { fromBytesName } from "./tar/tar-entry.ts";
import type { TarEntry, TarType } from "./tar/tar-entry.ts";
import { TarError, TarReader } from "./tar/tar-reader.ts";
import { tarHeader, tarPadding } from "./tar/tar-writer.ts";

/** If bodies are skipped, little is read ahead of a header. */
const HEADER_CHUNK_BYTES = 32 * 1024;
const MAX_KEPT_BYTES = 1024 * 1024;
const BATCH_BYTES = 256 * 1024;

/** One archive holds these, in the order they are written: folders, files without a body, then bodies. */
export interface FilePlan {
  readonly folders: readonly (readonly [path: string, folder: Folder])[];
  readonly bodiless: readonly (readonly [path: string, node: Exclude<Node, File | Folder>])[];
  readonly own: ReadonlyMap<File, string[]>;
  /** The files by layer, then by the entry's index in it. */
  readonly layers: ReadonlyMap<number, ReadonlyMap<number, Placed>>;
  /** The size of all bodies together, in bytes. */
  readonly bytes: number;
}

interface Placed {
  readonly file: File;
  /** The paths of the file; more than one if it has hard links. */
  readonly paths: string[];
}

/** Plans an archive of all of `root`, under `prefix`; the folders `without` stay empty. */
export function planFiles(
  root: Folder,
  prefix: string,
  without: ReadonlySet<Folder> = new Set(),
): FilePlan {
  const folders: [string, Folder][] = [];
  const bodiless: [string, Exclude<Node, File | Folder>][] = [];
  const own = new Map<File, string[]>();
  const layers = new Map<number, Map<number, Placed>>();
  let bytes = 0;
  const place = (path: string, file: File): void => {
    if (Buffer.isBuffer(file.body)) {
      own.set(file, [...(own.get(file) ?? []), path]);
      return;
    }
    const { layer, index } = file.body;
    const entries = layers.get(layer) ?? new Map<number, Placed>();
    layers.set(layer, entries);
    const placed = entries.get(index);
    if (placed === undefined) {
      entries.set(index, { file, paths: [path] });
      bytes += file.size;
    } else {
      placed.paths.push(path);
    }
  };
  const walk = (path: string, folder: Folder): void => {
    folders.push([`${path}/`, folder]);
    if (without.has(folder)) return;
    for (const [name, { node }] of folder.children) {
      const at = `${path}/${name}`;
      if (node.kind === "folder") walk(at, node);
      else if (node.kind === "file") place(at, node);
      else bodiless.push([at, node]);
    }
  };
  walk(prefix, root);
  return { folders, bodiless, own, layers, bytes };
}

/**
 * Lays all layers, headers only, but for the small files named in `keep`. Throws
 * TarError with the layer's name.
 */
export async function layLayers(
  tree: FileTree,
  layers: readonly Layer[],
  keep: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  for (const [at, layer] of layers.entries()) {
    const bytes = new ByteReader(await layer.open(HEADER_CHUNK_BYTES));
    try {
      const reader = new TarReader(bytes);
      let index = 0;
      for (let entry = await reader.next(); entry !== undefined; entry = await reader.next()) {
        signal.throwIfAborted();
        const kept = keep.includes(entry.path.replace(/^(\.?\/)+/, "")) && entry.type === "file";
        tree.lay(
          entry,
          at,
          index,
          kept ? Buffer.from(await reader.body(MAX_KEPT_BYTES)) : undefined,
        );
        index += 1;
      }
    } catch (error) {
      throw inLayer(layer, error);
    } finally {
      await bytes.close();
    }
  }
}

/**
 * Yields the archive without its end. Every layer is read to its end and its digest compared, so that a damaged one
 * never becomes an image. Throws TarError. `onBytes` is told how much of the bodies went by.
 */
export async function* fileStream(
  plan: FilePlan,
  layers: readonly Layer[],
  signal: AbortSignal,
  onBytes: (count: number) => void,
): AsyncGenerator<Buffer> {
  yield* batched(headersOf(plan));
  for (const [at, layer] of layers.entries()) {
    try {
      yield* layerStream(layer, plan.layers.get(at) ?? new Map(), signal, onBytes);
    } catch (error) {
      throw inLayer(layer, error);
    }
  }
}

function* headersOf(plan: FilePlan): Generator<Buffer> {
  for (const [path, { attributes }] of plan.folders) {
    yield tarHeader(entryOf(path, "folder", attributes));
  }
  for (const [path, node] of plan.bodiless) {
    const linkPath = node.kind === "symlink" ? node.target : "";
    yield tarHeader(entryOf(path, node.kind, node.attributes, { linkPath }));
  }
  for (const [file, paths] of plan.own) {
    yield fileHeader(file, paths);
    if (Buffer.isBuffer(file.body)) yield file.body;
    yield tarPadding(file.size);
    yield linkHeaders(file, paths);
  }
}

async function* layerStream(
  layer: Layer,
  wanted: ReadonlyMap<number, Placed>,
  signal: AbortSignal,
  onBytes: (count: number) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  const bytes = new ByteReader(hashedFeed(await layer.open(), hash));
  try {
    const reader = new TarReader(bytes);
    let index = 0;
    let small: Buffer[] = [];
    let smallBytes = 0;
    for (let entry = await reader.next(); entry !== undefined; entry = await reader.next()) {
      signal.throwIfAborted();
      const placed = wanted.get(index);
      index += 1;
      if (placed === undefined) continue;
      small.push(fileHeader(placed.file, placed.paths));
      for (let piece = await reader.piece(); piece !== undefined; piece = await reader.piece()) {
        onBytes(piece.length);
        small.push(piece);
        smallBytes += piece.length + 512;
        if (smallBytes < BATCH_BYTES) continue;
        yield Buffer.concat(small);
        small = [];
        smallBytes = 0;
      }
      small.push(tarPadding(placed.file.size), linkHeaders(placed.file, placed.paths));
    }
    if (small.length > 0) yield Buffer.concat(small);
    await bytes.drain();
  } finally {
    await bytes.close();
  }
  const digest = `sha256:${hash.digest("hex")}`;
  if (digest !== layer.diffId) {
    throw new TarError(
      `it is damaged: its digest is ${digest}, and the config says ${layer.diffId}`,
    );
  }
}

function fileHeader({ attributes, size }: File, [path = ""]: readonly string[]): Buffer {
  return tarHeader(entryOf(path, "file", attributes, { size }));
}

function linkHeaders({ attributes }: File, [first = "", ...others]: readonly string[]): Buffer {
  const plain = { ...attributes, xattrs: new Map<string, Buffer>() };
  return Buffer.concat(
    others.map((path) => tarHeader(entryOf(path, "hardlink", plain, { linkPath: first }))),
  );
}

function entryOf(
  path: string,
  type: TarType,
  attributes: Attributes,
  rest: Partial<TarEntry> = {},
): TarEntry {
  return { path, type, linkPath: "", size: 0, ...attributes, ...rest };
}

function* batched(pieces: Iterable<Buffer>): Generator<Buffer> {
  let batch: Buffer[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    batch.push(piece);
    bytes += piece.length;
    if (bytes < BATCH_BYTES) continue;
    yield Buffer.concat(batch);
    batch = [];
    bytes = 0;
  }
  yield Buffer.concat(batch);
}

function inLayer(layer: Layer, error: unknown): unknown {
  if (!(error instanceof TarError)) return error;
  return new TarError(`layer ${fromBytesName(layer.name)}: ${error.message}`, { cause: error });
}
