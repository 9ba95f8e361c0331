// Remembers the sessions that shells opened, for the commands after: one small file per session, in WEBSERV_HOME.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { sessionId } from "@webserv/shared/model/session.ts";

import * as z from "zod/mini";

import { pathsFor } from "../../paths.ts";
import { replaceFile } from "../../replace-file.ts";
import type { Caller } from "./callers.ts";
import { startMark } from "../../sandbox/local/process/process-table.ts";

const opening = z.strictObject({
  sessionId,
  /** The time in ms since the epoch. */
  openedAt: z.number(),
  /** `startMark` distinguishes a process from a later one that was given its id. */
  callers: z
    .array(z.strictObject({ pid: z.int(), startMark: z.string().check(z.maxLength(200)) }))
    .check(z.maxLength(32)),
});
/** Records that a command opened a session, and for which callers; with none, the session has to be named. */
export type Opening = z.infer<typeof opening>;

const MAX_FILE_BYTES = 16_384;

/** Records that a command opened the session; commands of `callers` mean it from now on. */
export function rememberSession(sessionId: string, callers: readonly Caller[]): void {
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  const kept: Opening = {
    sessionId,
    openedAt: Date.now(),
    callers: callers.map(({ pid, startMark }) => ({ pid, startMark })),
  };
  replaceFile(fileOf(sessionId), JSON.stringify(kept));
}

/** Returns the openings of all shells, the latest last. A file that can't be read or parsed is skipped. */
export function readOpenings(): readonly Opening[] {
  let names: readonly string[];
  try {
    names = readdirSync(folder());
  } catch {
    // No shell has opened a session yet.
    return [];
  }
  return names.flatMap(readOpening).toSorted((one, other) => one.openedAt - other.openedAt);
}

export function isOpeningOf({ callers }: Opening, caller: Caller): boolean {
  return callers.some(({ pid, startMark }) => pid === caller.pid && startMark === caller.startMark);
}

export function forgetSession(sessionId: string): void {
  rmSync(fileOf(sessionId), { force: true });
}

/**
 * Deletes those of `openings` that are of no more use to anyone. They must have been read before
 * the sessions in `open` were listed.
 */
export async function dropLeftovers(
  openings: readonly Opening[],
  open: ReadonlySet<string>,
): Promise<void> {
  for (const { sessionId, callers } of openings) {
    if (open.has(sessionId)) continue;
    const run = await Promise.all(
      callers.map(async ({ pid, startMark: mark }) => (await startMark(pid)) === mark),
    );
    if (!run.includes(true)) forgetSession(sessionId);
  }
}

function folder(): string {
  return join(pathsFor().home, "shells");
}

function fileOf(sessionId: string): string {
  return join(folder(), `${sessionId}.json`);
}

function readOpening(name: string): readonly Opening[] {
  try {
    const file = join(folder(), name);
    if (statSync(file).size > MAX_FILE_BYTES) return [];
    const parsed = opening.safeParse(JSON.parse(readFileSync(file, "utf8"))).data;
    return parsed === undefined || `${parsed.sessionId}.json` !== name ? [] : [parsed];
  } catch {
    return [];
  }
}
