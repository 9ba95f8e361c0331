// Finds the processes that run on this machine by a text of their command line or environment.
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { PATIENCE_MS } from "../time/patience.ts";

const run = promisify(execFile);

/** Resolves with the command lines that hold `text`. */
export async function processesWith(text: string): Promise<string[]> {
  const { stdout } = await run("ps", ["-axww", "-o", "args="], { maxBuffer: 16 * 1024 * 1024 });
  return stdout.split("\n").filter((line) => line.includes(text) && !line.startsWith("ps "));
}

/** Resolves when no process holds `text` in its command line; fails with those that are left. */
export async function whenNoneIsLeft(text: string, withinMs = PATIENCE_MS): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const left = await processesWith(text);
    if (left.length === 0) return;
    if (Date.now() > deadline) throw new Error(`still running:\n${left.join("\n")}`);
    await delay(50);
  }
}

/** Resolves with the ids of the processes that `pid` started and whose command line holds `text`. */
export async function childrenWith(pid: number, text: string): Promise<number[]> {
  const { stdout } = await run("ps", ["-axww", "-o", "pid=,ppid=,args="], {
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout.split("\n").flatMap((line) => {
    const [, child, parent, args] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(parent) === pid && args?.includes(text) === true ? [Number(child)] : [];
  });
}

/** Resolves with the ids of the processes of a group whose command line holds `text`. */
export async function membersWith(group: number, text: string): Promise<number[]> {
  const { stdout } = await run("ps", ["-axww", "-o", "pid=,pgid=,args="], {
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout.split("\n").flatMap((line) => {
    const [, pid, of, args] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(of) === group && args?.includes(text) === true ? [Number(pid)] : [];
  });
}

/**
 * Resolves with the command lines of processes whose environment or arguments name `folder`. It works on Linux;
 * elsewhere it finds none.
 */
export async function processesOfFolder(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of process.platform === "linux" ? await readdir("/proc") : []) {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) continue;
    // A process may end between being listed and being read.
    const [environment, args] = await Promise.all(
      ["environ", "cmdline"].map((file) =>
        readFile(`/proc/${pid}/${file}`, "utf8").catch(() => ""),
      ),
    );
    if (environment?.includes(folder) === true || args?.includes(folder) === true) {
      found.push(`${pid} ${args?.replaceAll("\0", " ") ?? ""}`);
    }
  }
  return found;
}
