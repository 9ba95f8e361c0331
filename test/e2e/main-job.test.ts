// The main job, as a newcomer types it: one command, and nothing left behind wherever it is stopped.
import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { packageRoot } from "@webserv/host/src/paths.ts";
import { afterEach, beforeEach, expect, test } from "vitest";

import { processesOfFolder } from "../support/processes.ts";

/** Typed, which vitest's own are not. */
const aNumber: unknown = expect.any(Number);
const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);

/** Everything the command makes is made in here. */
let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "webserv-main-job-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test("an agent buys in its own sandbox, which is verified, and nothing is left", async () => {
  const { exitCode, out } = await demo([]);
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
  const { exitCode, out } = await demo([], note);
  expect(exitCode).toBe(130);
  expect(out).toBe("");
  await nothingIsLeft();
});

test("an option it does not know is a wrong command line, said in a line with what there is", async () => {
  const { exitCode, out, err } = await demo(["--frob"]);
  expect(exitCode).toBe(2);
  expect(out).toBe("");
  expect(err).toMatch(/'--frob'.*--keep/);
  expect(err).not.toContain("    at ");
});

test("--keep leaves a session that the shell goes on with, and one command ends it", async () => {
  const { exitCode, err } = await demo(["--keep"]);
  expect(exitCode).toBe(0);
  const kept = /WEBSERV_HOME=(\S+) WEBSERV_SESSION=(\S+)/.exec(err);
  const env = { WEBSERV_HOME: kept?.[1] ?? "", WEBSERV_SESSION: kept?.[2] ?? "" };
  const look = await command(["webserv", "observe", "--json"], env);
  expect(JSON.parse(look.out)).toMatchObject({ url: matching(/^http:\/\/store\.test/) });
  const stop = await command(["webserv", "daemon", "stop"], env);
  expect(stop.exitCode).toBe(0);
  await expect.poll(() => processesOfFolder(folder), { timeout: 60_000 }).toEqual([]);
});

interface Ended {
  readonly exitCode: number | null;
  readonly out: string;
  readonly err: string;
}

function demo(args: readonly string[], interruptAfter?: string): Promise<Ended> {
  return command(["demo", "--json", "--headless", ...args], {}, interruptAfter);
}

/** Runs a command of the project; Ctrl-C reaches the whole process group, as in a terminal. */
function command(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  interruptAfter?: string,
): Promise<Ended> {
  const child = spawn(process.execPath, [join(packageRoot, "scripts", "run.cjs"), ...args], {
    cwd: packageRoot,
    env: { ...process.env, ...env, TMPDIR: folder, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let out = "";
  let err = "";
  let interrupted = false;
  child.stdout.on("data", (bytes: Buffer) => {
    out += bytes.toString();
  });
  child.stderr.on("data", (bytes: Buffer) => {
    err += bytes.toString();
    if (interruptAfter === undefined || interrupted || !err.includes(interruptAfter)) return;
    interrupted = true;
    if (child.pid !== undefined) process.kill(-child.pid, "SIGINT");
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode) => resolve({ exitCode, out, err }));
  });
}

async function nothingIsLeft(): Promise<void> {
  await expect.poll(() => processesOfFolder(folder), { timeout: 60_000 }).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
}
