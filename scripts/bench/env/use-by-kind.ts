// Measures where time and memory go: to the browsers' processes by their purpose, the daemon, and the sandboxes.
import { readdir, readFile } from "node:fs/promises";

import { memoryMiB } from "../../../host/src/browser/launch/process-group.ts";

/** Holds seconds of the processor, or MiB, by kind of process. */
export type UseByKind = ReadonlyMap<string, number>;

/** The ticks of a second: Linux counts in hundredths, whatever its own clock is (USER_HZ). */
const TICKS_PER_SECOND = 100;

interface Seen {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly seconds: number;
}

/** Measures browsers by their process groups, and the daemon with what it started that is no browser. */
export async function processorByKind(
  browsers: ReadonlySet<number>,
  daemonPid: number,
): Promise<UseByKind> {
  return await byKind(browsers, daemonPid, ({ seconds }) => seconds);
}

/** Measures the proportional shares (PSS) of the same processes. */
export async function memoryByKind(
  browsers: ReadonlySet<number>,
  daemonPid: number,
): Promise<UseByKind> {
  return await byKind(browsers, daemonPid, async ({ pid }) => (await memoryMiB(pid)) ?? 0);
}

async function byKind(
  browsers: ReadonlySet<number>,
  daemonPid: number,
  amountOf: (seen: Seen) => number | Promise<number>,
): Promise<UseByKind> {
  const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const all = (await Promise.all(names.map(look))).flatMap((seen) => seen ?? []);
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
  const use = new Map<string, number>();
  for (const seen of all) {
    const { pid, group } = seen;
    let kind: string | undefined;
    if (browsers.has(group)) kind = await kindOf(pid);
    else if (pid === daemonPid) kind = "daemon";
    else if (descends(pid, daemonPid, parents)) kind = "sandboxes";
    if (kind !== undefined) use.set(kind, (use.get(kind) ?? 0) + (await amountOf(seen)));
  }
  return use;
}

/** Computes the milliseconds for a step by kind, the largest first. */
export function millisecondsEach(
  before: UseByKind,
  after: UseByKind,
  steps: number,
): Record<string, number> {
  const each = [...after].map(
    ([kind, seconds]) => [kind, ((seconds - (before.get(kind) ?? 0)) * 1000) / steps] as const,
  );
  return Object.fromEntries(each.toSorted(([, first], [, second]) => second - first));
}

async function look(name: string): Promise<Seen | undefined> {
  const text = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
  // proc_pid_stat(5): the program's name stands in brackets and may hold anything.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [, parent, group, , , , , , , , , user, system] = fields.map(Number);
  if (parent === undefined || group === undefined) return undefined;
  if (user === undefined || system === undefined) return undefined;
  return { pid: Number(name), parent, group, seconds: (user + system) / TICKS_PER_SECOND };
}

function descends(pid: number, from: number, parents: ReadonlyMap<number, number>): boolean {
  for (let at = parents.get(pid); at !== undefined && at > 1; at = parents.get(at)) {
    if (at === from) return true;
  }
  return false;
}

async function kindOf(pid: number): Promise<string> {
  // Chromium writes the command lines of its children anew, with spaces.
  const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  const words = line.split(/[\0 ]/);
  const typed = (name: string): string | undefined =>
    words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
  const type = typed("type");
  if (type === undefined) return words[0]?.includes("node") === true ? "native host" : "browser";
  if (type === "renderer") return words.includes("--extension-process") ? "extension" : "pages";
  if (type === "gpu-process") return "gpu";
  if (type === "utility") return typed("utility-sub-type")?.split(".")[0] ?? "utility";
  return type;
}
