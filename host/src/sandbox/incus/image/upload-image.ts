// Streams an image that is laid out into Incus: first the volumes of its shared folders, then itself.
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";

import type { Site } from "@webserv/shared/model/site.ts";

import type { Progress } from "../../backend.ts";
import type { ImageArchive } from "./source/image-archive.ts";
import {
  SHARE_ROOT,
  imageLabels,
  removeImage,
  removeVolume,
  shareVolume,
  treePath,
} from "./image-store.ts";
import type { ImagePlace, ImportedImage, SharedFolder } from "./image-store.ts";
import { fileStream, layLayers, planFiles } from "./file-stream.ts";
import type { FilePlan } from "./file-stream.ts";
import { FileTree } from "./tar/file-tree.ts";
import type { Folder } from "./tar/file-tree.ts";
import { accountFiles, addOwnFiles } from "./init/own-files.ts";
import { plainEntry } from "./tar/tar-entry.ts";
import { TarError } from "./tar/tar-reader.ts";
import { tarEnd, tarFile, tarHeader } from "./tar/tar-writer.ts";

export interface UploadOptions extends ImagePlace {
  readonly archive: ImageArchive;
  readonly site: Site;
  readonly digest: string;
  /** The labels that the image and its volumes bear. */
  readonly labels: Readonly<Record<string, string>>;
  readonly progress: Progress;
  readonly log?: { info(fields: object, message: string): void } | undefined;
  readonly busyboxPath?: string | undefined;
}

/** A shared folder and its contents. */
interface Share extends SharedFolder {
  readonly folder: Folder;
}

const CLEAN_UP_MS = 60_000;
const CHUNK_BYTES = 1024 * 1024;

/** Uploads an image. Throws TarError, IncusError and the signal's reason; then nothing of it is left. */
export async function uploadImage(
  options: UploadOptions,
  signal: AbortSignal,
): Promise<ImportedImage> {
  const { archive, client, digest, log, pool, site } = options;
  const tree = new FileTree();
  await layLayers(tree, archive.layers, accountFiles, signal);
  const [passwd = "", group = ""] = accountFiles.map((path) => tree.text(path));
  await addOwnFiles(tree, { ...options, config: archive.config, passwd, group });
  const shares = findShares(tree, digest, site);
  const plans = shares.map(({ folder }) => planFiles(folder, `backup/volume/${SHARE_ROOT}`));
  const rootPlan = planFiles(tree.root, "rootfs", new Set(shares.map(({ folder }) => folder)));
  const meter = meterOf([...plans, rootPlan], options.progress);
  const upload = randomUUID();
  const made: SharedFolder[] = [];
  try {
    for (const [at, share] of shares.entries()) {
      const plan = plans[at];
      if (plan === undefined) continue;
      meter.say(`sending ${share.path}, shared by all clones`);
      if (await isInUse(options, share, signal)) continue;
      made.push(share);
      await sending(volumeTar(share, plan, options, meter.count, signal), signal, (body) =>
        client.storage.volumes.importBackup(pool, share.volume, body, signal),
      );
    }
    meter.say("sending the image");
    const shared = shares.map(({ path, volume }) => ({ path, volume }));
    const properties = {
      ...options.labels,
      [imageLabels.config]: JSON.stringify(archive.config),
      [imageLabels.shared]: JSON.stringify(shared),
      [UPLOAD_LABEL]: upload,
    };
    const fingerprint = await sending(
      imageTar(rootPlan, options, properties, meter.count, signal),
      signal,
      (unified) => client.images.create({ body: { unified }, properties }, signal),
    );
    const { size: sizeBytes } = await client.images.get(fingerprint, signal);
    log?.info({ digest, fingerprint, sizeBytes, dropped: tree.dropped }, "an image is imported");
    return { fingerprint, digest, config: archive.config, sizeBytes, pool, shared };
  } catch (error) {
    await undo(options, upload, made);
    throw error;
  }
}

const UPLOAD_LABEL = "user.webserv.upload";

/**
 * Tells whether an instance uses the volume, which then is whole: it outlived the image it came with. Any other volume
 * of the name may be an interrupted import's, and is deleted.
 */
async function isInUse(
  { client, pool }: UploadOptions,
  { volume }: Share,
  signal: AbortSignal,
): Promise<boolean> {
  const there = async (): Promise<boolean> =>
    (await client.storage.volumes.list(pool, signal)).some(({ name }) => name === volume);
  if (!(await there())) return false;
  return !(await removeVolume({ client, pool }, volume, signal)) && (await there());
}

/** Deletes all that was made, also an image that Incus went on with after the upload was whole. */
async function undo(
  { client, pool, log }: UploadOptions,
  upload: string,
  shared: readonly SharedFolder[],
): Promise<void> {
  const signal = AbortSignal.timeout(CLEAN_UP_MS);
  try {
    const [image] = await client.images.list(signal, { [UPLOAD_LABEL]: upload });
    await removeImage({ client, pool }, { fingerprint: image?.fingerprint, shared }, signal);
  } catch (error) {
    log?.info({ err: error }, "could not clear away an import; it is swept by its labels");
  }
}

function findShares(tree: FileTree, digest: string, site: Site): Share[] {
  const shares: Share[] = [];
  for (const wanted of site.image?.share ?? []) {
    const found = tree.find(treePath(wanted));
    if (found?.node.kind !== "folder" || found.path === "") {
      throw new TarError(`the site shares ${wanted}, which is no folder of the image`);
    }
    shares.push({ ...shareVolume(digest, found.path), folder: found.node });
  }
  // A folder within another that is shared is shared with it.
  return shares.filter(({ path }) => !shares.some((other) => path.startsWith(`${other.path}/`)));
}

/**
 * Gives `send` the bytes as a stream. If the bytes themselves fail, that error is thrown, and not Incus's about a body
 * that broke off.
 */
async function sending<T>(
  bytes: AsyncGenerator<Buffer>,
  signal: AbortSignal,
  send: (body: Readable) => Promise<T>,
): Promise<T> {
  let failure: unknown;
  const watched = async function* (): AsyncGenerator<Buffer> {
    try {
      yield* bytes;
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  const body = Readable.from(watched(), { objectMode: false, highWaterMark: CHUNK_BYTES });
  try {
    return await send(body);
  } catch (error) {
    signal.throwIfAborted();
    throw failure ?? error;
  } finally {
    body.destroy();
  }
}

/** Yields a unified image of Incus: metadata.yaml (JSON is YAML) and rootfs/. */
async function* imageTar(
  plan: FilePlan,
  { archive, site }: UploadOptions,
  properties: Readonly<Record<string, string>>,
  count: (bytes: number) => void,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const metadata = {
    architecture: process.arch === "x64" ? "x86_64" : "aarch64",
    creation_date: Math.floor(Date.now() / 1000),
    properties: { description: site.title, os: "webserv", ...properties },
  };
  yield small("metadata.yaml", metadata);
  yield* fileStream(plan, archive.layers, signal, count);
  yield tarEnd();
}

/** Yields Incus's backup of a custom volume: its index, and the volume's files. */
async function* volumeTar(
  share: Share,
  plan: FilePlan,
  { archive, client, labels, pool }: UploadOptions,
  count: (bytes: number) => void,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const { driver } = await client.storage.pool(pool, signal);
  yield small("backup/index.yaml", {
    name: share.volume,
    backend: driver,
    pool,
    optimized: false,
    optimized_header: false,
    type: "custom",
    config: {
      volume: {
        name: share.volume,
        type: "custom",
        content_type: "filesystem",
        description: `${share.path} of an image, shared by its clones`,
        // Each clone has ids of its own, which the mount turns into those of the files.
        config: { "security.shifted": "true", ...labels },
      },
    },
  });
  yield tarHeader(plainEntry("backup/volume/", "folder", 0o755));
  yield* fileStream(plan, archive.layers, signal, count);
  yield tarEnd();
}

function small(path: string, content: object): Buffer {
  return tarFile(plainEntry(path, "file", 0o644), Buffer.from(`${JSON.stringify(content)}\n`));
}

/** Reports each new hundredth. */
function meterOf(
  plans: readonly FilePlan[],
  progress: Progress,
): { readonly say: (text: string) => void; readonly count: (bytes: number) => void } {
  const total = plans.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  let told = -1;
  let text = "";
  const tell = (): void => {
    const share = total === 0 ? 1 : Math.min(1, done / total);
    if (Math.floor(share * 100) === told) return;
    told = Math.floor(share * 100);
    progress({ text, share });
  };
  return {
    say(next) {
      text = next;
      told = -1;
      tell();
    },
    count(bytes) {
      done += bytes;
      tell();
    },
  };
}
