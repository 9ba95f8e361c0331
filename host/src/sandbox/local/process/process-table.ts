// Asks the system about processes: their groups, memory, CPU time and start.
import { execFile } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { promisify } from "node:util";

export interface ProcessRow {
  readonly pid: number;
  readonly groupId: number;
  readonly stopped: boolean;
  readonly residentBytes: number;
  /** The process's own time and that of children already waited for. */
  readonly cpuSeconds: number;
}

/** Returns every living process the system shows us; zombies are left out. */
export async function readProcesses(): Promise<readonly ProcessRow[]> {
  if (process.platform === "linux") return linuxProcesses();
  const { stdout } = await run("ps", ["-A", "-o", "pid=,pgid=,stat=,rss=,time="]);
  return stdout.split("\n").flatMap(psRow);
}

/** Tells whether the process used CPU, or ended, since the row was read; true if asking costs as much as a table. */
export function hasRun(row: ProcessRow): boolean {
  if (process.platform !== "linux") return true;
  const fields = statFields(row.pid);
  return fields === undefined || cpuSecondsIn(fields) !== row.cpuSeconds;
}

/**
 * The moment a process started, as text to compare: a pid that was given to another process since, or a machine that
 * was started anew, gives a different one. Undefined if there is no process.
 */
export async function startMark(pid: number): Promise<string | undefined> {
  if (process.platform === "linux") {
    const started = statFields(pid)?.[19];
    if (started === undefined) return undefined;
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}/${started}`;
  }
  try {
    const { stdout } = await run("ps", ["-o", "lstart=", "-p", String(pid)]);
    return stdout.trim() === "" ? undefined : stdout.trim();
  } catch {
    // ps ends with 1 if nothing has this pid.
    return undefined;
  }
}

/** Returns the proportional memory (PSS) if the system reports it, else the resident memory. */
export function memoryBytes(row: ProcessRow): number {
  const rollup = readProc(`/proc/${row.pid}/smaps_rollup`);
  const pss = /^Pss:\s+(\d+) kB$/m.exec(rollup ?? "")?.[1];
  return pss === undefined ? row.residentBytes : Number(pss) * 1024;
}

const run = promisify(execFile);
/** Linux counts CPU time for user space in hundredths of a second, whatever the kernel's own tick. */
const TICKS_PER_SECOND = 100;

// Read synchronously: /proc is memory, and a table read over many turns of the event loop costs
// more and is true of no single moment.
function linuxProcesses(): readonly ProcessRow[] {
  pageBytes ??= pageSize();
  const bytesOfPage = pageBytes;
  return readdirSync("/proc").flatMap((name) => {
    const pid = Number(name);
    const fields = Number.isInteger(pid) ? statFields(pid) : undefined;
    const state = fields?.[0] ?? "X";
    if (fields === undefined || "ZXx".includes(state)) return [];
    const number = (index: number): number => Number(fields[index]);
    return [
      {
        pid,
        groupId: number(2),
        stopped: state === "T" || state === "t",
        residentBytes: number(21) * bytesOfPage,
        cpuSeconds: cpuSecondsIn(fields),
      },
    ];
  });
}

/** Returns its own user and system time, and that of children it has waited for. */
function cpuSecondsIn(fields: readonly string[]): number {
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}

/** proc_pid_stat(5) from field 3 on; the second, a name in brackets, may hold anything. */
function statFields(pid: number): readonly string[] | undefined {
  const stat = readProc(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** Read once: telling it has the kernel walk through all of this process's memory. */
let pageBytes: number | undefined;

function pageSize(): number {
  const kiB = /^KernelPageSize:\s+(\d+) kB$/m.exec(readProc("/proc/self/smaps") ?? "")?.[1];
  return kiB === undefined ? 4096 : Number(kiB) * 1024;
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // Ended meanwhile, or not ours to read.
    return undefined;
  }
}

function psRow(line: string): readonly ProcessRow[] {
  const [pid, groupId, state = "", rss, time = ""] = line.trim().split(/\s+/);
  if (pid === undefined || groupId === undefined || state.startsWith("Z")) return [];
  const seconds = time
    .split(/[:-]/)
    .map(Number)
    .toReversed()
    .reduce((sum, part, index) => sum + part * ([1, 60, 3600, 86_400][index] ?? 0), 0);
  return [
    {
      pid: Number(pid),
      groupId: Number(groupId),
      stopped: state.startsWith("T"),
      residentBytes: Number(rss) * 1024,
      cpuSeconds: seconds,
    },
  ];
}
