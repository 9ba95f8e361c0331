import { mkdtemp, rm, symlink } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";

import { profileHolder } from "@webserv/host/src/browser/launch/profile-lock.ts";
import { afterEach, beforeEach, expect, test } from "vitest";

let profile: string;
beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), "webserv-profile-"));
});
afterEach(() => rm(profile, { recursive: true }));

const lock = (to: string) => symlink(to, join(profile, "SingletonLock"));

test.skipIf(process.platform === "win32")("a profile without a lock is free", async () => {
  expect(await profileHolder(profile)).toBeUndefined();
});

test.skipIf(process.platform === "win32")("a living process holds its profile", async () => {
  await lock(`${hostname()}-${process.pid}`);
  expect(await profileHolder(profile)).toEqual({ pid: process.pid, host: undefined });
});

test.skipIf(process.platform === "win32")("a killed browser's lock holds nothing", async () => {
  await lock(`${hostname()}-4242`);
  expect(await profileHolder(profile, () => false)).toBeUndefined();
});

test.skipIf(process.platform === "win32")(
  "a lock of another machine counts: nobody here can tell whether it still holds",
  async () => {
    await lock("another-machine-17");
    expect(await profileHolder(profile, () => false)).toEqual({ pid: 17, host: "another-machine" });
  },
);
