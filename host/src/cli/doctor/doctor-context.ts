// Gives the checks of `webserv doctor` access to the machine, the files and the daemon; tests pass their own.
import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";

import type { Paths } from "../../paths.ts";
import { extensionDir, pathsFor, shippedSitesDir } from "../../paths.ts";
import type { InstalledBrowser } from "../../browser/installed/find-browser.ts";
import { findBrowsers } from "../../browser/installed/find-browser.ts";
import { nativeProgram } from "../../browser/installed/native-manifest.ts";
import { readRegistryKey } from "../../browser/installed/windows-registry.ts";
import { hostVersion } from "../../version.ts";
import type { IncusFacts } from "./incus-facts.ts";
import { readIncusFacts } from "./incus-facts.ts";
import { probeLauncher } from "./launcher-probe.ts";
import type { AgentPeer, Settings } from "../commands/settings.ts";

export interface DoctorContext {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The version of Node, such as 24.9.0. */
  readonly nodeVersion: string;
  readonly hostVersion: string;
  readonly paths: Paths;
  /** Files and folders without which nothing works. */
  readonly packaged: readonly string[];
  readonly settings: Settings;
  /** The daemon, or why it can't be reached. */
  readonly daemon: AgentPeer | Error;
  /** True if a browser is to be launched. */
  readonly launch: boolean;
  readonly exists: (path: string) => boolean;
  /** Returns the permission bits; undefined if the path does not exist. */
  readonly mode: (path: string) => number | undefined;
  readonly isWritable: (folder: string) => boolean;
  readonly freeBytes: (folder: string) => number;
  /** Returns a file's text; undefined if it does not exist. */
  readonly read: (file: string) => string | undefined;
  readonly registryKey: (key: string) => Promise<string | undefined>;
  readonly browsers: () => Promise<readonly InstalledBrowser[]>;
  readonly incus: () => Promise<IncusFacts>;
  /** Starts a launcher as a browser would; resolves to the code of the daemon's answer. */
  readonly probeLauncher: (launcherFile: string) => Promise<string>;
}

export function doctorContext(
  settings: Settings,
  daemon: AgentPeer | Error,
  launch: boolean,
): DoctorContext {
  const program = nativeProgram();
  return {
    platform: process.platform,
    env: process.env,
    nodeVersion: process.versions.node,
    hostVersion,
    paths: pathsFor(),
    packaged: [program, extensionDir, shippedSitesDir],
    settings,
    daemon,
    launch,
    exists: existsSync,
    mode: (path) => {
      const found = statSync(path, { throwIfNoEntry: false });
      return found === undefined ? undefined : found.mode & 0o777;
    },
    isWritable,
    freeBytes: (folder) => {
      const { bavail, bsize } = statfsSync(nearestFolder(folder));
      return bavail * bsize;
    },
    read: (file) => {
      try {
        return readFileSync(file, "utf8");
      } catch {
        return undefined;
      }
    },
    registryKey: readRegistryKey,
    browsers: () => findBrowsers(),
    incus: () => readIncusFacts(pathsFor(), settings.signal),
    probeLauncher: (launcherFile) => probeLauncher(launcherFile, settings.signal),
  };
}

/** Tells whether the folder can be written to, or made. */
function isWritable(folder: string): boolean {
  try {
    accessSync(nearestFolder(folder), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}
