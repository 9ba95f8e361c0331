// Starts Incus's daemon by hand on a machine without systemd: once, and ends it when the set-up is taken back.
import { spawn } from "node:child_process";
import { open, readFile, readlink, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { SetupError } from "../../../bootstrap/words.mjs";
import { stateFolder } from "../record.ts";

export const logFile = "/var/log/webserv-incusd.log";
const STOP_MS = 60_000;
const POLL_MS = 50;
const pidFile = join(stateFolder, "incusd.pid");

/**
 * Starts it in a session of its own, so that it outlives this one and its terminal. It is started once: the earlier one
 * may still be starting.
 */
export async function startProcess(
  script: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  if (await isRunning()) return;
  const log = await open(logFile, "a", 0o640);
  try {
    const child = spawn("/bin/sh", ["-c", script], {
      detached: true,
      cwd: "/",
      stdio: ["ignore", log.fd, log.fd],
      env: {
        PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        HOME: "/root",
        ...env,
      },
    });
    child.unref();
    if (child.pid === undefined) throw new SetupError("incusd could not be started by /bin/sh");
    await writeFile(pidFile, String(child.pid));
  } finally {
    await log.close();
  }
}

/** Ends the daemon; its containers go on. */
export async function stopProcess(): Promise<void> {
  const pid = await pidOf();
  if (pid !== undefined && (await isRunning())) {
    process.kill(pid, "SIGTERM");
    const giveUpAt = Date.now() + STOP_MS;
    while (Date.now() < giveUpAt && (await isRunning())) await sleep(POLL_MS);
    if (await isRunning()) process.kill(pid, "SIGKILL");
  }
  await rm(pidFile, { force: true });
}

/** Tells whether the noted process is still that program: a number may have been given away again. */
async function isRunning(): Promise<boolean> {
  const pid = await pidOf();
  if (pid === undefined) return false;
  const program = await readlink(`/proc/${pid}/exe`).catch(() => undefined);
  if (program === undefined) return false;
  // A shell that has not yet become the program counts, too.
  const names = ["incusd", "sh", "dash", "bash"];
  const state = await stat(`/proc/${pid}`).catch(() => undefined);
  return state !== undefined && names.includes(program.split("/").at(-1) ?? "");
}

async function pidOf(): Promise<number | undefined> {
  const pid = Number(await readFile(pidFile, "utf8").catch(() => ""));
  return Number.isInteger(pid) && pid > 1 ? pid : undefined;
}

/** Tells whether it runs, and was started without this value of the variable. */
export async function runsWithout(name: string, value: string): Promise<boolean> {
  if (!(await isRunning())) return false;
  const environment = await readFile(`/proc/${await pidOf()}/environ`, "utf8").catch(() => "");
  return !environment.split("\0").includes(`${name}=${value}`);
}
