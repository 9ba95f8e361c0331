// Finds what others have in Incus, which would go with it if its packages were purged.
import * as z from "zod/mini";

import { SetupError } from "../../bootstrap/words.mjs";
import type { IncusApi } from "./api.ts";

/**
 * Resolves with text such as `3 instances (mine, …)`; it is empty if there is only what Incus makes by itself. It is
 * called when all sets are removed: a project or a pool that was there before the set-up belongs to somebody else.
 * @throws SetupError if Incus can't be asked: nobody may then assume that it is empty.
 */
export async function thingsOfOthers(
  api: (project: string) => Pick<IncusApi, "list">,
): Promise<string[]> {
  try {
    return await count(api);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    throw new SetupError(
      `Incus itself stays: can't tell what is in it (${error.message}) See why it does not answer, and run the command again.`,
      { cause: error },
    );
  }
}

async function count(api: (project: string) => Pick<IncusApi, "list">): Promise<string[]> {
  const names = async (path: string, project = "default"): Promise<string[]> =>
    (await api(project).list(named, path)).map(({ name }) => name);
  const projects = await names("/1.0/projects");
  const pools = await names("/1.0/storage-pools");
  const networks = await api("default").list(managedOne, "/1.0/networks");
  const instances: string[] = [];
  const images: string[] = [];
  const volumes: string[] = [];
  for (const project of projects) {
    instances.push(...(await names("/1.0/instances", project)));
    const found = await api(project).list(image, "/1.0/images");
    images.push(...found.map(({ fingerprint }) => fingerprint.slice(0, 12)));
    for (const pool of pools) {
      volumes.push(...(await names(`/1.0/storage-pools/${pool}/volumes/custom`, project)));
    }
  }
  return [
    inWords("instance", instances),
    inWords("volume", volumes),
    inWords("image", images),
    inWords(
      "project",
      projects.filter((name) => name !== "default"),
    ),
    inWords("storage pool", pools),
    inWords(
      "network",
      networks.filter(({ managed }) => managed).map(({ name }) => name),
    ),
  ].flat();
}

/** Puts the list into words. A project that shares its images or volumes with the default one lists them again. */
function inWords(kind: string, found: readonly string[]): string[] {
  const names = [...new Set(found)];
  if (names.length === 0) return [];
  const first = `${names[0] ?? ""}${names.length > 1 ? ", …" : ""}`;
  return [`${names.length} ${kind}${names.length > 1 ? "s" : ""} (${first})`];
}

const named = z.object({ name: z.string() });
const managedOne = z.object({ name: z.string(), managed: z.boolean() });
const image = z.object({ fingerprint: z.string() });
