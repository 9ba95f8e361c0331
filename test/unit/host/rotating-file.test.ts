import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { RotatingFile } from "@webserv/host/src/rotating-file.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "webserv-log-"));
});
afterEach(() => {
  rmSync(dir, { recursive: true });
});

test("a rotating file never grows over its size, keeps one earlier file, and loses no line that fits", () => {
  const path = join(dir, "logs", "a.log");
  const file = new RotatingFile(path, 100);
  const written = Array.from({ length: 50 }, (_, count) => `line ${count}`);
  for (const line of written) file.write(`${line}\n`);
  file.close();
  expect(readdirSync(join(dir, "logs")).sort()).toEqual(["a.log", "a.log.1"]);
  expect(statSync(path).size).toBeLessThanOrEqual(100);
  expect(statSync(`${path}.1`).size).toBeLessThanOrEqual(100);
  const lines = `${readFileSync(`${path}.1`, "utf8")}${readFileSync(path, "utf8")}`;
  const kept = lines.trimEnd().split("\n");
  expect(kept).toEqual(written.slice(-kept.length));
  // A line of 8 bytes would still fit into a file of 92: the earlier file is full.
  expect(statSync(`${path}.1`).size + "line 10\n".length).toBeGreaterThan(100);
});

test("a rotating file goes on where an earlier program stopped", () => {
  const path = join(dir, "a.log");
  const first = new RotatingFile(path, 100);
  first.write("one\n");
  first.close();
  const second = new RotatingFile(path, 100);
  second.write("two\n");
  second.close();
  expect(readFileSync(path, "utf8")).toBe("one\ntwo\n");
});

test("what is written to a closed file goes nowhere, not into the file that has its number now", () => {
  const file = new RotatingFile(join(dir, "a.log"));
  file.close();
  const other = openSync(join(dir, "other"), "w");
  file.write("late\n");
  file.close();
  closeSync(other);
  expect(readFileSync(join(dir, "other"), "utf8")).toBe("");
});

test("a rotating file goes on in a new one if the old one was taken away, and never in another's", () => {
  const path = join(dir, "logs", "a.log");
  const file = new RotatingFile(path, 10);
  file.write("one\n");
  rmSync(join(dir, "logs"), { recursive: true });
  file.write("is over the size\n");
  const other = openSync(join(dir, "other"), "w");
  file.write("late\n");
  closeSync(other);
  expect(readFileSync(join(dir, "other"), "utf8")).toBe("");
  mkdirSync(join(dir, "logs"));
  file.write("again\n");
  file.close();
  expect(readFileSync(path, "utf8")).toBe("again\n");
});
