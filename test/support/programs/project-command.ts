// Runs commands of the project, as a newcomer types them, with a temporary folder of their own.
import { spawn } from "node:child_process";
import { join } from "node:path";

import { packageRoot } from "@webserv/host/src/paths.ts";

export interface Ended {
  readonly exitCode: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `npm start` for machines; Ctrl-C follows as soon as it has printed `interruptAfter`. */
export function demo(
  folder: string,
  args: readonly string[],
  interruptAfter?: string,
): Promise<Ended> {
  return command(folder, ["demo", "--json", "--headless", ...args], {}, interruptAfter);
}

/** Runs a command of the project; Ctrl-C reaches the whole process group, as in a terminal. */
export function command(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  interruptAfter?: string,
): Promise<Ended> {
  const child = spawn(process.execPath, [join(packageRoot, "scripts", "run.cjs"), ...args], {
    cwd: packageRoot,
    env: { ...process.env, ...env, TMPDIR: folder, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let out = "";
  let err = "";
  let interrupted = false;
  child.stdout.on("data", (bytes: Buffer) => {
    out += bytes.toString();
  });
  child.stderr.on("data", (bytes: Buffer) => {
    err += bytes.toString();
    if (interruptAfter === undefined || interrupted || !err.includes(interruptAfter)) return;
    interrupted = true;
    if (child.pid !== undefined) process.kill(-child.pid, "SIGINT");
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode) => resolve({ exitCode, out, err }));
  });
}
