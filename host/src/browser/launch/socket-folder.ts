// Removes the folder that Chromium makes outside the profile, for the socket by which a second start finds the first.
import { readlinkSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

const SOCKET = "SingletonSocket";

/**
 * Deletes that folder after its browser has ended: one that was killed leaves it behind. The
 * profile has a link to it. Removes only what Chromium puts there, and never throws.
 */
export function removeSocketFolder(userDataDir: string): void {
  try {
    const folder = dirname(readlinkSync(join(userDataDir, SOCKET)));
    for (const name of [SOCKET, "SingletonCookie"]) rmSync(join(folder, name), { force: true });
    rmdirSync(folder);
  } catch {
    // The browser ended in order, or the system keeps no such folder.
  }
}
