import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { changedBytes, fileMarks } from "@webserv/host/src/sandbox/local/files/file-marks.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "webserv-marks-"));
});
afterEach(async () => rm(dir, { recursive: true, force: true }));

test("the changed bytes of a folder count what is new, and nothing else", async () => {
  await writeFile(join(dir, "kept"), "x".repeat(100_000));
  const before = await fileMarks(dir);
  expect(await changedBytes(dir, before)).toBe(0);
  await writeFile(join(dir, "new"), "x".repeat(200_000));
  expect(await changedBytes(dir, before)).toBeGreaterThanOrEqual(200_000);
  expect(await changedBytes(dir, before)).toBeLessThan(300_000);
});

test("a site that makes and deletes folders all the time can be measured", async () => {
  await writeFile(join(dir, "big"), "x".repeat(200_000));
  const done = new AbortController();
  const churn = (async () => {
    while (!done.signal.aborted) {
      await mkdir(join(dir, "tmp", "a", "b"), { recursive: true });
      await rm(join(dir, "tmp"), { recursive: true });
    }
  })();
  try {
    for (let count = 0; count < 300; count++) {
      expect(await changedBytes(dir, new Map())).toBeGreaterThanOrEqual(200_000);
    }
  } finally {
    done.abort();
    await churn;
  }
});
