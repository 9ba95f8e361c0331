// A launch leaves nothing on the disk if it does not come to a browser, or if the browser is killed.
import { readdirSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { launchBrowser } from "@webserv/host/src/browser/launch/launch-browser.ts";
import type { LaunchRequest } from "@webserv/host/src/browser/launch/launched-browser.ts";

const disk = vi.hoisted(() => ({ broken: false }));
vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  return {
    ...real,
    rm: async (...args: Parameters<typeof real.rm>): Promise<void> => {
      if (disk.broken) throw new Error("EIO: i/o error, rm");
      await real.rm(...args);
    },
  };
});

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "webserv-launch-"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  disk.broken = false;
  await rm(dir, { recursive: true, force: true });
});

function request(more: Partial<LaunchRequest> = {}): LaunchRequest {
  return {
    launchId: "one",
    kind: "training",
    headless: true,
    userDataDir: join(dir, "profile"),
    temporary: true,
    executable: "/bin/true",
    display: {},
    home: dir,
    ...more,
  };
}

test("a launch that is taken back before the browser starts leaves no profile", async () => {
  const reason = new Error("taken back");
  await expect(launchBrowser(request(), AbortSignal.abort(reason))).rejects.toBe(reason);
  expect(readdirSync(dir)).toEqual([]);
});

test("a profile that can't be deleted does not hide why the browser did not start", async () => {
  disk.broken = true;
  await expect(launchBrowser(request(), new AbortController().signal)).rejects.toMatchObject({
    code: "launch-failed",
  });
});

test.each([
  ["deleted", true],
  ["kept", false],
])(
  "a browser that is killed leaves nothing beside its profile, which is %s",
  async (_, temporary) => {
    const files = join(dir, "tmp");
    await mkdir(files);
    vi.stubEnv("TMPDIR", files);
    const { executable: _any, ...wish } = request({ temporary });
    const browser = await launchBrowser(wish, new AbortController().signal);
    expect(readdirSync(files)).not.toEqual([]);
    process.kill(browser.pid, "SIGKILL");
    await browser.ended;
    expect(readdirSync(files)).toEqual([]);
    expect(readdirSync(dir)).toEqual(temporary ? ["tmp"] : ["profile", "tmp"]);
  },
);

test("a browser that ends because another one holds the profile leaves that one's socket", async () => {
  const folder = join(dir, "org.chromium.Chromium.abcdef");
  const profile = join(dir, "profile");
  // Comes to hold the profile between the look at it and the start of ours; this process stands for the other browser.
  const executable = join(dir, "browser");
  const lines = [
    "#!/bin/sh",
    `mkdir ${folder}`,
    `touch ${join(folder, "SingletonSocket")}`,
    `ln -s ${join(folder, "SingletonSocket")} ${join(profile, "SingletonSocket")}`,
    `ln -s ${hostname()}-${process.pid} ${join(profile, "SingletonLock")}`,
  ];
  await writeFile(executable, lines.join("\n"), { mode: 0o755 });
  const launch = launchBrowser(
    request({ executable, temporary: false }),
    new AbortController().signal,
  );
  await expect(launch).rejects.toMatchObject({ code: "launch-failed" });
  expect(readdirSync(folder)).toEqual(["SingletonSocket"]);
});
