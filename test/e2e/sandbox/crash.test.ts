import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { afterEach, expect, test } from "vitest";

import type { SandboxBackend } from "@webserv/host/src/sandbox/backend.ts";

import { counterSite, patience } from "../../support/sandboxes/counter-site.ts";
import {
  ask,
  backendFixture,
  countOf,
  eventually,
  processesUnder,
} from "../../support/sandboxes/local-sandboxes.ts";
import { inTime, TooEarly } from "../../support/time/under-deadline.ts";

const { open, newFolder } = backendFixture();
const owners: ChildProcess[] = [];
afterEach(() => {
  for (const owner of owners.splice(0)) owner.kill("SIGKILL");
});

/** Starts a process that owns a backend; resolves when it printed its first line. */
async function own(dir: string, mode: string): Promise<ChildProcess> {
  const script = join(import.meta.dirname, "../../support/sandboxes/backend-owner.ts");
  const owner = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", script, dir, mode],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  owners.push(owner);
  await once(owner.stdout, "data");
  return owner;
}

async function adopt(backend: SandboxBackend) {
  return backend.adopt((name) => (name === "counter" ? counterSite() : undefined), patience());
}

test("when the daemon is killed its sandboxes end, and the next daemon takes them back", async () => {
  const dir = join(await newFolder(), "sandboxes");
  const owner = await own(dir, "ready");
  // Three servers that ignore SIGTERM, each with a child that does.
  expect(await processesUnder(dir)).toHaveLength(6);
  owner.kill("SIGKILL");
  await eventually("all processes end", async () => (await processesUnder(dir)).length === 0);

  const backend = await open(dir);
  const { adopted, swept } = await adopt(backend);
  expect(swept).toEqual([]);
  expect(adopted.map(({ sandboxId, state }) => `${sandboxId} ${state}`).sort()).toEqual([
    "one ready",
    "three ready",
    "two ready",
  ]);
  expect(
    await Promise.all(["one", "two", "three"].map(async (id) => countOf(backend.get(id)))),
  ).toEqual([11, 10, 11]);
  expect(backend.get("three").parent).toBe("one");
  expect(await countOf(await backend.restore("one", "kept", patience()))).toBe(10);
  expect(await countOf(await backend.reset("three", patience()))).toBe(10);
});

test("a daemon that is there again at once ends what is still running before it goes on", async () => {
  const dir = join(await newFolder(), "sandboxes");
  const owner = await own(dir, "ready");
  owner.kill("SIGKILL");
  await once(owner, "exit");
  const backend = await open(dir);
  const { adopted } = await adopt(backend);
  expect(adopted).toHaveLength(3);
  // None of the old ones: the new ones run without FORK, one process each.
  await eventually("three processes", async () => (await processesUnder(dir)).length === 3);
});

test("a sandbox that was still starting is swept, with its process", async () => {
  const dir = join(await newFolder(), "sandboxes");
  const owner = await own(dir, "starting");
  await eventually("its process runs", async () => (await processesUnder(dir)).length === 1);
  owner.kill("SIGKILL");
  await eventually("all processes end", async () => (await processesUnder(dir)).length === 0);
  const backend = await open(dir);
  expect(await adopt(backend)).toEqual({ adopted: [], swept: ["slow"] });
  expect(await readdir(join(dir, "sandboxes"))).toEqual([]);
});

test("a process that stands still for a copy ends too when the daemon is killed, and the copy is swept", async () => {
  const dir = await inTime(async () => {
    const dir = join(await newFolder(), "sandboxes");
    const owner = await own(dir, "paused");
    if (owner.exitCode === null && owner.signalCode === null) await once(owner, "exit");
    if (owner.signalCode === "SIGKILL") return dir;
    throw new TooEarly("the copy was over before the process was seen to be paused");
  });
  await eventually("all processes end", async () => (await processesUnder(dir)).length === 0);
  const backend = await open(dir);
  const { adopted } = await adopt(backend);
  expect(adopted).toMatchObject([{ sandboxId: "one", state: "ready", checkpoints: [] }]);
  expect(await readdir(join(dir, "sandboxes/one"))).not.toContain("checkpoint-half.half");
});

test("a process that has a recorded pid but another start is left alone", async () => {
  const dir = join(await newFolder(), "sandboxes");
  const first = await open(dir);
  await first.create({ source: counterSite(), sandboxId: "one" }, patience());
  const file = join(dir, "sandboxes/one/state.json");
  const state = await readFile(file, "utf8");
  await first.close();

  const stranger = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], {
    detached: true,
  });
  owners.push(stranger);
  await mkdir(join(dir, "sandboxes/one/data-1"), { recursive: true });
  await mkdir(join(dir, "sandboxes/one/checkpoints"), { recursive: true });
  await writeFile(file, state.replace(/"pid":\d+/, `"pid":${stranger.pid}`));
  const backend = await open(dir);
  const { adopted } = await adopt(backend);
  // Its data are gone, so its site can't start: kept, and said to have failed.
  expect(adopted).toMatchObject([{ sandboxId: "one", state: "failed" }]);
  expect(adopted[0]?.failure).toContain("exit code 1");
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
});

test("what can't be understood is swept; what is whole beside it is adopted", async () => {
  const dir = join(await newFolder(), "sandboxes");
  const first = await open(dir);
  const sandbox = await first.create({ source: counterSite(), sandboxId: "one" }, patience());
  await ask(sandbox, "/add");
  for (const [id, state] of [
    ["torn", '{"version":1,"sandb'],
    ["future", '{"version":2}'],
    ["empty", undefined],
  ] as const) {
    await mkdir(join(dir, "sandboxes", id));
    if (state !== undefined) await writeFile(join(dir, "sandboxes", id, "state.json"), state);
  }
  // The first daemon is still there here, which no daemon's lock would allow: adopt ends its process.
  const second = await open(dir);
  const { adopted, swept } = await adopt(second);
  expect([...swept].sort()).toEqual(["empty", "future", "torn"]);
  expect(adopted).toMatchObject([{ sandboxId: "one", state: "ready" }]);
  expect(await countOf(second.get("one"))).toBe(11);
  expect(await processesUnder(dir)).toHaveLength(1);
});
