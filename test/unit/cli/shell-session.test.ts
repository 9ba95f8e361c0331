import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import {
  forgetSession,
  recallSession,
  rememberSession,
} from "@webserv/host/src/cli/shell-session.ts";
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

const fileOf = (pid: number): string => join(home, "shells", `${pid}.json`);

test("a shell's session is remembered for that shell alone, readable by its user alone", async () => {
  expect(await recallSession(process.pid)).toBeUndefined();
  await rememberSession("s-1", process.pid);
  expect(await recallSession(process.pid)).toBe("s-1");
  expect(await recallSession(process.ppid)).toBeUndefined();
  expect(statSync(fileOf(process.pid)).mode & 0o777).toBe(0o600);
});

test("a process that was given a shell's id later has none of its session", async () => {
  await rememberSession("s-1", process.pid);
  const kept = readFileSync(fileOf(process.pid), "utf8");
  writeFileSync(fileOf(process.pid), kept.replace(/"startMark":"/, '"startMark":"other'));
  expect(await recallSession(process.pid)).toBeUndefined();
});

test("what a shell that has gone has left is dropped with the next one's", async () => {
  const shell = spawn(process.execPath, ["-e", "process.stdin.resume()"], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  await once(shell, "spawn");
  const pid = shell.pid ?? 0;
  await rememberSession("s-1", pid);
  expect(await recallSession(pid)).toBe("s-1");
  shell.stdin.end();
  await once(shell, "exit");
  await rememberSession("s-2", process.pid);
  expect(readdirSync(join(home, "shells"))).toEqual([`${process.pid}.json`]);
});

test("a session that is closed is forgotten in every shell", async () => {
  await rememberSession("s-1", process.pid);
  await rememberSession("s-1", process.ppid);
  forgetSession("s-2");
  expect(await recallSession(process.pid)).toBe("s-1");
  forgetSession("s-1");
  expect(await recallSession(process.pid)).toBeUndefined();
  expect(await recallSession(process.ppid)).toBeUndefined();
});

test.each([
  "",
  "{",
  '{"sessionId":"s-1"}',
  JSON.stringify({ startMark: "x".repeat(4000), sessionId: "s-1" }),
])("a file that is no entry is as if it were not there: %.40s", async (text) => {
  await rememberSession("s-1", process.pid);
  writeFileSync(fileOf(process.pid), text);
  expect(await recallSession(process.pid)).toBeUndefined();
});
