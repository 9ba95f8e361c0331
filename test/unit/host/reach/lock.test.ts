import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { lockHome } from "@webserv/host/src/reach/lock.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "webserv-lock-"));
});
afterEach(() => {
  rmSync(dir, { recursive: true });
});

test("the lock of a home is had by one at a time, and leaves nothing when it is let go", () => {
  const file = join(dir, "lock");
  const lock = lockHome(file);
  expect(lock).toBeDefined();
  expect(lockHome(file)).toBeUndefined();
  lock?.release();
  expect(readdirSync(dir)).toEqual([]);
  const next = lockHome(file);
  expect(next).toBeDefined();
  next?.release();
});

test("files that a crashed daemon left behind are no lock", () => {
  const file = join(dir, "lock");
  writeFileSync(file, "");
  writeFileSync(`${file}-journal`, Buffer.alloc(512));
  const lock = lockHome(file);
  expect(lock).toBeDefined();
  lock?.release();
  expect(readdirSync(dir)).toEqual([]);
});

test("a lock whose file was removed leaves alone the lock of whoever made that anew", () => {
  const file = join(dir, "lock");
  const lock = lockHome(file);
  rmSync(file);
  const another = lockHome(file);
  expect(another).toBeDefined();
  lock?.release();
  expect(lockHome(file)).toBeUndefined();
  another?.release();
});
