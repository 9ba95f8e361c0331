// Freezes and thaws a container on this machine by the kernel's own switches: freezing through Incus takes a request,
// and now and then a second.
import { accessSync, constants, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

const ROOT = "/sys/fs/cgroup";

/** The time that the kernel may take to stop every process before Incus is asked instead, in ms. */
const FREEZE_MS = 2000;

export interface ControlGroup {
  /** Resolves with true when every process stands still, and with false if the kernel does not achieve that in time. */
  freeze(signal: AbortSignal): Promise<boolean>;
  /** Lets its processes go on. Throws if the container is gone. */
  thaw(): void;
  /**
   * Tells whether it is frozen; false also if the container is gone or not whole any more: a process died, or will as
   * soon as it may run.
   */
  frozen(): boolean;
}

/**
 * Finds the control group of the container whose init has this pid. Undefined if it is not on this machine, or not ours
 * to switch: then Incus has to be asked.
 */
export async function findControlGroup(
  container: { readonly project: string; readonly instance: string; readonly pid: number },
  root = ROOT,
  proc = "/proc",
): Promise<ControlGroup | undefined> {
  const listing = await readFile(`${proc}/${container.pid}/cgroup`, "utf8").catch(() => "");
  const name = `lxc.payload.${container.project}_${container.instance}`;
  for (const { controllers, path } of parseListing(listing)) {
    const folder = containerFolder(path, name);
    // A pid of another machine's container means nothing here, or some other process.
    if (folder === undefined) continue;
    if (controllers.includes("freezer")) {
      const found = versionOne(`${root}/freezer${folder}`, proc);
      if (found !== undefined) return found;
    }
    if (controllers.length === 0) {
      const found = versionTwo(`${root}${folder}`, proc);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/**
 * Finds the pid of the init of a container on this machine without asking Incus, which for each look at an instance's
 * state runs a program for the disk's use. Undefined if it can't be found, such as if the init has put itself into a
 * group further down.
 */
export async function findInit(
  { project, instance }: { readonly project: string; readonly instance: string },
  root = ROOT,
  proc = "/proc",
): Promise<number | undefined> {
  const name = `lxc.payload.${project}_${instance}`;
  for (const hierarchy of ["freezer", ".", "unified"]) {
    const file = `${root}/${hierarchy}/${name}/cgroup.procs`;
    for (const pid of (await readFile(file, "utf8").catch(() => "")).split("\n")) {
      if (pid === "") continue;
      const status = await readFile(`${proc}/${pid}/status`, "utf8").catch(() => "");
      if (/^NSpid:\t.*\t1$/m.test(status)) return Number(pid);
    }
  }
  return undefined;
}

interface Membership {
  /** The controllers of the hierarchy; empty for the one of version 2. */
  readonly controllers: readonly string[];
  readonly path: string;
}

/** Parses the lines of /proc/<pid>/cgroup: `4:freezer:/lxc.payload.x`. */
function parseListing(listing: string): readonly Membership[] {
  return listing.split("\n").flatMap((line) => {
    const [, controllers, path] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
    if (controllers === undefined || path === undefined) return [];
    return [{ controllers: controllers.split(",").filter((each) => each !== ""), path }];
  });
}

/** Returns the container's own folder, whichever one below it the process is in. LXC adds `-1` to a name in use. */
function containerFolder(path: string, name: string): string | undefined {
  const parts = path.split("/");
  const at = parts.findIndex(
    (part) =>
      part === name || (part.startsWith(`${name}-`) && /^-\d+$/.test(part.slice(name.length))),
  );
  return at === -1 ? undefined : parts.slice(0, at + 1).join("/");
}

function versionOne(folder: string, proc: string): ControlGroup | undefined {
  const file = `${folder}/freezer.state`;
  if (!writable(file)) return undefined;
  const state = (): string => readFileSync(file, "utf8").trim();
  const members = watchMembers(`${folder}/cgroup.procs`, proc);
  return {
    async freeze(signal) {
      writeFileSync(file, "FROZEN");
      // Version 1 stays at FREEZING until it is asked again.
      const frozen = await comesAbout(() => {
        if (state() === "FROZEN") return true;
        writeFileSync(file, "FROZEN");
        return false;
      }, signal);
      if (frozen) members.note();
      return frozen;
    },
    thaw: () => writeFileSync(file, "THAWED"),
    frozen: () => attempt(() => state() === "FROZEN" && members.whole()),
  };
}

function versionTwo(folder: string, proc: string): ControlGroup | undefined {
  const file = `${folder}/cgroup.freeze`;
  if (!writable(file)) return undefined;
  const frozen = (): boolean => /^frozen 1$/m.test(readFileSync(`${folder}/cgroup.events`, "utf8"));
  const members = watchMembers(`${folder}/cgroup.procs`, proc);
  return {
    async freeze(signal) {
      writeFileSync(file, "1");
      const came = await comesAbout(frozen, signal);
      if (came) members.note();
      return came;
    },
    thaw: () => writeFileSync(file, "0"),
    frozen: () => attempt(() => frozen() && members.whole()),
  };
}

/**
 * Tells whether the processes of a frozen group are those it was frozen with. When the machine runs out of memory, one
 * of them may be taken from among the others. And one that is killed while it rests in a group of version 1 seems
 * alive: it ends when it is thawed.
 */
function watchMembers(file: string, proc: string): { note(): void; whole(): boolean } {
  const read = (): string => readFileSync(file, "utf8");
  let before: string | undefined;
  return {
    note() {
      before = read();
    },
    whole() {
      const now = read();
      if (before !== undefined && now !== before) return false;
      return !now.split("\n").some((pid) => pid !== "" && isDoomed(`${proc}/${pid}/status`));
    },
  };
}

/** Tells whether SIGKILL is pending, by the ninth bit of the signals pending for the thread or for the process. */
function isDoomed(statusFile: string): boolean {
  const pending = readFileSync(statusFile, "utf8").matchAll(/^(?:SigPnd|ShdPnd):\t([0-9a-f]+)$/gm);
  return [...pending].some(([, mask = "0"]) => (BigInt(`0x${mask}`) & 0x100n) !== 0n);
}

async function comesAbout(holds: () => boolean, signal: AbortSignal): Promise<boolean> {
  const until = performance.now() + FREEZE_MS;
  while (!holds()) {
    if (performance.now() > until) return false;
    await delay(1, undefined, { signal });
  }
  return true;
}

function writable(file: string): boolean {
  return attempt(() => {
    accessSync(file, constants.W_OK);
    return true;
  });
}

function attempt(work: () => boolean): boolean {
  try {
    return work();
  } catch {
    return false;
  }
}
