// Checks whether this machine can run Incus at all, before anything is changed on it.
import { readFile } from "node:fs/promises";

import { attempt, exists } from "../commands.ts";
import type { PoolDriver, SetupOptions } from "../options.ts";
import { UnfitError } from "../step.ts";

/** The bits of CAP_NET_ADMIN and CAP_SYS_ADMIN. */
const neededCapabilities = [12n, 21n] as const;
const namespaces = ["cgroup", "ipc", "mnt", "net", "pid", "user", "uts"] as const;
/** The fewest ids: one container of 65,536 beside the machine's own million. */
const FEWEST_IDS = 1_000_000 + 65_536;

/** Resolves with the driver to make a pool with. @throws UnfitError that names all that is missing. */
export async function checkFitness(options: Pick<SetupOptions, "driver">): Promise<PoolDriver> {
  if (process.platform !== "linux") {
    throw new UnfitError(`Incus runs on Linux, and this is ${process.platform}`);
  }
  if (process.getuid?.() !== 0) {
    throw new UnfitError("only root sets Incus up: run it again with sudo");
  }
  const missing = [
    ...missingCapabilities(await textOf("/proc/self/status")),
    ...(await missingNamespaces()),
    ...missingIds(await textOf("/proc/self/uid_map")),
    ...missingControlGroups(await textOf("/proc/filesystems")),
  ];
  const driver = options.driver ?? (await bestDriver());
  if (driver === undefined) missing.push("the kernel has neither btrfs nor zfs");
  if (options.driver === "btrfs" && !(await hasFilesystem("btrfs"))) missing.push("btrfs");
  if (options.driver === "zfs" && !(await hasFilesystem("zfs"))) missing.push("zfs");
  if (driver === "btrfs" && !(await hasLoopDevices())) missing.push("loop devices");
  if (missing.length > 0 || driver === undefined) {
    throw new UnfitError(`this machine can't run Incus; it lacks: ${missing.join("; ")}`);
  }
  return driver;
}

export function missingCapabilities(status: string): string[] {
  const held = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? "0"}`);
  return neededCapabilities.every((bit) => ((held >> bit) & 1n) === 1n)
    ? []
    : ["the right to administer it (root in a container of another has not)"];
}

/** Says which ids are missing: root of a user namespace has only the ids given to that namespace. */
export function missingIds(uidMap: string): string[] {
  const counts = uidMap
    .trim()
    .split("\n")
    .map((line) => Number(line.trim().split(/\s+/)[2] ?? 0));
  const count = counts.reduce((sum, part) => sum + part, 0);
  return count >= FEWEST_IDS ? [] : [`user ids to give to containers (it has ${count})`];
}

function missingControlGroups(filesystems: string): string[] {
  return /\bcgroup2?$/m.test(filesystems) ? [] : ["control groups"];
}

async function missingNamespaces(): Promise<string[]> {
  const missing: string[] = [];
  for (const name of namespaces) {
    if (!(await exists(`/proc/self/ns/${name}`))) missing.push(`${name} namespaces`);
  }
  const allowed = await textOf("/proc/sys/user/max_user_namespaces");
  if (allowed.trim() === "0") missing.push("user namespaces (user.max_user_namespaces is 0)");
  return missing;
}

async function bestDriver(): Promise<PoolDriver | undefined> {
  for (const driver of ["btrfs", "zfs"] as const) if (await hasFilesystem(driver)) return driver;
  return undefined;
}

async function hasFilesystem(name: string): Promise<boolean> {
  if (new RegExp(`\\b${name}$`, "m").test(await textOf("/proc/filesystems"))) return true;
  // This is a dry run: it checks if there is such a module, without loading it.
  return (await attempt("modprobe", ["-n", name])).code === 0;
}

async function hasLoopDevices(): Promise<boolean> {
  return (
    (await exists("/dev/loop-control")) || (await attempt("modprobe", ["-n", "loop"])).code === 0
  );
}

async function textOf(file: string): Promise<string> {
  return await readFile(file, "utf8").catch(() => "");
}
