import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  readlink,
  rm,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { copyTree } from "@webserv/host/src/sandbox/local/files/copy-tree.ts";
import { changedBytes, fileMarks } from "@webserv/host/src/sandbox/local/files/file-marks.ts";

let dir: string;
let from: string;
let to: string;
const { signal } = new AbortController();
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "webserv-copy-"));
  from = join(dir, "from");
  to = join(dir, "to");
  await mkdir(join(from, "a/b"), { recursive: true });
  await writeFile(join(from, "a/b/deep.txt"), "deep");
  await writeFile(join(from, "top.txt"), "top");
});
afterEach(async () => rm(dir, { recursive: true, force: true }));

test("the copy of a folder keeps content, modes, times, empty folders and links", async () => {
  await mkdir(join(from, "empty"));
  await chmod(join(from, "top.txt"), 0o751);
  await utimes(join(from, "top.txt"), 1_000_000, 1_000_000.5);
  await symlink("a/b/deep.txt", join(from, "link"));
  await copyTree(from, to, { signal });
  expect(await readFile(join(to, "a/b/deep.txt"), "utf8")).toBe("deep");
  expect(await readdir(join(to, "empty"))).toEqual([]);
  expect(await readlink(join(to, "link"))).toBe("a/b/deep.txt");
  const { mode, mtimeMs } = await lstat(join(to, "top.txt"));
  expect([(mode & 0o777).toString(8), mtimeMs]).toEqual(["751", 1_000_000_500]);
});

test("a folder nobody may write to can be copied, and its copy written to and deleted", async () => {
  await chmod(join(from, "a/b"), 0o500);
  await copyTree(from, to, { signal });
  await writeFile(join(to, "a/b/new.txt"), "");
  await chmod(join(from, "a/b"), 0o700);
  expect((await lstat(join(to, "a/b"))).mode & 0o700).toBe(0o700);
});

test("the socket of a running program is left out of a copy", async () => {
  const server = createServer().listen(join(from, "live.sock"));
  await new Promise((resolve) => {
    server.once("listening", resolve);
  });
  await copyTree(from, to, { signal });
  server.close();
  expect((await readdir(to)).sort()).toEqual(["a", "top.txt"]);
});

test("writing to a copy never changes the original", async () => {
  await copyTree(from, to, { signal });
  await writeFile(join(to, "top.txt"), "changed");
  expect(await readFile(join(from, "top.txt"), "utf8")).toBe("top");
});

test("copying a folder stops when it is aborted, with the signal's reason", async () => {
  await Promise.all(
    Array.from({ length: 500 }, async (_, each) => writeFile(join(from, `a/${each}`), "")),
  );
  const abort = new AbortController();
  const copying = copyTree(from, to, { signal: abort.signal });
  const reason = new Error("enough");
  abort.abort(reason);
  await expect(copying).rejects.toBe(reason);
  expect(await readdir(join(to, "a")).catch(() => [])).not.toHaveLength(501);
});

test("copying a folder over something that is there is refused", async () => {
  await mkdir(to);
  await expect(copyTree(from, to, { signal })).rejects.toMatchObject({ code: "EEXIST" });
});

test("the change of a copy is what is new or was written to, at its size on disk", async () => {
  await copyTree(from, to, { signal });
  const marks = await fileMarks(from);
  expect([...marks.keys()].sort()).toEqual(["a/b/deep.txt", "top.txt"]);
  expect(await changedBytes(to, marks)).toBe(0);
  await writeFile(join(to, "top.txt"), "pot");
  expect(await changedBytes(to, marks)).toBe((await lstat(join(to, "top.txt"))).blocks * 512);
  await writeFile(join(to, "new"), Buffer.alloc(100_000, 1));
  expect(await changedBytes(to, marks)).toBeGreaterThanOrEqual(100_000);
});
