// Tells whether a running browser holds a profile folder.
import { open, readlink } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";

import { isRunning } from "../../running-process.ts";

export interface ProfileHolder {
  /** The process's id; undefined if the platform does not say. */
  readonly pid: number | undefined;
  /** The machine that made the lock, if it is another one: nobody here can tell whether the lock still holds. */
  readonly host: string | undefined;
}

/** Reads Chromium's own lock: a link `<host>-<pid>` on Linux and macOS, an open file on Windows. */
export async function profileHolder(
  userDataDir: string,
  isAlive: (pid: number) => boolean = isRunning,
): Promise<ProfileHolder | undefined> {
  if (process.platform === "win32") return heldOnWindows(join(userDataDir, "lockfile"));
  let lock: string;
  try {
    lock = await readlink(join(userDataDir, "SingletonLock"));
  } catch {
    return undefined;
  }
  const [, host, digits] = /^(.*)-(\d+)$/.exec(lock) ?? [];
  if (host === undefined || digits === undefined) return undefined;
  const pid = Number(digits);
  if (host !== hostname()) return { pid, host };
  return isAlive(pid) ? { pid, host: undefined } : undefined;
}

async function heldOnWindows(lockfile: string): Promise<ProfileHolder | undefined> {
  try {
    const file = await open(lockfile, "r+");
    await file.close();
    return undefined;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return code === "EBUSY" || code === "EPERM" || code === "EACCES"
      ? { pid: undefined, host: undefined }
      : undefined;
  }
}
