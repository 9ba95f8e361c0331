// Ends what a container leaves on this machine when its monitor was killed: Incus then takes it for stopped.
import { readdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const ROOT = "/sys/fs/cgroup";
const GONE_MS = 5000;
const POLL_MS = 5;
/** The number of ids that each instance has. */
const IDS = 65_536;

export interface Strays {
  /**
   * Ends the processes noted, once Incus has deleted the instance. Resolves when nothing is left that is ours to end.
   */
  clear(): Promise<void>;
}

/**
 * Looks at an instance that is about to be deleted. Without a monitor its processes go on, on a disk
 * that is deleted, with its interface; and nobody removes its control groups, for each of which the
 * kernel holds memory. What `clear` ends are only processes noted here: another daemon may by then
 * have given the name to an instance of its own.
 */
export async function noteStrays(
  {
    project,
    instance,
    idBase,
  }: {
    readonly project: string;
    readonly instance: string;
    /** The beginning of the instance's own range of ids, according to Incus; NaN if nothing is ours to end. */
    readonly idBase: number;
  },
  root = ROOT,
): Promise<Strays> {
  const names = ["payload", "monitor"].map((kind) => `lxc.${kind}.${project}_${instance}`);
  const [payload = ""] = names;
  // Version 1 has a hierarchy for each controller, version 2 a single one.
  const switches = [
    { folder: join(root, "freezer", payload), file: "freezer.state", thawed: "THAWED" },
    { folder: join(root, payload), file: "cgroup.freeze", thawed: "0" },
  ];
  const noted = await Promise.all(
    switches.map(async ({ folder }) => {
      if (!Number.isInteger(idBase)) return [];
      const members = await membersOf(folder);
      const own = await Promise.all(members.map(async (pid) => isWithin(pid, idBase)));
      return members.filter((_, index) => own[index]);
    }),
  );
  return {
    async clear() {
      if (!Number.isInteger(idBase)) return;
      await Promise.all(switches.map(async (each, index) => endAll(each, new Set(noted[index]))));
      const hierarchies = [root, ...(await foldersIn(root))];
      await Promise.all(
        hierarchies.flatMap((folder) => names.map(async (name) => removeGroup(join(folder, name)))),
      );
    },
  };
}

interface Switch {
  readonly folder: string;
  readonly file: string;
  readonly thawed: string;
}

async function endAll({ folder, file, thawed }: Switch, noted: ReadonlySet<number>): Promise<void> {
  const left = async (): Promise<number[]> =>
    noted.size === 0 ? [] : (await membersOf(folder)).filter((pid) => noted.has(pid));
  const until = performance.now() + GONE_MS;
  for (let pids = await left(); pids.length > 0; pids = await left()) {
    for (const pid of pids) kill(pid);
    // In version 1 a frozen process ends only when it may run.
    await writeFile(join(folder, file), thawed).catch(() => undefined);
    if (performance.now() > until) return;
    await delay(POLL_MS);
  }
}

/** Returns the pids in the group and in those below it; none if there is no such group. */
async function membersOf(folder: string): Promise<number[]> {
  const listing = await readFile(join(folder, "cgroup.procs"), "utf8").catch(() => undefined);
  if (listing === undefined) return [];
  const below = await Promise.all((await foldersIn(folder)).map(membersOf));
  // A pid of 0 is a process that this one can't see.
  return [...listing.split("\n").map(Number), ...below.flat()].filter((pid) => pid > 1);
}

/**
 * Tells whether root in there is one of the ids that Incus gave to the instance: a name alone may be another Incus's.
 */
async function isWithin(pid: number, idBase: number): Promise<boolean> {
  const map = await readFile(`/proc/${pid}/uid_map`, "utf8").catch(() => "");
  const outside = Number(map.trim().split(/\s+/)[1] ?? "none");
  return outside >= idBase && outside < idBase + IDS;
}

/** Kills a process; one that is not ours to end stays. */
function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    return;
  }
}

/** Removes a group; one that is not empty, or not ours to remove, stays. */
async function removeGroup(folder: string): Promise<void> {
  // Nearly always there is none, which this finds out in one step.
  if ((await attempt(rmdir(folder))) !== "failed") return;
  for (const inner of await foldersIn(folder)) await removeGroup(inner);
  await attempt(rmdir(folder));
}

async function attempt(work: Promise<void>): Promise<"done" | "none" | "failed"> {
  try {
    await work;
    return "done";
  } catch (error) {
    const missing = error instanceof Error && "code" in error && error.code === "ENOENT";
    return missing ? "none" : "failed";
  }
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((each) => each.isDirectory()).map(({ name }) => join(folder, name));
}
