// The folder of a killed Chromium's socket is found by the profile's link, and only what Chromium puts there goes.
import { mkdtemp, mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { removeSocketFolder } from "@webserv/host/src/browser/launch/socket-folder.ts";

let dir: string;
let profile: string;
let folder: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "webserv-socket-"));
  profile = join(dir, "profile");
  folder = join(dir, "org.chromium.Chromium.abcdef");
  await mkdir(profile);
  await mkdir(folder);
  await writeFile(join(folder, "SingletonSocket"), "");
  await symlink("17", join(folder, "SingletonCookie"));
});
afterEach(async () => {
  await rm(dir, { recursive: true, force: true });
});

test("a socket's folder is removed with what Chromium made in it", async () => {
  await symlink(join(folder, "SingletonSocket"), join(profile, "SingletonSocket"));
  removeSocketFolder(profile);
  expect(await readdir(dir)).toEqual(["profile"]);
});

test("a socket's folder that holds anything else stays, with what else it holds", async () => {
  await writeFile(join(folder, "letter.txt"), "mine");
  await symlink(join(folder, "SingletonSocket"), join(profile, "SingletonSocket"));
  removeSocketFolder(profile);
  expect(await readdir(folder)).toEqual(["letter.txt"]);
});

test("no folder is removed for a profile without a link to a socket, or with one that leads nowhere", async () => {
  removeSocketFolder(profile);
  await symlink(join(dir, "gone", "SingletonSocket"), join(profile, "SingletonSocket"));
  removeSocketFolder(profile);
  expect(await readdir(folder)).toHaveLength(2);
});
