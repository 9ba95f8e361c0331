// Lists everything an Incus has on its machine because of instances, by name, to be compared before and after.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import * as z from "zod/mini";

import type { OwnIncus } from "./own-incus.ts";

/** Lists what it says it has, and what the system says: folders, mounts, interfaces, control groups, processes. */
export async function belongings(own: OwnIncus): Promise<string[]> {
  const lists = await Promise.all([
    told(own, "instances"),
    told(own, "images"),
    told(own, `storage-pools/${own.names.pool}/volumes`),
    folders(own),
    mounts(own),
    ports(own),
    controlGroups(own),
    processes(own),
  ]);
  return lists.flat().sort();
}

/** Resolves with the part of its storage pool that is taken, in MiB. */
export async function usedMiB(own: OwnIncus): Promise<number> {
  const resources = await own.ask("GET", `/1.0/storage-pools/${own.names.pool}/resources`);
  const schema = z.object({ space: z.object({ used: z.number() }) });
  return z.parse(schema, resources).space.used / (1024 * 1024);
}

async function told(own: OwnIncus, kind: string): Promise<string[]> {
  const paths = await own.ask("GET", `/1.0/${kind}?project=${own.names.project}`);
  return z.parse(z.array(z.string()), paths).map((path) => `known to Incus: ${path}`);
}

/** Lists folders without `logs`: Incus clears a deleted instance's once a day. */
async function folders(own: OwnIncus): Promise<string[]> {
  const pool = join("storage-pools", own.names.pool);
  const found = await Promise.all(
    [
      "containers",
      "devices",
      "snapshots",
      "images",
      "shmounts",
      "disks",
      join("security", "seccomp"),
      ...["containers", "containers-snapshots", "custom", "custom-snapshots", "images"].map(
        (each) => join(pool, each),
      ),
    ].map(async (folder) => {
      const names = await readdir(join(own.dir, folder)).catch(() => []);
      return names.map((name) => `in a folder: ${join(folder, name)}`);
    }),
  );
  return found.flat();
}

async function mounts(own: OwnIncus): Promise<string[]> {
  return (await readFile("/proc/self/mounts", "utf8"))
    .split("\n")
    .map((line) => line.split(" ")[1] ?? "")
    .filter((path) => path.startsWith(own.dir))
    .map((path) => `mounted: ${path}`);
}

async function ports(own: OwnIncus): Promise<string[]> {
  const names = await readdir(`/sys/class/net/${own.names.network}/brif`).catch(() => []);
  return names.map((name) => `at the bridge: ${name}`);
}

async function controlGroups(own: OwnIncus): Promise<string[]> {
  const roots = ["", ...(await readdir("/sys/fs/cgroup"))];
  const found = await Promise.all(
    roots.map(async (root) => {
      const names = await readdir(join("/sys/fs/cgroup", root)).catch(() => []);
      return names
        .filter((name) => name.startsWith("lxc.") && name.includes(`.${own.names.project}_`))
        .map((name) => `a control group: ${join(root, name)}`);
    }),
  );
  return found.flat();
}

async function processes(own: OwnIncus): Promise<string[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      // One may end between being listed and being read.
      const [groups, args] = await Promise.all(
        ["cgroup", "cmdline"].map((file) =>
          readFile(`/proc/${pid}/${file}`, "utf8").catch(() => ""),
        ),
      );
      const belongs = [groups, args].some(
        (text) => text?.includes(`${own.names.project}_`) === true,
      );
      return belongs ? [`a process: ${pid} ${args?.replaceAll("\0", " ") ?? ""}`] : [];
    }),
  );
  return found.flat();
}
