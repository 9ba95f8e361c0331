// Measures the memory that an engine's clones hold, in their processes and in the kernel; the machine's free memory
// does not count.
import { readdir, readFile } from "node:fs/promises";

/** Says which processes are an engine's clones, and which watch over them. */
export interface EngineProcesses {
  /** Matches the path of a clone's control group from its beginning, up to the clone's own folder. */
  readonly group: RegExp;
  /** Matches the command lines of those outside such groups, arguments parted by blanks. */
  readonly command?: RegExp;
}

/**
 * Resolves with bytes: the proportional share (PSS) of every process, in which a page mapped by `n` of them counts an
 * nth for each. The kernel's own memory charged to their groups (stacks, page tables, slabs) is added. File pages that
 * nobody has mapped are left out, since the kernel gives them up when asked, and on some machines by itself.
 */
export async function memoryHeldBy(
  { group, command }: EngineProcesses,
  root = "/sys/fs/cgroup",
  proc = "/proc",
): Promise<number> {
  const groups = new Set<string>();
  let bytes = 0;
  for (const pid of (await readdir(proc)).filter((name) => /^\d+$/.test(name))) {
    const listing = await textOf(`${proc}/${pid}/cgroup`);
    const folder = memoryGroupIn(listing, group);
    if (folder !== undefined) groups.add(folder);
    else if (command === undefined || !command.test(await commandLine(`${proc}/${pid}`))) continue;
    bytes += kilobytes(await textOf(`${proc}/${pid}/smaps_rollup`), /^Pss:\s+(\d+) kB$/m);
  }
  for (const folder of groups) bytes += await kernelMemory(root, folder);
  return bytes;
}

/** Returns the clone's folder in the hierarchy that counts memory; version 2 has one for everything. */
function memoryGroupIn(listing: string, group: RegExp): string | undefined {
  for (const line of listing.split("\n")) {
    const [, controllers, path] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
    if (controllers === undefined || path === undefined) continue;
    if (controllers !== "" && !controllers.split(",").includes("memory")) continue;
    const found = group.exec(path)?.[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

async function kernelMemory(root: string, folder: string): Promise<number> {
  const versionOne = await textOf(`${root}/memory${folder}/memory.kmem.usage_in_bytes`);
  if (versionOne !== "") return Number(versionOne);
  const stat = await textOf(`${root}${folder}/memory.stat`);
  return Number(/^kernel (\d+)$/m.exec(stat)?.[1] ?? 0);
}

async function commandLine(folder: string): Promise<string> {
  return (await textOf(`${folder}/cmdline`)).replaceAll("\0", " ");
}

function kilobytes(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1] ?? 0) * 1024;
}

/** Reads a file; the text is empty if it is gone: processes end while they are looked at. */
async function textOf(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => "");
}
