// Reads an image from an archive or a layout: its id, its config, and its layers from the lowest up.
import { createHash } from "node:crypto";
import { join, posix } from "node:path";

import * as z from "zod/mini";

import { describeIssues } from "@webserv/shared/protocol/describe-issues.ts";

import { openBlobs } from "./blob-store.ts";
import type { BlobStore } from "./blob-store.ts";
import type { Feed } from "../tar/byte-reader.ts";
import {
  configOf,
  dockerManifest,
  imageConfigFile,
  ociIndex,
  ociManifest,
} from "./image-config.ts";
import type { Descriptor, ImageConfig } from "./image-config.ts";
import { TarError } from "../tar/tar-reader.ts";

const MAX_JSON_BYTES = 8 * 1024 * 1024;

export interface Layer {
  readonly name: string;
  /** The sha256 of the layer's tar, uncompressed. */
  readonly diffId: string;
  readonly open: (chunkBytes?: number) => Promise<Feed>;
}

export interface ImageArchive {
  /** `sha256:…`, what Docker calls the image's id: it stands for the config and for every layer. */
  readonly id: string;
  readonly config: ImageConfig;
  readonly layers: readonly Layer[];
  readonly close: () => Promise<void>;
}

/**
 * Opens `docker save`'s archives, OCI layouts and archives of these. A compressed archive is written
 * out into `spoolDir` first. Throws TarError.
 */
export async function openImage(
  path: string,
  options: { readonly spoolDir: string; readonly tag?: string | undefined },
  signal: AbortSignal,
): Promise<ImageArchive> {
  const blobs = await openBlobs(path, join(options.spoolDir, "archive.tar"), signal);
  try {
    const found = (await blobs.has("manifest.json"))
      ? await readDocker(blobs)
      : await readOci(blobs, options.tag);
    return { ...assemble(blobs, found), close: async () => blobs.close() };
  } catch (error) {
    await blobs.close();
    throw error;
  }
}

interface Found {
  readonly configBytes: Buffer;
  readonly layerNames: readonly string[];
}

async function readDocker(blobs: BlobStore): Promise<Found> {
  const manifests = parse(
    "manifest.json",
    dockerManifest,
    await blobs.read("manifest.json", MAX_JSON_BYTES),
  );
  const [first] = manifests;
  if (first === undefined || manifests.length > 1) {
    throw new TarError(`it holds ${manifests.length} images, expected one`);
  }
  const configBytes = await blobs.read(posix.normalize(first.Config), MAX_JSON_BYTES);
  return { configBytes, layerNames: first.Layers.map((name) => posix.normalize(name)) };
}

async function readOci(blobs: BlobStore, tag: string | undefined): Promise<Found> {
  if (!(await blobs.has("index.json"))) {
    throw new TarError(
      "it is no image: it has neither manifest.json (docker save) nor index.json (OCI)",
    );
  }
  const index = parse("index.json", ociIndex, await blobs.read("index.json", MAX_JSON_BYTES));
  const named = index.manifests.filter(
    ({ annotations }) =>
      tag === undefined || annotations?.["org.opencontainers.image.ref.name"] === tag,
  );
  if (named.length === 0) throw new TarError(`it has no image with the tag "${tag}"`);
  const bytes = await manifestFor(blobs, named, 0);
  const manifest = parse("the manifest", ociManifest, bytes);
  return {
    configBytes: await readBlob(blobs, manifest.config),
    layerNames: manifest.layers.map(({ digest }) => blobName(digest)),
  };
}

/** Finds the manifest for this machine; lists of manifests may lead to lists. */
async function manifestFor(
  blobs: BlobStore,
  choices: readonly Descriptor[],
  depth: number,
): Promise<Buffer> {
  const fitting = choices.filter(
    ({ platform }) =>
      platform === undefined ||
      (platform.os === "linux" && platform.architecture === machineArchitecture()),
  );
  const [chosen, another] = fitting;
  if (chosen === undefined) {
    const there = choices.map(({ platform }) => `${platform?.os}/${platform?.architecture}`);
    throw new TarError(
      `it is for ${there.join(", ")}, and this machine is linux/${machineArchitecture()}`,
    );
  }
  if (another !== undefined && chosen.platform === undefined) {
    throw new TarError("it holds several images; name one by its tag, as in oci:PATH:TAG");
  }
  const bytes = await readBlob(blobs, chosen);
  const nested = z.safeParse(ociIndex, json("the manifest", bytes));
  if (!nested.success) return bytes;
  if (depth > 3) throw new TarError("its lists of manifests lead nowhere");
  return manifestFor(blobs, nested.data.manifests, depth + 1);
}

async function readBlob(blobs: BlobStore, { digest }: Descriptor): Promise<Buffer> {
  const bytes = await blobs.read(blobName(digest), MAX_JSON_BYTES);
  const [algorithm = "sha256", hex] = digest.split(":");
  const actual = createHash(algorithm).update(bytes).digest("hex");
  if (actual !== hex) throw new TarError(`${blobName(digest)} is damaged: its digest is ${actual}`);
  return bytes;
}

function assemble(
  blobs: BlobStore,
  { configBytes, layerNames }: Found,
): Omit<ImageArchive, "close"> {
  const file = parse("the config", imageConfigFile, configBytes);
  const machine = machineArchitecture();
  if (file.os !== "linux" || (file.architecture !== "" && file.architecture !== machine)) {
    throw new TarError(
      `it is for ${file.os}/${file.architecture}, and this machine is linux/${machine}`,
    );
  }
  const diffIds = file.rootfs.diff_ids;
  if (diffIds.length !== layerNames.length) {
    throw new TarError(
      `it has ${layerNames.length} layers, but its config names ${diffIds.length}`,
    );
  }
  return {
    id: `sha256:${createHash("sha256").update(configBytes).digest("hex")}`,
    config: configOf(file),
    layers: layerNames.map((name, at) => ({
      name,
      diffId: diffIds[at] ?? "",
      open: async (chunkBytes) => blobs.open(name, chunkBytes),
    })),
  };
}

function blobName(digest: string): string {
  return `blobs/${digest.replace(":", "/")}`;
}

function parse<T extends z.core.$ZodType>(name: string, schema: T, bytes: Buffer): z.infer<T> {
  const input = json(name, bytes);
  const parsed = z.safeParse(schema, input);
  if (parsed.success) return parsed.data;
  throw new TarError(`${name}: ${describeIssues(parsed.error.issues, input)}`);
}

function json(name: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch (error) {
    throw new TarError(`${name} is not JSON: ${String(error)}`, { cause: error });
  }
}

/** Returns this machine's architecture in Docker's words. */
export function machineArchitecture(): string {
  return process.arch === "x64" ? "amd64" : process.arch;
}
