// Starts an Incus of a test's own with a tiny image, and Incus backends in front of it.
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { SandboxBackend, SiteSource } from "@webserv/host/src/sandbox/backend.ts";
import { createIncusBackend } from "@webserv/host/src/sandbox/incus/backend.ts";
import { createIncusClient } from "@webserv/host/src/sandbox/incus/client/client.ts";
import { SandboxIds } from "@webserv/host/src/sandbox/sandbox-ids.ts";
import { incusNames } from "@webserv/host/src/sandbox/incus/names.ts";
import { site } from "@webserv/shared/model/site.ts";
import type { Limits, PoolSize } from "@webserv/shared/model/site.ts";
import * as z from "zod/mini";

import { startOwnIncus } from "./own-incus.ts";
import type { OwnIncus } from "./own-incus.ts";
import { PATIENCE_MS } from "../time/patience.ts";
import { writeTinyImage } from "./tiny-image.ts";
import type { TinyImage } from "./tiny-image.ts";

/** Holds all that a process has to know to open a backend of this world. */
export const placeSchema = z.object({
  socketPath: z.string(),
  /** The name of project, pool and network. */
  set: z.string(),
  owner: z.string(),
  dir: z.string(),
});
export type Place = z.infer<typeof placeSchema>;

export interface OwnWorld {
  readonly incus: OwnIncus;
  readonly place: Place;
  remove(): Promise<void>;
}

export async function createOwnWorld(poolMiB: number): Promise<OwnWorld> {
  const dir = await folderWithImage();
  // Incus is started last, since it is a process that goes on by itself.
  const incus = await startOwnIncus(poolMiB).catch(async (error: unknown) => {
    await rm(dir, { recursive: true, force: true });
    throw error;
  });
  return {
    incus,
    place: {
      socketPath: incus.socket,
      set: incus.names.project,
      owner: newOwner(),
      dir,
    },
    async remove() {
      try {
        await incus.remove();
      } finally {
        await rm(dir, { recursive: true, force: true });
      }
    },
  };
}

/** Makes a place in the Incus that everybody shares, with an owner of its own. The caller must delete the folder. */
export async function createSharedPlace(socketPath: string): Promise<Place> {
  const dir = await folderWithImage();
  return { socketPath, set: incusNames().project, owner: newOwner(), dir };
}

export interface OpenBackend {
  readonly backend: SandboxBackend;
  /** Closes it and its client. */
  close(): Promise<void>;
}

/** Opens a backend. A place may have one at a time, unless `owner` distinguishes them. */
export function openBackend({ socketPath, set, owner, dir }: Place): OpenBackend {
  const names = incusNames(set);
  const client = createIncusClient({
    endpoint: { kind: "unix", socketPath },
    project: names.project,
  });
  const silent = { info: () => undefined, warn: () => undefined };
  const backend = createIncusBackend({
    ids: new SandboxIds(),
    client,
    names,
    owner,
    stateDir: join(dir, owner, "state"),
    workDir: join(dir, owner, "work"),
    log: silent,
  });
  return {
    backend,
    async close() {
      await backend.close();
      await client.close();
    },
  };
}

export interface TinySite {
  readonly name?: string;
  readonly pool?: PoolSize;
  readonly readiness?: { readonly path?: string; readonly timeoutMs?: number };
  readonly limits?: Limits;
  /** The image, such as one of `imageIn`. */
  readonly image?: string;
}

/** Makes a site of the tiny image, which is imported at the first `create`. */
export function tinySource({ dir }: Pick<Place, "dir">, some: TinySite = {}): SiteSource {
  const name = some.name ?? "tiny";
  return {
    baseDir: dir,
    site: site.parse({
      name,
      title: "Tiny",
      hosts: [{ host: `${name}.test` }],
      readiness: { timeoutMs: PATIENCE_MS, ...some.readiness },
      limits: some.limits ?? {},
      image: { source: some.image ?? `docker-archive:${archiveOf(dir)}` },
      pool: some.pool ?? { min: 0, max: 4 },
    }),
  };
}

/** Makes another image in the place's folder, for a site of its own. */
export async function imageIn(
  { dir }: Pick<Place, "dir">,
  name: string,
  image: TinyImage,
): Promise<string> {
  const file = join(dir, `${name}.tar`);
  await writeTinyImage(file, image);
  return `docker-archive:${file}`;
}

async function folderWithImage(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "webserv-world-"));
  try {
    await writeTinyImage(archiveOf(dir));
    return dir;
  } catch (error) {
    await rm(dir, { recursive: true, force: true });
    throw error;
  }
}

function newOwner(): string {
  return `test-${randomBytes(4).toString("hex")}`;
}

function archiveOf(dir: string): string {
  return join(dir, "tiny.tar");
}
