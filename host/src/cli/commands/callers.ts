// Finds who calls this command: the shell or, above a shell that runs a single command, the program that runs it.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { promisify } from "node:util";

import { startMark } from "../../sandbox/local/process-table.ts";

/** A process that outlives a single command, or may. */
export interface Caller {
  readonly pid: number;
  /** See `startMark`. */
  readonly startMark: string;
  /** A shell works in one session at a time; another program may have several. */
  readonly shell: boolean;
}

export interface Ancestor {
  readonly pid: number;
  /** Its command line. */
  readonly args: readonly string[];
}

/** Returns the nearest first. Empty if the system does not say, as on Windows. */
export async function findCallers(from: number = process.ppid): Promise<readonly Caller[]> {
  const found = await Promise.all(
    callersAmong(await ancestorsFrom(from)).map(async ({ pid, args }) => {
      const mark = await startMark(pid);
      return mark === undefined ? [] : [{ pid, startMark: mark, shell: isShell(args) }];
    }),
  );
  return found.flat();
}

/**
 * Returns the ancestors up to the first that is neither a shell for one command nor a subshell:
 * agents run each command in a shell of its own, which is gone with it. The processes that npm puts
 * between a shell and a command are left out.
 */
export function callersAmong(ancestors: readonly Ancestor[]): readonly Ancestor[] {
  const own = ancestors.filter(({ args }, index) => {
    const above = ancestors[index + 1]?.args ?? [];
    return !isRunner(args) && !(runsOneCommand(args) && isRunner(above));
  });
  const steady = own.findIndex(
    ({ args }, index) => !runsOneCommand(args) && !isSubshell(args, own[index + 1]?.args ?? []),
  );
  return steady === -1 ? own : own.slice(0, steady + 1);
}

const SHELLS = new Set(["sh", "bash", "dash", "zsh", "ksh", "ash", "fish", "busybox"]);

function isShell([name = ""]: readonly string[]): boolean {
  // A login shell's name begins with a hyphen.
  return SHELLS.has(basename(name).replace(/^-/, ""));
}

/** Recognizes `sh -c …`, also as `bash -lc …` or `bash -o pipefail -c …`. */
function runsOneCommand(args: readonly string[]): boolean {
  if (!isShell(args)) return false;
  for (let index = 1; /^[-+]/.test(args[index] ?? ""); index++) {
    const option = args[index] ?? "";
    if (/^-[a-zA-Z]*c/.test(option)) return true;
    if (/^[-+][a-zA-Z]*[oO]$/.test(option)) index++;
  }
  return false;
}

/** A shell that forks for a part of its script keeps its command line. */
function isSubshell(args: readonly string[], above: readonly string[]): boolean {
  return isShell(args) && args.join("\0") === above.join("\0");
}

/**
 * Recognizes npm, npx and their like, which rename their process; our own start of `npm run
 * webserv`; and `timeout`.
 */
function isRunner(args: readonly string[]): boolean {
  const [name = "", script = "", ...words] = args;
  if (/^(?:npm|npx|pnpm|yarn)(?: |$)/.test(name) || basename(name) === "timeout") return true;
  if (!/^node(?:\.exe)?$/.test(basename(name))) return false;
  if (/(?:^|\/)(?:npm|npx|pnpm|pnpx|yarn)(?:-cli)?(?:\.c?js)?$/.test(script)) return true;
  return script.endsWith("scripts/run.cjs") && words[0] === "webserv";
}

const run = promisify(execFile);

async function ancestorsFrom(from: number): Promise<readonly Ancestor[]> {
  if (process.platform === "win32") return [];
  const lookUp = process.platform === "linux" ? linuxProcess : await processTable();
  const found: Ancestor[] = [];
  for (let pid = from; pid > 1;) {
    const info = lookUp(pid);
    if (info === undefined) break;
    found.push({ pid, args: info.args });
    pid = info.parent;
  }
  return found;
}

interface ProcessInfo {
  readonly parent: number;
  readonly args: readonly string[];
}

function linuxProcess(pid: number): ProcessInfo | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    // proc_pid_stat(5): the name in brackets, which may hold anything, then the state, then the parent.
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    return { parent, args: command.replace(/\0+$/, "").split("\0") };
  } catch {
    // The process has ended meanwhile.
    return undefined;
  }
}

/** Other systems list all processes by one call of ps, with spaces between the words. */
async function processTable(): Promise<(pid: number) => ProcessInfo | undefined> {
  const { stdout } = await run("ps", ["-A", "-ww", "-o", "pid=,ppid=,command="], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const rows = new Map(
    stdout.split("\n").flatMap((line): [number, ProcessInfo][] => {
      const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return pid === undefined
        ? []
        : [[Number(pid), { parent: Number(parent), args: command.trim().split(/\s+/) }]];
    }),
  );
  return (pid) => rows.get(pid);
}
