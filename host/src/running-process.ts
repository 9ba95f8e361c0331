// Tells whether a process still runs; one that has ended, but was not yet collected by its parent, does not.
import { readFileSync } from "node:fs";

/**
 * Works for any process on this machine, also another user's. Ended processes keep their number
 * until they are collected: for ever in a container whose first process collects none. Linux alone
 * can tell them apart.
 */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  return !hasEnded(pid);
}

function hasEnded(pid: number): boolean {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    // No such file, on this platform or any more: the next call finds out.
    return false;
  }
  // The fields follow the name in brackets, which may hold brackets, from the third on
  // (proc_pid_stat(5)).
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state = ""] = fields;
  // While other threads of it are still ending, its files and sockets are open.
  return ENDED.has(state) && Number(fields[THREADS]) <= 1;
}

const ENDED: ReadonlySet<string> = new Set(["Z", "X"]);
/** Index of the number of its threads, the twentieth field. */
const THREADS = 17;
