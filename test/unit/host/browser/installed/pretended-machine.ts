// A machine made of a list of paths, for finding browsers on platforms that are not this one.
import type { Machine } from "@webserv/host/src/browser/installed/machine.ts";

export interface Pretence {
  readonly platform: NodeJS.Platform;
  readonly home?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Every program and file there is. */
  readonly paths: readonly string[];
  /** Where symbolic links lead. */
  readonly links?: Readonly<Record<string, string>>;
  readonly texts?: Readonly<Record<string, string>>;
  /** What --version prints, by program. */
  readonly versions?: Readonly<Record<string, string>>;
}

export function pretend(pretence: Pretence): Machine {
  const separator = pretence.platform === "win32" ? "\\" : "/";
  return {
    platform: pretence.platform,
    env: pretence.env ?? {},
    home: pretence.home ?? "/home/ada",
    exists: (path) => pretence.paths.includes(path),
    resolve: (path) => pretence.links?.[path] ?? path,
    read: (path) => pretence.texts?.[path] ?? "",
    list: (folder) => [
      ...new Set(
        pretence.paths
          .filter((path) => path.startsWith(folder + separator))
          .map((path) => path.slice(folder.length + 1).split(separator)[0] ?? ""),
      ),
    ],
    run: (program) => Promise.resolve(pretence.versions?.[program]),
  };
}
