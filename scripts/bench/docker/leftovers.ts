// Removes everything a benchmark's own dockerd made on this machine, also after one that was killed.
import { execFile } from "node:child_process";
import { readFile, readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const CGROUPS = "/sys/fs/cgroup";
const END_MS = 20_000;
const POLL_MS = 50;

export interface DockerPlace {
  /** The folder of all of its state, its socket and its programs' sockets. */
  readonly folder: string;
  /** The cgroup of all containers, such as `/webserv-bench`. */
  readonly cgroupParent: string;
  readonly bridge: string;
}

/** Ends every process, mount, interface, cgroup and file of the place. Never touches another dockerd's. */
export async function removeLeftovers(place: DockerPlace): Promise<void> {
  await endProcesses(place);
  await unmountAll(place.folder);
  // The bridge is absent if Docker removed it itself.
  await run("ip", ["link", "delete", place.bridge]).catch(() => undefined);
  await removeCgroups(place.cgroupParent);
  await rm(place.folder, { recursive: true, force: true });
}

async function endProcesses(place: DockerPlace): Promise<void> {
  const until = Date.now() + END_MS;
  for (;;) {
    const pids = await processesOf(place);
    if (pids.length === 0) return;
    if (Date.now() > until) {
      throw new Error(`processes ${pids.join(", ")} of Docker did not end within ${END_MS} ms`);
    }
    for (const pid of pids) kill(pid);
    await delay(POLL_MS);
  }
}

/**
 * Finds the processes. The engine's own programs name the folder on their command line; containers are in the cgroup.
 */
async function processesOf({ folder, cgroupParent }: DockerPlace): Promise<number[]> {
  const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = names.map(async (name) => {
    const [command, cgroups, status] = await Promise.all(
      ["cmdline", "cgroup", "status"].map((file) => readOrEmpty(join("/proc", name, file))),
    );
    if (status?.includes("State:\tZ") === true) return [];
    const program = command?.split("\0")[0] ?? "";
    const engine = /(^|\/)(dockerd|containerd|containerd-shim[a-z0-9-]*|runc)$/.test(program);
    const ofEngine = engine && command?.includes(`${folder}/`) === true;
    return ofEngine || cgroups?.includes(`:${cgroupParent}/`) === true ? [Number(name)] : [];
  });
  return (await Promise.all(found)).flat();
}

async function unmountAll(folder: string): Promise<void> {
  for (const point of mountsBelow(await readFile("/proc/self/mountinfo", "utf8"), folder)) {
    await run("umount", ["--lazy", point]);
  }
}

/** Returns the mount points below `folder` in the text of /proc/self/mountinfo, the deepest first. */
export function mountsBelow(mountInfo: string, folder: string): string[] {
  return mountInfo
    .split("\n")
    .map((line) => unescape(line.split(" ")[4] ?? ""))
    .filter((point) => point.startsWith(`${folder}/`))
    .toReversed();
}

/** Reads a path in which the kernel writes a space as `\040`. */
function unescape(path: string): string {
  return path.replaceAll(/\\([0-7]{3})/g, (_, octal: string) =>
    String.fromCodePoint(Number.parseInt(octal, 8)),
  );
}

/** Removes the cgroup in each hierarchy, if there are several; a cgroup goes when it is empty. */
async function removeCgroups(parent: string): Promise<void> {
  const entries = await readdir(CGROUPS, { withFileTypes: true }).catch(() => []);
  const hierarchies = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  for (const hierarchy of ["", ...hierarchies]) {
    await removeCgroup(join(CGROUPS, hierarchy, parent));
  }
}

async function removeCgroup(path: string): Promise<void> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (entry.isDirectory()) await removeCgroup(join(path, entry.name));
  }
  await rmdir(path).catch(() => undefined);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended since.
  }
}

async function readOrEmpty(file: string): Promise<string> {
  return await readFile(file, "utf8").catch(() => "");
}
