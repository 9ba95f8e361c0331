// Tests which folders a model may be given for uploads.
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { uploadFolder } from "@webserv/host/src/cli/commands/upload-folder.ts";
import { afterAll, beforeAll, expect, test } from "vitest";

let root: string;
let home: string;
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "webserv-upload-folder-")));
  home = join(root, "home", "ada");
  await mkdir(join(home, "uploads"), { recursive: true });
  await writeFile(join(home, "note.txt"), "a note");
  await symlink(home, join(root, "link"));
});
afterAll(() => rm(root, { recursive: true }));

test("a folder for uploads is taken if it lies in the home folder or apart from it", async () => {
  const own = join(home, "uploads");
  expect(await uploadFolder(own, home)).toBe(own);
  expect(await uploadFolder(join(home, "uploads"), join(root, "home", "eve"))).toBe(own);
});

test.each([
  ["the root", () => "/", "holds the whole home folder"],
  ["the home folder", () => home, "holds the whole home folder"],
  ["what the home folder lies in", () => join(home, ".."), "holds the whole home folder"],
  ["a link to the home folder", () => join(root, "link"), "holds the whole home folder"],
  ["a file", () => join(home, "note.txt"), "is not a folder"],
  ["a folder that does not exist", () => join(home, "nothing"), "does not exist"],
])(
  "%s is refused as a folder for uploads, with the reason and what to do",
  async (_what, path, why) => {
    await expect(uploadFolder(path(), home)).rejects.toMatchObject({
      code: "invalid-params",
      message: expect.stringContaining(why) as unknown,
      next: "Name a folder that holds nothing but files that may be uploaded.",
    });
  },
);
