import { rm, utimes } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { hashOf } from "../../../../scripts/set-up/source-hash.ts";
import { temporaryFolder, write } from "../temporary-folder.ts";

const files = { "src/a.ts": "a", "src/deep/b.ts": "b", "lock.json": "{}" };
const paths = ["src", "lock.json", "missing"];

test("the hash of sources is of names and contents, not of times, order or place", async () => {
  const root = await temporaryFolder(files);
  const before = await hashOf(root, paths);
  await utimes(join(root, "src/a.ts"), new Date(0), new Date(0));
  expect(await hashOf(root, paths.toReversed())).toBe(before);
  expect(await hashOf(await temporaryFolder(files), paths)).toBe(before);
});

test.each([
  ["changed", { "src/deep/b.ts": "c" }],
  ["added", { "src/c.ts": "" }],
  ["changed beside the folders", { "lock.json": "{ }" }],
])("a file that is %s gives another hash", async (_, change) => {
  const root = await temporaryFolder(files);
  const before = await hashOf(root, paths);
  await write(root, change);
  expect(await hashOf(root, paths)).not.toBe(before);
});

test("a file that is removed, or whose end moves into the next, gives another hash", async () => {
  const root = await temporaryFolder({ "src/a": "1", "src/b": "23" });
  const before = await hashOf(root, ["src"]);
  await write(root, { "src/a": "12", "src/b": "3" });
  const moved = await hashOf(root, ["src"]);
  await rm(join(root, "src/b"));
  expect(new Set([before, moved, await hashOf(root, ["src"])]).size).toBe(3);
});

test("what is built, installed or hidden does not count for the hash of sources", async () => {
  const root = await temporaryFolder(files);
  const before = await hashOf(root, paths);
  await write(root, {
    "src/dist/out.js": "",
    "src/node_modules/x/index.js": "",
    "src/.stamp": "",
  });
  expect(await hashOf(root, paths)).toBe(before);
});
