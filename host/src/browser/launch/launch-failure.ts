// Says why a browser did not start, from what it printed and left behind.
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { InstalledBrowser } from "../installed/find-browser.ts";
import type { ProfileHolder } from "./profile-lock.ts";
import { profileHolder } from "./profile-lock.ts";

/** Known error messages of Chromium, and what to do about each. */
const complaints: readonly { readonly pattern: RegExp; readonly next: string }[] = [
  {
    pattern: /No usable sandbox|setuid sandbox is not running as root/i,
    next: "Allow unprivileged user namespaces on this machine (see https://chromium.googlesource.com/chromium/src/+/main/docs/linux/suid_sandbox_development.md).",
  },
  {
    pattern: /Missing X server|cannot open display|Failed to connect to Wayland/i,
    next: "Launch it headless, or set DISPLAY to a display that this user may use.",
  },
  {
    pattern: /error while loading shared libraries/i,
    next: "Install the library it names.",
  },
  {
    pattern: /No space left on device/i,
    next: "Free disk space.",
  },
];

export async function launchFailure(
  error: unknown,
  printed: readonly string[],
  browser: InstalledBrowser,
  userDataDir: string,
  /** Exit code of the browser's process; null if it was killed. */
  exitCode: number | null,
): Promise<WebservError> {
  const output = printed.join("\n");
  // Another browser took the profile between our check and its start, and this one gave way.
  if (/ProcessSingleton|existing browser session/i.test(output)) {
    return profileInUse(userDataDir, await profileHolder(userDataDir));
  }
  const complaint = complaints.find(({ pattern }) => pattern.test(output));
  const line = printed.findLast((text) => complaint?.pattern.test(text) ?? true);
  const why = error instanceof Error ? error.message : String(error);
  const reason = exitCode === null ? why : `${why} and ended with exit code ${exitCode}`;
  return new WebservError(
    "launch-failed",
    `${browser.name} ${browser.version ?? ""} (${browser.executable}) did not start: ${reason}${line === undefined ? "" : `; it said: ${line.slice(0, 500)}`}`,
    { cause: error, ...(complaint === undefined ? {} : { next: complaint.next }) },
  );
}

export function profileInUse(userDataDir: string, holder: ProfileHolder | undefined): WebservError {
  const by =
    holder?.host === undefined
      ? `a running browser${holder?.pid === undefined ? "" : ` (process ${holder.pid})`}`
      : `process ${holder.pid} on ${holder.host}`;
  return new WebservError(
    "profile-in-use",
    `the profile ${userDataDir} is held by ${by}`,
    holder?.host === undefined
      ? {}
      : { next: `If it no longer runs there, delete ${userDataDir}/SingletonLock.` },
  );
}
