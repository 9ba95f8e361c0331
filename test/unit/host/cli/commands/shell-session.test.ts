import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Caller } from "@webserv/host/src/cli/commands/callers.ts";
import { findCallers } from "@webserv/host/src/cli/commands/callers.ts";
import {
  dropLeftovers,
  forgetSession,
  isOpeningOf,
  readOpenings,
  rememberSession,
} from "@webserv/host/src/cli/commands/shell-session.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "webserv-shells-"));
  vi.stubEnv("WEBSERV_HOME", home);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

const fileOf = (sessionId: string): string => join(home, "shells", `${sessionId}.json`);
const one: Caller = { pid: 41, startMark: "boot/1", shell: true };
const other: Caller = { pid: 42, startMark: "boot/2", shell: false };

/** What `caller` opened, the latest last. */
function openedBy(caller: Caller): readonly string[] {
  return readOpenings()
    .filter((opening) => isOpeningOf(opening, caller))
    .map(({ sessionId }) => sessionId);
}

test("a session is remembered for those who opened it alone, readable by its user alone", () => {
  expect(readOpenings()).toEqual([]);
  rememberSession("s-1", [one]);
  expect(openedBy(one)).toEqual(["s-1"]);
  expect(openedBy(other)).toEqual([]);
  expect(statSync(fileOf("s-1")).mode & 0o777).toBe(0o600);
});

test("the latest of several sessions is the last, and one may be nobody's", () => {
  vi.useFakeTimers();
  for (const [id, callers] of [
    ["s-9", [one, other]],
    ["s-1", [one]],
    ["s-5", []],
  ] as const) {
    rememberSession(id, callers);
    vi.advanceTimersByTime(1);
  }
  vi.useRealTimers();
  expect(openedBy(one)).toEqual(["s-9", "s-1"]);
  expect(openedBy(other)).toEqual(["s-9"]);
  expect(readOpenings().map(({ sessionId }) => sessionId)).toEqual(["s-9", "s-1", "s-5"]);
});

test("a process that was given a shell's id later has none of its session", () => {
  rememberSession("s-1", [one]);
  expect(openedBy({ ...one, startMark: "boot/9" })).toEqual([]);
});

test("a session that has ended is dropped once its shell has gone, and not before", async () => {
  const shell = spawn(process.execPath, ["-e", "process.stdin.resume()"], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  await once(shell, "spawn");
  rememberSession("s-1", await findCallers(shell.pid));
  rememberSession("s-2", await findCallers(shell.pid));
  const left = async (...open: readonly string[]): Promise<readonly string[]> => {
    await dropLeftovers(readOpenings(), new Set(open));
    return readdirSync(join(home, "shells"));
  };
  expect(await left("s-2")).toEqual(["s-1.json", "s-2.json"]);
  shell.stdin.end();
  await once(shell, "exit");
  expect(await left("s-2")).toEqual(["s-2.json"]);
});

test("a session that is closed is forgotten", () => {
  rememberSession("s-1", [one, other]);
  forgetSession("s-2");
  expect(openedBy(one)).toEqual(["s-1"]);
  forgetSession("s-1");
  expect([...openedBy(one), ...openedBy(other)]).toEqual([]);
});

test.each([
  "",
  "{",
  '{"sessionId":"s-1"}',
  JSON.stringify({
    sessionId: "s-1",
    openedAt: 1,
    callers: [{ ...one, startMark: "x".repeat(4000) }],
  }),
  JSON.stringify({ sessionId: "s-2", openedAt: 1, callers: [] }),
])("a file that is no entry is as if it were not there: $0", (text) => {
  rememberSession("s-1", [one]);
  expect(readFileSync(fileOf("s-1"), "utf8")).toContain("boot/1");
  writeFileSync(fileOf("s-1"), text);
  expect(readOpenings()).toEqual([]);
});
