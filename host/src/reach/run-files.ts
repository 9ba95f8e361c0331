// Reads and writes the files by which a running daemon is found: its folder, token, port and pid.
import { chmodSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import * as z from "zod/mini";

import { assertOwnFolder } from "../own-folder.ts";
import type { Paths } from "../paths.ts";
import { replaceFile } from "../replace-file.ts";

const TOKEN_BYTES = 32;

export const daemonRecord = z.object({
  pid: z.int(),
  /** Port of the agents' interface on 127.0.0.1. */
  port: z.int(),
  version: z.string(),
  startedAt: z.string(),
});
export type DaemonRecord = z.infer<typeof daemonRecord>;

/** Makes the folders, 0700; an existing run folder is changed to that, too. */
export function makeFolders(paths: Paths): void {
  const folders = [
    paths.home,
    paths.runDir,
    paths.logDir,
    paths.sessionsDir,
    paths.trajectoriesDir,
    paths.sandboxesDir,
    paths.sitesDir,
    paths.profilesDir,
  ];
  for (const folder of folders) mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(paths.runDir, 0o700);
}

/**
 * Makes the socket's folder, 0700. The caller must hold the home's lock.
 * @throws WebservError `daemon-unreachable` if it is another user's.
 */
export function makeSocketFolder(paths: Paths): void {
  if (process.platform === "win32") return;
  const socketDir = dirname(paths.socket);
  mkdirSync(socketDir, { recursive: true, mode: 0o700 });
  assertOwnFolder(socketDir);
  chmodSync(socketDir, 0o700);
}

/** Returns the agents' token: made once, kept over restarts. */
export function ensureToken(paths: Paths): string {
  const kept = readToken(paths);
  if (kept !== undefined) {
    chmodSync(paths.tokenFile, 0o600);
    return kept;
  }
  const { randomBytes } = process.getBuiltinModule("node:crypto");
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  replaceFile(paths.tokenFile, token);
  return token;
}

export function readToken(paths: Paths): string | undefined {
  const token = readIfThere(paths.tokenFile)?.trim();
  return token === undefined || token === "" ? undefined : token;
}

export function writeDaemonRecord(paths: Paths, record: DaemonRecord): void {
  replaceFile(paths.daemonFile, `${JSON.stringify(record)}\n`);
}

/** Returns undefined if there is no record, or it can't be parsed. */
export function readDaemonRecord(paths: Paths): DaemonRecord | undefined {
  const text = readIfThere(paths.daemonFile);
  if (text === undefined) return undefined;
  try {
    return daemonRecord.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Removes the files that only a running daemon may have. The caller must hold the home's lock. */
export function removeRunFiles(paths: Paths): void {
  rmSync(paths.daemonFile, { force: true });
  if (process.platform === "win32") return;
  rmSync(paths.socket, { force: true });
  rmSync(paths.agentSocket, { force: true });
  const socketDir = dirname(paths.socket);
  if (socketDir !== paths.runDir) rmSync(socketDir, { recursive: true, force: true });
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
