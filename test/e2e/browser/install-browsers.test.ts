import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { chooseBrowser } from "@webserv/host/src/browser/installed/choose-browser.ts";
import { EXTENSION_ID, EXTENSION_ORIGIN } from "@webserv/shared/protocol/extension-id.ts";
import { launch } from "puppeteer";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";

import { CommandLine } from "../../support/programs/command-line.ts";

let line: CommandLine;
beforeEach(async () => {
  line = await CommandLine.open();
});
afterEach(() => line.close());

const installed = z.object({
  browsers: z.array(
    z.object({ name: z.string(), userDataDir: z.string(), manifests: z.array(z.string()) }),
  ),
  extension: z.string(),
  launcher: z.string(),
  connected: z.nullable(z.object({ browserId: z.string(), name: z.string() })),
  roundTripMs: z.nullable(z.number()),
});
const install = async (...args: string[]) => installed.parse(await line.json(["install", ...args]));

const finding = z.object({
  check: z.string(),
  status: z.string(),
  found: z.string(),
  next: z.string(),
});
const diagnosis = z.object({ ok: z.boolean(), findings: z.array(finding) });

/** Everything in the user's home and in WebServ's. */
async function everything(): Promise<string[]> {
  const lists = [line.userHome, line.home]
    .filter((folder) => existsSync(folder))
    .map(async (folder) =>
      (await readdir(folder, { recursive: true })).map((name) => join(folder, name)),
    );
  return (await Promise.all(lists)).flat().sort();
}

/** The first manifest that install wrote. */
async function firstManifest(): Promise<string> {
  const { browsers } = await install("--no-wait");
  const file = browsers[0]?.manifests[0];
  if (file === undefined) throw new Error("no browser is installed on this machine");
  return file;
}

test("install writes a manifest where each browser looks, and uninstall removes exactly that", async () => {
  const before = await everything();
  const { browsers, extension, launcher, connected } = await install("--no-wait");
  expect(connected).toBeNull();
  expect(browsers.length).toBeGreaterThan(0);
  for (const { userDataDir, manifests } of browsers) {
    expect(manifests).toEqual([join(userDataDir, "NativeMessagingHosts", "dev.webserv.host.json")]);
    expect(userDataDir.startsWith(line.userHome)).toBe(true);
    const manifest: unknown = JSON.parse(await readFile(manifests[0] ?? "", "utf8"));
    expect(manifest).toMatchObject({ path: launcher, allowed_origins: [EXTENSION_ORIGIN] });
  }
  expect((await stat(launcher)).mode & 0o777).toBe(0o700);
  expect(existsSync(join(extension, "manifest.json"))).toBe(true);

  const once = await everything();
  await install("--no-wait");
  expect(await everything()).toEqual(once);

  await line.json(["uninstall"]);
  expect(await everything()).toEqual(before);
});

test("uninstall leaves what others put beside its manifest, and a manifest that is another program's by now", async () => {
  const manifestFile = await firstManifest();
  const other = join(dirname(manifestFile), "org.other.json");
  const foreign = '{"name":"dev.webserv.host","path":"/elsewhere"}';
  await writeFile(other, "{}");
  await writeFile(manifestFile, foreign);
  const removal = z.object({ removed: z.array(z.string()), left: z.array(z.string()) });
  expect(removal.parse(await line.json(["uninstall"])).left).toEqual([manifestFile]);
  expect(await readFile(manifestFile, "utf8")).toBe(foreign);
  expect(existsSync(other)).toBe(true);
});

test("install tells people the one click that is left and the way back", async () => {
  const { err, exitCode } = await line.run(["install", "--no-wait"]);
  expect(exitCode).toBe(0);
  expect(err).toContain("Load unpacked");
  expect(err).toContain(join(line.home, "extension"));
  expect(err).toContain("webserv uninstall");
});

test("install refuses a browser that is not there by its name", async () => {
  const { exitCode, err } = await line.run(["install", "--no-wait", "--browser", "netscape"]);
  expect(exitCode).toBe(3);
  expect(err).toContain('"netscape"');
});

test("install waits for the extension's hello and proves it with a round trip", async () => {
  const { executable } = await chooseBrowser(undefined);
  const waiting = Promise.withResolvers<void>();
  const done = line.run(["install", "--json"], {
    onNote: (text) => {
      if (text.includes("Waiting")) waiting.resolve();
    },
  });
  await waiting.promise;
  const extension = join(line.home, "extension");
  const userDataDir = join(line.userHome, ".config", "chromium");
  // The person's part: their own browser, in which they load the unpacked extension.
  const browser = await launch({
    executablePath: executable,
    userDataDir,
    pipe: true,
    enableExtensions: [extension],
    args: [
      "--disable-dev-shm-usage",
      "--enable-unsafe-extension-debugging",
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ],
  });
  try {
    const { exitCode, json } = await done;
    expect(exitCode).toBe(0);
    const { connected, roundTripMs } = installed.parse(json());
    expect(connected?.name).toMatch(/\d+\.\d+/);
    expect(roundTripMs).toBeGreaterThan(0);

    const { ok, findings } = diagnosis.parse(await line.json(["doctor"]));
    expect(ok).toBe(true);
    expect(findings.find(({ check }) => check === "extension")?.status).toBe("ok");
  } finally {
    await browser.close();
  }
});

test("install ends with exit code 5 if its wait passes the deadline, and what was written stays", async () => {
  const { exitCode, json } = await line.run(["install", "--timeout-ms", "200", "--json"]);
  expect(exitCode).toBe(5);
  expect(json()).toMatchObject({ error: { code: "timeout" } });
  expect(existsSync(join(line.home, "native"))).toBe(true);
});

test("doctor says that a healthy installation answers through its launcher", async () => {
  await install("--no-wait");
  const { ok, findings } = diagnosis.parse(await line.json(["doctor"]));
  expect(ok).toBe(true);
  const hosts = findings.filter(({ check }) => check.startsWith("native host of"));
  expect(hosts.map(({ status }) => status)).toEqual(hosts.map(() => "ok"));
  // The daemon was started for the checks alone.
  expect((await line.run(["daemon", "status"])).exitCode).toBe(3);
});

test.each([
  ["a manifest that is no JSON", (file: string) => writeFile(file, "{")],
  [
    "a manifest for another extension",
    async (file: string) => {
      const text = await readFile(file, "utf8");
      await writeFile(file, text.replace(EXTENSION_ID, "a".repeat(EXTENSION_ID.length)));
    },
  ],
  ["a launcher that is gone", () => rm(join(line.home, "native"), { recursive: true })],
  [
    "a Node that is gone",
    async () => {
      const launcher = join(line.home, "native", "webserv-native-host");
      const text = await readFile(launcher, "utf8");
      await writeFile(launcher, text.replace(process.execPath, "/gone/node"));
    },
  ],
])("doctor finds %s, says what to do, and fails", async (_what, spoil) => {
  await spoil(await firstManifest());
  const { exitCode, json } = await line.run(["doctor", "--json"]);
  expect(exitCode).toBe(1);
  const { findings } = diagnosis.parse(json());
  const failed = findings.find(({ status }) => status === "fail");
  expect(failed?.check).toMatch(/^native host of/);
  expect(failed?.next).toContain("webserv install");
});

test("doctor launches a browser and goes to a page and back if it is asked to", async () => {
  await mkdir(line.home, { recursive: true });
  const { findings } = diagnosis.parse(await line.json(["doctor", "--launch"]));
  const launched = findings.find(({ check }) => check === "launch");
  expect(launched).toMatchObject({ status: "ok" });
});
