import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import {
  batchLauncher,
  nativeManifest,
  readLauncher,
  readManifest,
  shellLauncher,
  writeNativeHost,
} from "@webserv/host/src/browser/installed/native-manifest.ts";
import { EXTENSION_ID } from "@webserv/shared/protocol/extension-id.ts";
import { afterEach, beforeEach, expect, test } from "vitest";

const run = promisify(execFile);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "webserv-manifest-"));
});
afterEach(() => rm(folder, { recursive: true }));

const awkward = {
  node: "/opt/it's node/bin/node",
  program: "/opt/$HOME `x`/native.js",
  home: "/home/ada/a b'c",
  launchId: "l-1",
};

test("the manifest admits one extension and names the launcher", () => {
  expect(nativeManifest("/opt/launcher")).toMatchObject({
    name: "dev.webserv.host",
    path: "/opt/launcher",
    type: "stdio",
    allowed_origins: [`chrome-extension://${EXTENSION_ID}/`],
  });
});

test.skipIf(process.platform === "win32")(
  "the launcher is the user's alone, and the shell takes its paths as they are",
  async () => {
    const launcherFile = join(folder, "with space", "launcher");
    const manifestFile = join(folder, "NativeMessagingHosts", "m.json");
    // A program in the place of Node that prints what it was given.
    const settings = { ...awkward, node: "/usr/bin/env", program: "/usr/bin/env" };
    await writeNativeHost({ launcherFile, manifestFile }, settings);
    expect((await stat(launcherFile)).mode & 0o777).toBe(0o700);
    expect((await readManifest(manifestFile))?.path).toBe(launcherFile);
    const { stdout } = await run(launcherFile, []);
    expect(stdout).toContain(`WEBSERV_HOME=${awkward.home}\n`);
    expect(stdout).toContain("WEBSERV_LAUNCH=l-1\n");
    // No draft is left beside either.
    expect(await readdir(join(folder, "with space"))).toEqual(["launcher"]);
    expect(await readdir(join(folder, "NativeMessagingHosts"))).toEqual(["m.json"]);
  },
);

test.each([
  ["shell", shellLauncher],
  ["batch", batchLauncher],
])("what a %s launcher starts can be read from it again", (_kind, write) => {
  const settings = { ...awkward, node: "/opt/100% node", program: "/opt/native.js" };
  expect(readLauncher(write(settings))).toEqual({
    home: settings.home,
    node: settings.node,
    program: settings.program,
  });
});

test("another program's script is no launcher of ours", () => {
  expect(readLauncher("#!/bin/sh\nexec other\n")).toBeUndefined();
  expect(readLauncher("@echo off\r\nother.exe\r\n")).toBeUndefined();
});
