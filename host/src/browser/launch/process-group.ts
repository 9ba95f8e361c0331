// Sums up what a browser takes of the machine: memory and processor time of all processes of its group.
import { readdir, readFile } from "node:fs/promises";

export interface GroupUsage {
  /** Proportional share (PSS): pages that processes share are counted once. */
  readonly memoryMiB: number;
  readonly cpuSeconds: number;
}

/** Linux counts in hundredths of a second, whatever its own clock is (USER_HZ). */
const TICKS_PER_SECOND = 100;

/** Returns null if the system has no /proc, or the group has no process any more. */
export async function groupUsage(groupId: number): Promise<GroupUsage | null> {
  const names = await readdir("/proc").catch(() => []);
  const members = await Promise.all(
    names.filter((name) => /^\d+$/.test(name)).map((pid) => memberUsage(pid, groupId)),
  );
  const found = members.filter((member) => member !== null);
  if (found.length === 0) return null;
  return {
    memoryMiB: sum(found.map(({ memoryMiB }) => memoryMiB)),
    cpuSeconds: sum(found.map(({ cpuSeconds }) => cpuSeconds)),
  };
}

async function memberUsage(pid: string, groupId: number): Promise<GroupUsage | null> {
  const stat = parseStat(await readFile(`/proc/${pid}/stat`, "utf8").catch(() => ""));
  if (stat?.groupId !== groupId) return null;
  // A process that has just ended has no memory, and its processor time is lost.
  return { memoryMiB: (await memoryMiB(Number(pid))) ?? 0, cpuSeconds: stat.cpuSeconds };
}

/** Returns the proportional share (PSS) of one process; null if the system has no /proc, or the process has ended. */
export async function memoryMiB(pid: number): Promise<number | null> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  const pssKiB = /^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1];
  return pssKiB === undefined ? null : Number(pssKiB) / 1024;
}

/** proc_pid_stat(5): the name stands in brackets and may hold anything. */
function parseStat(text: string): { groupId: number; cpuSeconds: number } | undefined {
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [, , group, , , , , , , , , user, system] = fields.map(Number);
  if (group === undefined || user === undefined || system === undefined) return undefined;
  return { groupId: group, cpuSeconds: (user + system) / TICKS_PER_SECOND };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
