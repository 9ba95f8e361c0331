// Starts the process of one sandbox in a group of its own, and only once the keeper knows of it.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { Writable } from "node:stream";

import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { Keeper } from "./keeper.ts";
import { endGroup, signalGroup, stopGroup } from "./process-group.ts";
import { startMark } from "./process-table.ts";
import type { SandboxLog } from "./sandbox-log.ts";

export interface SiteCommand {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface SiteProcess {
  /** Number of the process and of its group. */
  readonly pid: number;
  /** See `startMark`. */
  readonly mark: string;
  /** Resolves with how it ended when the process itself, not yet all of its group, has ended. */
  readonly ended: Promise<string>;
  /** Lets the command run; until then only a shell waits in its place. */
  begin(): void;
  /**
   * Holds the group still until the returned function is called; several may hold at once. Throws
   * the signal's reason, and then holds nothing.
   */
  pause(signal: AbortSignal): Promise<() => void>;
  /** Ends the whole group; resolves when none of it is left. */
  end(graceMs: number): Promise<void>;
}

/**
 * The daemon writes one line when everybody who must know of the process does; should the daemon
 * die before, the pipe closes and nothing was started. No core files into a sandbox's data.
 */
const WRAPPER = `
read -r word <&3 && [ "$word" = begin ] || exit 0
exec 3<&-
ulimit -c 0
exec "$@"
`;

/** Prepares the process; throws `sandbox-failed` if no process can be made at all. */
export async function prepareSiteProcess(
  { command, cwd, env }: SiteCommand,
  log: SandboxLog,
  keeper: Keeper,
): Promise<SiteProcess> {
  const child = spawn("/bin/sh", ["-c", WRAPPER, "webserv-sandbox", ...command], {
    cwd,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const pid = await spawned(child);
  keeper.add(pid);
  for (const output of [child.stdout, child.stderr]) {
    output?.setEncoding("utf8").on("data", (text: string) => log.write(text));
  }
  const gate = child.stdio[3];
  if (gate instanceof Writable) gate.on("error", () => undefined);

  let ending: Promise<void> | undefined;
  const end = async (graceMs: number): Promise<void> => {
    ending ??= endGroup(pid, graceMs).then(() => keeper.drop(pid));
    return ending;
  };
  const ended = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) => {
      resolve(signal === null ? `exit code ${code}` : `signal ${signal}`);
    });
  });

  const mark = await startMark(pid);
  if (mark === undefined) {
    await end(0);
    throw new WebservError("sandbox-failed", `the process of the sandbox ended at once`);
  }
  let holds = 0;
  const release = (): void => {
    holds -= 1;
    if (holds === 0 && ending === undefined) signalGroup(pid, "SIGCONT");
  };
  return {
    pid,
    mark,
    ended,
    end,
    begin() {
      if (gate instanceof Writable) gate.end("begin\n");
    },
    async pause(signal) {
      if (ending !== undefined) return () => undefined;
      holds += 1;
      let released = false;
      const releaseOnce = (): void => {
        if (!released) release();
        released = true;
      };
      try {
        await stopGroup(pid, signal);
      } catch (error) {
        releaseOnce();
        throw error;
      }
      return releaseOnce;
    },
  };
}

async function spawned(child: ChildProcess): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (error) =>
      reject(
        new WebservError("sandbox-failed", `no process could be started: ${error.message}`, {
          cause: error,
        }),
      ),
    );
  });
  if (child.pid === undefined) throw new WebservError("sandbox-failed", "the process has no id");
  return child.pid;
}
