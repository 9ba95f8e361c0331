// Finds, names and deletes images of ours in Incus and the volumes of their shared folders, by labels.
import { createHash } from "node:crypto";

import * as z from "zod/mini";

import type { IncusClient } from "../client/client.ts";
import { isIncusBusy } from "../client/transport/errors.ts";
import type { Image } from "../client/images.ts";
import { emptyImageConfig, imageConfig } from "./source/image-config.ts";
import type { ImageConfig } from "./source/image-config.ts";
import { fromBytesName, toBytesName } from "./tar/tar-entry.ts";

/** The names of images' properties and of volumes' config keys. */
export const imageLabels = {
  owner: "user.webserv.owner",
  site: "user.webserv.site",
  /** It covers the image's id, its owner's, and everything of the site that is put into it. */
  digest: "user.webserv.digest",
  /** It holds the image's id alone. */
  imageId: "user.webserv.image",
  config: "user.webserv.config",
  shared: "user.webserv.shared",
} as const;

export interface SharedFolder {
  /** The absolute path inside. */
  readonly path: string;
  /** The custom volume of our pool. */
  readonly volume: string;
}

export interface ImportedImage {
  readonly fingerprint: string;
  readonly digest: string;
  readonly config: ImageConfig;
  /** The size of the image as Incus keeps it, in bytes. */
  readonly sizeBytes: number;
  readonly pool: string;
  readonly shared: readonly SharedFolder[];
}

export interface ImagePlace {
  readonly client: IncusClient;
  readonly pool: string;
}

const MAX_PROPERTY = 256 * 1024;
const sharedFolders = z.array(z.object({ path: z.string(), volume: z.string() }));

/** Returns the image that was imported with this digest, if it is whole: with a volume for each shared folder. */
export async function findImage(
  { client, pool }: ImagePlace,
  digest: string,
  signal: AbortSignal,
): Promise<ImportedImage | undefined> {
  const [image] = await client.images.list(signal, { [imageLabels.digest]: digest });
  if (image === undefined) return undefined;
  const found = describeImage(image, pool);
  if (found.shared.length === 0) return found;
  const volumes = await client.storage.volumes.list(pool, signal);
  const names = new Set(volumes.map(({ name }) => name));
  return found.shared.every(({ volume }) => names.has(volume)) ? found : undefined;
}

/** Reads an image's properties; one that is not ours says nothing. */
export function describeImage(image: Image, pool: string): ImportedImage {
  const properties = image.properties ?? {};
  return {
    fingerprint: image.fingerprint,
    digest: properties[imageLabels.digest] ?? image.fingerprint,
    config: read(imageConfig, properties[imageLabels.config]) ?? emptyImageConfig,
    sizeBytes: image.size,
    pool,
    shared: read(sharedFolders, properties[imageLabels.shared]) ?? [],
  };
}

/** Returns the devices, by name, of each instance made from the image: its shared folders, which it can't write. */
export function shareDevices(
  image: ImportedImage,
): Record<string, Readonly<Record<string, string>>> {
  return Object.fromEntries(
    image.shared.map(({ path, volume }) => [
      volume,
      { type: "disk", pool: image.pool, source: `${volume}/${SHARE_ROOT}`, path, readonly: "true" },
    ]),
  );
}

/** The folder of a volume that has the shared folder's mode and owner; the volume's own root is Incus's. */
export const SHARE_ROOT = "root";

/** Gives the same folder of the same import the same name. `path` is in the form of tar names. */
export function shareVolume(digest: string, path: string): SharedFolder {
  const hash = createHash("sha256").update(`${digest}\n`).update(path, "latin1").digest("hex");
  return { path: `/${fromBytesName(path)}`, volume: `share-${hash.slice(0, 16)}` };
}

/** Deletes an image and its volumes, but for volumes that an instance still uses. */
export async function removeImage(
  { client, pool }: ImagePlace,
  image: { readonly fingerprint: string | undefined; readonly shared: readonly SharedFolder[] },
  signal: AbortSignal,
): Promise<void> {
  if (image.fingerprint !== undefined) await client.images.delete(image.fingerprint, signal);
  for (const { volume } of image.shared) await removeVolume({ client, pool }, volume, signal);
}

/**
 * Deletes an owner's images and volumes of a site (of all sites if `site` is left out) but those with a digest in
 * `keep`, and but for volumes in use. Resolves with the number of things deleted.
 */
export async function sweepImages(
  place: ImagePlace,
  what: { readonly owner: string; readonly site?: string; readonly keep: ReadonlySet<string> },
  signal: AbortSignal,
): Promise<number> {
  const { client, pool } = place;
  const ours = (labels: Readonly<Record<string, string>>): boolean =>
    labels[imageLabels.owner] === what.owner &&
    (what.site === undefined || labels[imageLabels.site] === what.site) &&
    !what.keep.has(labels[imageLabels.digest] ?? "");
  const images = (await client.images.list(signal)).filter(({ properties }) =>
    ours(properties ?? {}),
  );
  for (const { fingerprint } of images) await client.images.delete(fingerprint, signal);
  const volumes = (await client.storage.volumes.list(pool, signal)).filter(({ config }) =>
    ours(config),
  );
  const removed: boolean[] = [];
  for (const { name } of volumes) removed.push(await removeVolume(place, name, signal));
  return images.length + removed.filter(Boolean).length;
}

/** Deletes a volume; resolves with false if it is in use, or was not there. */
export async function removeVolume(
  { client, pool }: ImagePlace,
  volume: string,
  signal: AbortSignal,
): Promise<boolean> {
  const all = await client.storage.volumes.list(pool, signal);
  const found = all.find(({ name }) => name === volume);
  if (found === undefined || (found.used_by ?? []).length > 0) return false;
  try {
    await client.storage.volumes.delete(pool, volume, signal);
    return true;
  } catch (error) {
    // An instance took it in the meantime.
    if (isIncusBusy(error)) return false;
    throw error;
  }
}

function read<T extends z.ZodMiniType>(
  schema: T,
  text: string | undefined,
): z.infer<T> | undefined {
  if (text === undefined || text.length > MAX_PROPERTY) return undefined;
  try {
    const parsed = z.safeParse(schema, JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Converts a path of a definition to the form that trees hold. */
export function treePath(path: string): string {
  return toBytesName(path.replace(/^\/+|\/+$/g, ""));
}
