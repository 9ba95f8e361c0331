import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { SandboxLog } from "@webserv/host/src/sandbox/local/process/sandbox-log.ts";

let dir: string;
let log: SandboxLog;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "webserv-log-"));
  log = new SandboxLog(join(dir, "one.log"));
});
afterEach(() => {
  log.close();
  rmSync(dir, { recursive: true, force: true });
});

test("the end of a log is read across the file that was set aside, from the beginning of a line", async () => {
  const line = (letter: string): string => `${letter.repeat(1023)}\n`;
  for (let lines = 0; lines < 1024; lines++) log.write(line("a"));
  log.write(line("b"));
  expect(await log.read(1024 * 1024 * 2)).toEqual({
    text: line("a").repeat(1024) + line("b"),
    truncated: false,
  });
  expect(await log.read(3000)).toEqual({ text: line("a") + line("b"), truncated: true });
});

test("a log whose file is not there is empty", async () => {
  renameSync(log.path, join(dir, "elsewhere"));
  expect(await log.read(1000)).toEqual({ text: "", truncated: false });
});
