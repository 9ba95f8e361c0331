import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { browserInfo } from "@webserv/shared/model/browser.ts";
import { effects } from "@webserv/shared/model/step.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { CommandLine } from "../../support/programs/command-line.ts";
import { openGreetingSite } from "../../support/pages/greeting-site.ts";
import { PageServer } from "../../support/pages/page-server.ts";
import { whenNoneIsLeft } from "../../support/programs/processes.ts";

let line: CommandLine;
beforeAll(async () => {
  line = await CommandLine.open();
});
afterAll(() => line.close());

const launched = z.extend(browserInfo, { pid: z.int() });
const launch = async (...args: string[]) =>
  launched.parse(await line.json(["browser", "launch", "--headless", ...args]));
const list = async () =>
  z.object({ browsers: z.array(browserInfo) }).parse(await line.json(["browser", "list"])).browsers;
const profiles = () => readdir(join(line.home, "profiles"));

test("two browsers run side by side, each with its own profile and extension, and close alone", async () => {
  const [first, second] = await Promise.all([launch(), launch("--profile", "kept")]);
  expect(second.profile).toBe("kept");
  expect(first.browserId).not.toBe(second.browserId);
  expect(new Set((await list()).map(({ pid }) => pid))).toEqual(new Set([first.pid, second.pid]));

  await line.json(["browser", "close", first.browserId]);
  expect((await list()).map(({ browserId }) => browserId)).toEqual([second.browserId]);
  // A profile without a name goes with its browser; a named one stays.
  await line.json(["browser", "close", second.browserId]);
  expect(await profiles()).toEqual(["kept"]);
  await whenNoneIsLeft(line.home + "/profiles");
});

test("a launched browser saves files to a folder of its profile, and they go with it", async () => {
  const server = await PageServer.listen({
    "/file": (_request, response) => {
      const headers = { "content-disposition": "attachment; filename=report.txt" };
      response.writeHead(200, headers).end("report");
    },
  });
  const { browserId } = await launch();
  await line.json(["session", "open", "--browser-id", browserId]);
  const step = z.object({ effects }).parse(await line.json(["act", "goto", server.url("/file")]));
  const file = step.effects.downloads?.[0];
  expect(file).toMatchObject({ name: "report.txt", state: "complete", bytes: 6 });
  expect(file?.path).toMatch(`${join(line.home, "profiles")}/`);
  expect(await readFile(file?.path ?? "", "utf8")).toBe("report");
  await line.json(["browser", "close", browserId]);
  expect(existsSync(file?.path ?? "")).toBe(false);
  await server.close();
});

test("a profile in use is refused with who holds it, and is free again afterwards", async () => {
  const { browserId, pid } = await launch("--profile", "mine");
  const again = await line.run(["browser", "launch", "--headless", "--profile", "mine"]);
  expect(again.exitCode).toBe(1);
  expect(again.err).toContain("profile-in-use");
  expect(again.err).toContain(String(pid));
  await line.json(["browser", "close", browserId]);
  const { browserId: later } = await launch("--profile", "mine");
  expect(later).toBe(browserId);
  await line.json(["browser", "close", later]);
});

test("of two launches of one profile at once, one runs and the other is refused", async () => {
  const args = ["browser", "launch", "--headless", "--profile", "wanted", "--json"];
  const both = await Promise.all([line.run(args), line.run(args)]);
  expect(new Set(both.map(({ exitCode }) => exitCode))).toEqual(new Set([0, 1]));
  const [running] = await list();
  expect(running?.profile).toBe("wanted");
  await line.json(["browser", "close", running?.browserId ?? ""]);
});

test("a training browser reaches nothing that is not a sandbox, not even loopback", async () => {
  const site = await openGreetingSite();
  try {
    const { browserId, kind } = await launch("--kind", "training");
    expect(kind).toBe("training");
    await line.run(["session", "open", site.url, "--browser-id", browserId]);
    expect(site.asked()).toBe(0);
    await line.json(["browser", "close", browserId]);

    const { browserId: personal } = await launch();
    await line.json(["session", "open", site.url, "--browser-id", personal]);
    expect(site.asked()).toBeGreaterThan(0);
    await line.json(["browser", "close", personal]);
  } finally {
    site.close();
  }
});

test("a browser that is killed is forgotten and leaves no process", async () => {
  const { pid } = await launch();
  process.kill(pid, "SIGKILL");
  await expect.poll(list).toEqual([]);
  await whenNoneIsLeft(line.home + "/profiles");
});

test("a window without a display is refused with what to do", async () => {
  const { exitCode, err } = await line.run(["browser", "launch"], {
    env: { DISPLAY: "", WAYLAND_DISPLAY: "" },
  });
  // Elsewhere a window needs no such variable.
  expect([exitCode, err.includes("headless")]).toEqual(
    process.platform === "linux" ? [3, true] : [0, false],
  );
});

test("an executable that is not there is refused with its path", async () => {
  const args = ["browser", "launch", "--headless", "--executable", "/no/such/browser"];
  const { exitCode, err } = await line.run(args);
  expect(exitCode).toBe(3);
  expect(err).toContain('"/no/such/browser"');
});

test("a killed daemon leaves no browser behind", async () => {
  await launch();
  const { pid } = z.object({ pid: z.int() }).parse(await line.json(["daemon", "status"]));
  process.kill(pid, "SIGKILL");
  await whenNoneIsLeft(line.home + "/profiles");
  expect(existsSync(line.home)).toBe(true);
});
