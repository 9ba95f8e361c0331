// The main job, as a newcomer types it: one command, and nothing left behind wherever it is stopped.
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { command, demo } from "../../support/programs/project-command.ts";
import { processesOfFolder } from "../../support/programs/processes.ts";

/** Typed, which vitest's own are not. */
const aNumber: unknown = expect.any(Number);
const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);

/** The same wherever it runs; on Incus it has a test of its own. */
const LOCAL = ["--backend", "local"];

/** Everything the command makes is made in here. */
let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "webserv-main-job-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test("an agent buys in its own sandbox, which is verified, and nothing is left", async () => {
  const { exitCode, out } = await demo(folder, LOCAL);
  expect(exitCode).toBe(0);
  const lines = out.trim().split("\n");
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toEqual({
    ok: true,
    steps: aNumber,
    orderId: matching(/^ST-\d+$/),
    medianStepMs: aNumber,
    backend: "local",
  });
  await nothingIsLeft();
});

test.each([
  "Starting the daemon",
  "Launching a browser",
  "Starting two sandboxes",
  "   1  type",
  "   9  click",
])('Ctrl-C after "%s" leaves nothing behind', async (note) => {
  const { exitCode, out } = await demo(folder, LOCAL, note);
  expect(exitCode).toBe(130);
  expect(out).toBe("");
  await nothingIsLeft();
});

test("the demo refuses an option that it does not know in one line that names the options that there are", async () => {
  const { exitCode, out, err } = await demo(folder, ["--frob"]);
  expect(exitCode).toBe(2);
  expect(out).toBe("");
  expect(err).toMatch(/'--frob'.*--keep/);
  expect(err).not.toContain("    at ");
});

test("--keep leaves a session that the shell goes on with, and one command ends it", async () => {
  const { exitCode, err } = await demo(folder, [...LOCAL, "--keep"]);
  expect(exitCode).toBe(0);
  const kept = /WEBSERV_HOME=(\S+) WEBSERV_SESSION=(\S+)/.exec(err);
  const env = { WEBSERV_HOME: kept?.[1] ?? "", WEBSERV_SESSION: kept?.[2] ?? "" };
  const look = await command(folder, ["webserv", "observe", "--json"], env);
  expect(JSON.parse(look.out)).toMatchObject({ url: matching(/^http:\/\/store\.test/) });
  const stop = await command(folder, ["webserv", "daemon", "stop"], env);
  expect(stop.exitCode).toBe(0);
  await expect.poll(() => processesOfFolder(folder)).toEqual([]);
});

async function nothingIsLeft(): Promise<void> {
  await expect.poll(() => processesOfFolder(folder)).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
}
