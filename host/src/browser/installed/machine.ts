// Wraps what finding a browser asks of the machine: programs, folders, environment.
import { execFile } from "node:child_process";
import { closeSync, existsSync, openSync, readdirSync, readSync, realpathSync } from "node:fs";
import { homedir } from "node:os";

/** Tests pass their own. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  exists(path: string): boolean;
  /** Follows symbolic links; returns the path itself if that fails. */
  resolve(path: string): string;
  /** Returns the start of a file, as text; empty if it can't be read. */
  read(path: string): string;
  /** Returns the names in a folder; empty if it does not exist. */
  list(folder: string): readonly string[];
  /** Returns the standard output of a program; undefined if it fails or takes over 5 s. */
  run(program: string, args: readonly string[]): Promise<string | undefined>;
}

export function thisMachine(): Machine {
  return {
    platform: process.platform,
    env: process.env,
    home: homedir(),
    exists: existsSync,
    resolve: (path) => attempt(() => realpathSync(path), path),
    read: (path) => attempt(() => readStart(path), ""),
    list: (folder) => attempt(() => readdirSync(folder), []),
    run: (program, args) =>
      new Promise((resolve) => {
        execFile(program, [...args], { timeout: 5000, windowsHide: true }, (error, stdout) =>
          resolve(error === null ? stdout : undefined),
        );
      }),
  };
}

function attempt<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** Reads the first 4 KiB: enough for a script, and a browser's binary is not read whole. */
function readStart(path: string): string {
  const file = openSync(path, "r");
  try {
    const start = Buffer.alloc(4096);
    return start.toString("latin1", 0, readSync(file, start, 0, start.length, 0));
  } finally {
    closeSync(file);
  }
}
