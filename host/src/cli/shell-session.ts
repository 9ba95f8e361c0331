// The session that a shell opened, for the commands after it: one small file a shell, in WEBSERV_HOME.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import * as z from "zod/mini";

import { sessionId } from "@webserv/shared/model/session.ts";

import { pathsFor } from "../paths.ts";
import { startMark } from "../sandbox/local/process-table.ts";

/** `startMark` tells a shell from a later process that was given its id. */
const entry = z.strictObject({ startMark: z.string().check(z.maxLength(200)), sessionId });
type Entry = z.infer<typeof entry>;

const MAX_FILE_BYTES = 1024;

/** Keeps `sessionId` as what `shell`'s commands mean, and drops what shells that have gone left. */
export async function rememberSession(sessionId: string, shell = process.ppid): Promise<void> {
  const mark = await startMark(shell);
  if (mark === undefined) return;
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  for (const pid of rememberedShells()) {
    if ((await recallSession(pid)) === undefined) rmSync(fileOf(pid), { force: true });
  }
  const kept: Entry = { startMark: mark, sessionId };
  writeFileSync(fileOf(shell), JSON.stringify(kept), { mode: 0o600 });
}

/** Undefined where this shell has opened none, or its process id was another's then. */
export async function recallSession(shell = process.ppid): Promise<string | undefined> {
  const kept = readEntry(shell);
  return kept !== undefined && kept.startMark === (await startMark(shell))
    ? kept.sessionId
    : undefined;
}

/** In whichever shells `sessionId` was the one that is meant. */
export function forgetSession(sessionId: string): void {
  for (const pid of rememberedShells()) {
    if (readEntry(pid)?.sessionId === sessionId) rmSync(fileOf(pid), { force: true });
  }
}

function folder(): string {
  return join(pathsFor().home, "shells");
}

function fileOf(pid: number): string {
  return join(folder(), `${pid}.json`);
}

function rememberedShells(): readonly number[] {
  try {
    return readdirSync(folder())
      .flatMap((name) => /^(\d+)\.json$/.exec(name)?.[1] ?? [])
      .map(Number);
  } catch {
    // No shell has opened a session yet.
    return [];
  }
}

/** What can't be read, or is no entry, is as if it were not there: a session can always be named. */
function readEntry(pid: number): Entry | undefined {
  try {
    if (statSync(fileOf(pid)).size > MAX_FILE_BYTES) return undefined;
    return entry.safeParse(JSON.parse(readFileSync(fileOf(pid), "utf8"))).data;
  } catch {
    return undefined;
  }
}
