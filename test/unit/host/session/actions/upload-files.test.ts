import { mkdir, mkdtemp, realpath, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { readFiles, uploadFiles } from "@webserv/host/src/session/actions/upload-files.ts";
import { afterAll, beforeAll, expect, test } from "vitest";

let root: string;
let folder: string;

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "webserv-upload-files-")));
  folder = join(root, "mine");
  await mkdir(join(folder, "sub"), { recursive: true });
  await mkdir(join(root, "mine-not"));
  await Promise.all([
    writeFile(join(folder, "a.txt"), "a"),
    writeFile(join(folder, "..b.txt"), "b"),
    writeFile(join(folder, "large.bin"), ""),
    writeFile(join(root, "secret.txt"), "secret"),
    writeFile(join(root, "mine-not", "c.txt"), "c"),
    symlink(join(root, "secret.txt"), join(folder, "link.txt")),
    symlink(join(folder, "a.txt"), join(folder, "sub", "inner.txt")),
  ]);
  await truncate(join(folder, "large.bin"), 1024 ** 3 + 1);
});
afterAll(() => rm(root, { recursive: true }));

test("files below the folder are given by their real paths, in their order", async () => {
  const files = ["sub/inner.txt", "..b.txt", "sub/../a.txt"].map((name) => join(folder, name));
  expect(await uploadFiles(folder, files)).toEqual(
    ["a.txt", "..b.txt", "a.txt"].map((name) => join(folder, name)),
  );
});

test.each([
  ["a file outside the folder", "../secret.txt"],
  ["a file outside the folder that is not there", "../nobody.txt"],
  ["a link that leads out of the folder", "link.txt"],
  ["a file in a folder of a like name", "../mine-not/c.txt"],
  ["the folder itself", "."],
])("%s is not allowed as an upload", async (_, path) => {
  const wanted = uploadFiles(folder, [join(folder, "a.txt"), join(folder, path)]);
  await expect(wanted).rejects.toMatchObject({ code: "file-not-allowed" });
});

test("a path that is not absolute is not allowed as an upload", async () => {
  await expect(uploadFiles(folder, ["a.txt"])).rejects.toMatchObject({ code: "file-not-allowed" });
});

test.each([
  ["nobody.txt", "does not exist"],
  ["sub", "is a folder"],
  ["large.bin", "over the limit"],
])('the upload of %s is refused with the words "%s"', async (path, why) => {
  const wanted = uploadFiles(folder, [join(folder, path)]);
  await expect(wanted).rejects.toMatchObject({
    code: "file-unusable",
    message: expect.stringContaining(why) as unknown,
  });
});

test("a session without a folder uploads nothing, and is told how it could", async () => {
  await expect(uploadFiles(undefined, [join(folder, "a.txt")])).rejects.toMatchObject({
    code: "file-not-allowed",
    next: expect.stringContaining("filesFrom") as unknown,
  });
});

test("the content of files is read if the session may upload them, up to 10 MiB together", async () => {
  const path = join(folder, "a.txt");
  expect(await readFiles(folder, [path])).toEqual([{ name: "a.txt", base64: btoa("a") }]);
  const limit = join(folder, "limit.bin");
  await writeFile(limit, "");
  await truncate(limit, 10 * 1024 ** 2);
  expect(await readFiles(folder, [limit])).toMatchObject([{ name: "limit.bin" }]);
  await expect(readFiles(folder, [limit, path])).rejects.toMatchObject({ code: "file-unusable" });
  await expect(readFiles(folder, [join(root, "secret.txt")])).rejects.toMatchObject({
    code: "file-not-allowed",
  });
});
