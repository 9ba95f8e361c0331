// Makes the copy-on-write storage pool that images, clones and checkpoints live in.
import { statfs } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

import { storagePool } from "../../../host/src/sandbox/incus/client/storage.ts";
import type { StoragePool } from "../../../host/src/sandbox/incus/client/storage.ts";
import { SetupError } from "../../bootstrap/words.mjs";
import { incusApi, incusFolder } from "./api.ts";
import { attempt } from "./commands.ts";
import type { Step, Target } from "./step.ts";

const GIB = 1024 ** 3;
const LEAST_GIB = 4;
/**
 * The pool's share of the free space. The file is sparse: it takes what is written, and leaves the machine the rest.
 */
const SHARE_OF_FREE = 0.7;
const MAKING_MS = 60_000;
const POLL_MS = 100;

export const pool: Step = {
  name: "storage pool",
  scope: "set",

  async lacking({ names }) {
    const found = await findPool(names.pool);
    if (found === undefined) return `there is no storage pool ${names.pool}`;
    if (found.status !== "Created") return `the storage pool ${names.pool} is ${found.status}`;
    if (found.driver !== "btrfs" || (await diskLimitsOf(names.pool)) !== "none") return undefined;
    return (await canCountSimply()) ? `${names.pool} does not count disk use` : undefined;
  },

  async do(target) {
    const { names, notes, pool, say } = target;
    const api = incusApi();
    let found = await settledPool(names.pool);
    if (found !== undefined && found.status !== "Created" && notes.get("made").length > 0) {
      await api.delete(`/1.0/storage-pools/${names.pool}`);
      found = undefined;
    }
    if (found === undefined) {
      const sizeGiB = pool.sizeGiB ?? (await fittingSizeGiB());
      const file = pool.driver === "dir" ? "" : `, in a file of up to ${sizeGiB} GiB`;
      say(`making the storage pool ${names.pool} (${pool.driver}${file})`);
      await notes.add("made", names.pool);
      await api.post("/1.0/storage-pools", {
        name: names.pool,
        driver: pool.driver,
        description: "Images and sandboxes of WebServ",
        config: configOf(pool.driver, sizeGiB),
      });
    }
    await countDiskUse(target);
  },

  async undo({ names, notes, say }) {
    if (notes.get("made").length === 0 || (await settledPool(names.pool)) === undefined) return;
    say(`deleting the storage pool ${names.pool}`);
    await incusApi().delete(`/1.0/storage-pools/${names.pool}`);
  },
};

/** Tells how a sandbox's disk may be limited in this pool; `none` if that would cost too much. */
export async function diskLimitsOf(name: string): Promise<"quotas" | "none"> {
  const found = await findPool(name);
  if (found?.driver === "zfs") return "quotas";
  if (found?.driver !== "btrfs") return "none";
  const { code } = await attempt("btrfs", ["qgroup", "show", mountPointOf(name)]);
  return code === 0 ? "quotas" : "none";
}

/** Turns on simple quotas: btrfs' full ones search all that shares an extent, which hundreds of clones do. */
async function countDiskUse({ names, say }: Target): Promise<void> {
  const found = await findPool(names.pool);
  if (found?.driver !== "btrfs" || (await diskLimitsOf(names.pool)) !== "none") return;
  const { code, stderr } = await attempt("btrfs", [
    "quota",
    "enable",
    "--simple",
    mountPointOf(names.pool),
  ]);
  if (code !== 0) say(`sandboxes get no disk limits, which need Linux 6.7: ${stderr.trim()}`);
}

async function canCountSimply(): Promise<boolean> {
  const { stdout, stderr } = await attempt("btrfs", ["quota", "enable", "--help"]);
  const [major = 0, minor = 0] = (await attempt("uname", ["-r"])).stdout.split(".").map(Number);
  return `${stdout}${stderr}`.includes("--simple") && (major > 6 || (major === 6 && minor >= 7));
}

/** Waits for a pool whose making went on while its set-up was killed. */
async function settledPool(name: string): Promise<StoragePool | undefined> {
  const giveUpAt = Date.now() + MAKING_MS;
  for (;;) {
    const found = await findPool(name);
    if (found?.status !== "Pending" || Date.now() > giveUpAt) return found;
    await sleep(POLL_MS);
  }
}

async function findPool(name: string): Promise<StoragePool | undefined> {
  return await incusApi().find(storagePool, `/1.0/storage-pools/${name}`);
}

function configOf(driver: Target["pool"]["driver"], sizeGiB: number): Record<string, string> {
  const size = `${sizeGiB}GiB`;
  switch (driver) {
    case "btrfs":
      // Reading writes no times, and deleted space is given back to the machine's disk.
      return { size, "btrfs.mount_options": "noatime,user_subvol_rm_allowed,discard=async" };
    case "zfs":
      return { size, "zfs.clone_copy": "true" };
    case "dir":
      return {};
  }
}

async function fittingSizeGiB(): Promise<number> {
  const { bavail, bsize } = await statfs(incusFolder());
  const freeGiB = (bavail * bsize) / GIB;
  if (freeGiB * SHARE_OF_FREE >= LEAST_GIB) return Math.floor(freeGiB * SHARE_OF_FREE);
  throw new SetupError(
    `${freeGiB.toFixed(1)} GiB are free at ${incusFolder()}, and a storage pool takes ${LEAST_GIB} GiB or more: free some space, or choose with --pool-size.`,
  );
}

function mountPointOf(name: string): string {
  return `${incusFolder()}/storage-pools/${name}`;
}
