// Takes a Docker or OCI image into Incus: its layers laid over each other and streamed in as one image.
import { createHash } from "node:crypto";
import { join } from "node:path";

import { siteSlug } from "@webserv/shared/model/site.ts";
import type { Site } from "@webserv/shared/model/site.ts";

import type { Progress } from "../../backend.ts";
import { isIncusNotFound } from "../client/transport/errors.ts";
import { describeImage, findImage, imageLabels } from "./image-store.ts";
import type { ImagePlace, ImportedImage } from "./image-store.ts";
import { openImage } from "./source/image-archive.ts";
import type { ImageReference } from "./source/image-reference.ts";
import { INIT_VERSION } from "./init/init-script.ts";
import { invalidImage } from "./source/invalid-image.ts";
import { openImportFolder } from "./leftovers.ts";
import { fetchImage, registryImageId } from "./source/registry.ts";
import { TarError } from "./tar/tar-reader.ts";
import { uploadImage } from "./upload-image.ts";

export interface ImportOptions extends ImagePlace {
  readonly reference: ImageReference;
  readonly site: Site;
  /** The daemon's home, which owns the image. */
  readonly owner: string;
  /** The folder for spooled data: see `clearImportLeftovers`. */
  readonly workDir: string;
  readonly progress?: Progress | undefined;
  readonly log?: { info(fields: object, message: string): void } | undefined;
  /** The path of a static busybox, if it is not at Debian's place. */
  readonly busyboxPath?: string | undefined;
}

/**
 * Imports an image for a site, or finds the result of an earlier import of the same. An import is another one if the
 * image differs, or the site's name, env, command, user, share or shared memory, which are put into it. Throws
 * `invalid-image`, IncusError, and the signal's reason; then nothing is left behind.
 */
export async function importImage(
  options: ImportOptions,
  signal: AbortSignal,
): Promise<ImportedImage> {
  const { reference } = options;
  const progress = options.progress ?? (() => undefined);
  if (reference.kind === "incus") return existingImage(options, reference.alias, signal);
  if (reference.kind === "registry") {
    progress({ text: `asking for ${reference.reference}` });
    const id = await registryImageId(reference.reference, signal);
    const known = await findImage(options, recipeDigest(id, options), signal);
    if (known !== undefined) return known;
  }
  const folder = await openImportFolder(options.workDir);
  try {
    return await importArchive(options, folder.dir, progress, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TarError)
      throw invalidImage(reference.text, error.message, { cause: error });
    throw error;
  } finally {
    await folder.dispose();
  }
}

/**
 * Computes the digest of an import of this reference without importing it. That of a registry's image needs the
 * network.
 */
export async function imageDigest(options: ImportOptions, signal: AbortSignal): Promise<string> {
  const { reference } = options;
  if (reference.kind === "incus") {
    return (await existingImage(options, reference.alias, signal)).digest;
  }
  if (reference.kind === "registry") {
    return recipeDigest(await registryImageId(reference.reference, signal), options);
  }
  const folder = await openImportFolder(options.workDir);
  try {
    const archive = await openImage(
      reference.path,
      { spoolDir: folder.dir, tag: reference.tag },
      signal,
    );
    await archive.close();
    return recipeDigest(archive.id, options);
  } catch (error) {
    if (error instanceof TarError)
      throw invalidImage(reference.text, error.message, { cause: error });
    throw error;
  } finally {
    await folder.dispose();
  }
}

async function importArchive(
  options: ImportOptions,
  dir: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<ImportedImage> {
  const { reference, site, owner } = options;
  let path = join(dir, "layout");
  if (reference.kind === "registry") {
    progress({ text: `fetching ${reference.reference}` });
    await fetchImage(reference.reference, path, signal);
  } else if (reference.kind === "archive") {
    path = reference.path;
  }
  const tag = reference.kind === "archive" ? reference.tag : undefined;
  progress({ text: "reading the image" });
  const archive = await openImage(path, { spoolDir: dir, tag }, signal);
  try {
    const digest = recipeDigest(archive.id, options);
    const known = await findImage(options, digest, signal);
    if (known !== undefined) {
      progress({ text: "the image is there already", share: 1 });
      return known;
    }
    const labels = {
      [imageLabels.owner]: owner,
      [imageLabels.site]: site.name,
      [imageLabels.digest]: digest,
      [imageLabels.imageId]: archive.id,
    };
    return await uploadImage({ ...options, archive, digest, labels, progress }, signal);
  } finally {
    await archive.close();
  }
}

function recipeDigest(
  imageId: string,
  { site, owner }: Pick<ImportOptions, "site" | "owner">,
): string {
  const { env, command, share, sharedMemoryMiB } = site.image ?? {};
  const recipe = [
    imageId,
    INIT_VERSION,
    owner,
    siteSlug(site.name),
    env,
    command,
    share,
    sharedMemoryMiB,
  ];
  return `sha256:${createHash("sha256").update(JSON.stringify(recipe)).digest("hex")}`;
}

/** Finds an image that somebody put into our project. Its own init has to heed WEBSERV_ADDRESS. */
async function existingImage(
  { client, pool, reference, log }: ImportOptions,
  alias: string,
  signal: AbortSignal,
): Promise<ImportedImage> {
  const image =
    (await client.images.byAlias(alias, signal)) ??
    (await client.images.get(alias, signal).catch((error: unknown) => {
      if (!isIncusNotFound(error)) throw error;
      return undefined;
    }));
  if (image === undefined) {
    throw invalidImage(
      reference.text,
      `Incus has no such image in the project "${client.project}"`,
    );
  }
  const found = describeImage(image, pool);
  log?.info({ image: found.fingerprint }, "an image of Incus is used as it is");
  return found;
}
