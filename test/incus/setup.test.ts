// The set-up of Incus on the machine's own daemon, under a name of its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { request } from "node:http";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { pino } from "pino";
import { afterAll, beforeEach, expect, it } from "vitest";
import * as z from "zod/mini";

import { backendEntries } from "../../host/src/daemon/backend-entries.ts";
import { pathsFor } from "../../host/src/paths.ts";
import { createIncusClient } from "../../host/src/sandbox/incus/client/client.ts";
import { network } from "../../host/src/sandbox/incus/client/networks.ts";
import { incusNames } from "../../host/src/sandbox/incus/names.ts";
import { SandboxIds } from "../../host/src/sandbox/sandbox-ids.ts";
import { incusApi, incusFolder } from "../../scripts/set-up/incus/api.ts";
import { attempt } from "../../scripts/set-up/incus/commands.ts";
import { thingsOfOthers } from "../../scripts/set-up/incus/others.ts";
import { readRecord, stateFolder } from "../../scripts/set-up/incus/record.ts";
import { describeWithIncus, incusSocket } from "../support/incus/incus.ts";
import { noDeadline } from "../support/time/patience.ts";

const status = z.object({ status: z.string() });
const set = `wst${process.pid}`;
const names = incusNames(set);
const program = join(import.meta.dirname, "..", "..", "scripts", "setup-incus");
const paths = {
  pool: `/1.0/storage-pools/${names.pool}`,
  project: `/1.0/projects/${names.project}`,
  network: `/1.0/networks/${names.network}`,
};

describeWithIncus("setup-incus", () => {
  const api = incusApi();
  const ownApi = incusApi(names.project);

  beforeEach(({ skip }) => skip(process.getuid?.() !== 0, "only root sets Incus up"));

  afterAll(async () => {
    await setUp("--remove");
    await api.delete(paths.pool);
  });

  it("setup-incus says what lacks and changes nothing if it is asked to check", async () => {
    const { code, output } = await setUp("--check");
    expect(code).toBe(1);
    expect(output).toContain(`LACKS storage pool: there is no storage pool ${names.pool}`);
    expect(output).toContain("ok    daemon");
    expect(await missing()).toEqual(["pool", "project", "network"]);
    expect(await recordOfSet()).toBeUndefined();
  });

  it("setup-incus completes a set-up that was killed in the middle, wherever that was", async () => {
    for (const step of ["storage pool", "network", "project", "firewall"]) {
      await killAfterNoting(step);
    }
    expect(await done("--pool-size", "1")).toBe("done");
    expect(await done("--check")).toBe("done");
    expect(await missing()).toEqual([]);
  });

  it("setup-incus makes a network anew whose making was broken off inside Incus", async () => {
    expect(await done()).toBe("done");
    const { config } = await api.get(network, paths.network);
    await api.delete(paths.network);
    await makeByHalf({ name: names.network, type: "bridge", config });
    expect(await done()).toBe("done");
    expect(existsSync(`/sys/class/net/${names.network}`)).toBe(true);
    expect(await done("--check")).toBe("done");
  });

  it("setup-incus does nothing the second time, and says so", async () => {
    const before = await recordOfSet();
    const { code, output } = await setUp();
    expect(code === 0 ? "done" : output).toBe("done");
    expect(output).toContain("there was nothing to do");
    expect(await recordOfSet()).toEqual(before);
  });

  it("setup-incus mends what was broken since", async () => {
    await attempt("nft", ["delete", "table", "inet", names.project]);
    await attempt("ip", ["link", "delete", names.network]);
    const { code, output } = await setUp("--check");
    expect(code).toBe(1);
    expect(output).toContain(`LACKS network: the network ${names.network} is not up`);
    expect(output).toContain("LACKS firewall");
    await expect(openBackend()).rejects.toMatchObject({
      code: "backend-unavailable",
      next: `Run sudo scripts/setup-incus --name ${set}.`,
    });
    expect(await done()).toBe("done");
    expect(await done("--check")).toBe("done");
    expect(existsSync(`/sys/class/net/${names.network}`)).toBe(true);
    expect(await openBackend()).toBe("incus");
  });

  it("setup-incus limits the project to what can't harm the machine if Incus listens on the network", async () => {
    const endpoint = { kind: "unix", socketPath: incusSocket() } as const;
    const client = createIncusClient({ endpoint, project: names.project });
    const listen = async (address: string): Promise<void> => {
      await client.server.configure({ "core.https_address": address }, noDeadline);
    };
    const info = await client.server.info(noDeadline);
    const { "core.https_address": address = "" } = info.config;
    const before = typeof address === "string" ? address : "";
    await listen("127.0.0.1:0");
    try {
      expect((await setUp("--check")).output).toContain("LACKS project: ");
      expect(await done()).toBe("done");
      await refusesWhatHarms();
    } finally {
      await listen(before);
      await client.close();
    }
    expect(await done()).toBe("done");
    expect(await done("--check")).toBe("done");
  });

  const refusesWhatHarms = async (): Promise<void> => {
    const privileged = { name: "privileged", type: "container", source: { type: "none" } };
    await expect(
      ownApi.post("/1.0/instances", {
        ...privileged,
        config: { "security.privileged": "true" },
      }),
    ).rejects.toThrow(/privileged containers|isolated/i);
    await expect(
      ownApi.post("/1.0/instances", {
        ...privileged,
        config: { "security.idmap.isolated": "true" },
        devices: { host: { type: "disk", source: "/", path: "/host" } },
      }),
    ).rejects.toThrow(/disks not backed by a pool/i);
  };

  it("setup-incus removes all it made, with what is in it, and nothing of another set", async () => {
    await ownApi.post(`${paths.pool}/volumes/custom`, { name: "data" });
    await ownApi.post("/1.0/instances", {
      name: "left",
      type: "container",
      source: { type: "none" },
      config: { "security.idmap.isolated": "true" },
    });
    const told = (await thingsOfOthers((project) => incusApi(project))).join(", ");
    expect(told).toMatch(
      /\d+ instances?.+\d+ volumes?.+\d+ project.+\d+ storage pool.+\d+ network/,
    );
    expect(await done("--remove")).toBe("done");
    expect(await missing()).toEqual(["pool", "project", "network"]);
    expect(existsSync(`/sys/class/net/${names.network}`)).toBe(false);
    expect(existsSync(join(incusFolder(), "disks", `${names.pool}.img`))).toBe(false);
    const tables = await attempt("nft", ["list", "tables"]);
    expect(tables.stdout).not.toContain(set);
    expect(existsSync(join(stateFolder, `${set}.nft`))).toBe(false);
    expect((await readRecord()).sets()).not.toContain(set);
    expect(await api.find(z.unknown(), "/1.0/projects/webserv")).toBeDefined();
    expect(await api.find(z.unknown(), "/1.0/storage-pools/webserv")).toBeDefined();
  });

  it("setup-incus keeps what was there before it", async () => {
    await api.post("/1.0/storage-pools", { name: names.pool, driver: "dir" });
    expect(await done()).toBe("done");
    expect(await done("--remove")).toBe("done");
    expect(await missing()).toEqual(["project", "network"]);
  });

  async function missing(): Promise<string[]> {
    const found = await Promise.all(
      Object.entries(paths).map(
        async ([name, path]) => [name, await api.find(z.unknown(), path)] as const,
      ),
    );
    return found.filter(([, thing]) => thing === undefined).map(([name]) => name);
  }
});

/** Ends a run of the set-up, as nobody can catch, as soon as it noted that it does `step`. */
async function killAfterNoting(step: string): Promise<void> {
  const noted = async (): Promise<boolean> =>
    (await readRecord()).notesOf({ name: step, scope: "set" }, set).get(keyOf(step)).length > 0;
  const child = spawn(program, ["--name", set, "--pool-size", "1"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, "close");
  while (child.exitCode === null && !(await noted())) await sleep(1);
  child.kill("SIGKILL");
  await ended;
  expect((await noted()) ? "noted" : output).toBe("noted");
}

/** Breaks off the request that makes it, at another moment each time, until Incus has left it so. */
async function makeByHalf(made: {
  readonly name: string;
  readonly [key: string]: unknown;
}): Promise<void> {
  const api = incusApi();
  for (let afterMs = 1; afterMs < 200; afterMs++) {
    await brokenOff("/1.0/networks", made, afterMs);
    const found = await api.find(status, `/1.0/networks/${made.name}`);
    if (found?.status === "Pending") return;
    await api.delete(`/1.0/networks/${made.name}`);
  }
  throw new Error("Incus made the network whole each time");
}

/** As when whoever asks is killed; our own client waits for Incus even where it is aborted. */
async function brokenOff(path: string, body: object, afterMs: number): Promise<void> {
  const asked = request({ socketPath: incusSocket(), path, method: "POST" });
  asked.on("response", (response) => response.resume());
  asked.on("error", () => {});
  asked.end(JSON.stringify(body));
  const closed = new Promise((resolve) => void asked.once("close", resolve));
  const breaking = setTimeout(() => asked.destroy(), afterMs);
  await closed;
  clearTimeout(breaking);
}

function keyOf(step: string): string {
  return step === "firewall" ? "tables" : "made";
}

async function setUp(...args: readonly string[]): Promise<{ code: number; output: string }> {
  const { code, stdout, stderr } = await attempt(program, ["--name", set, ...args]);
  return { code, output: `${stdout}${stderr}` };
}

/** Runs it to its end; what it said where it failed. */
async function done(...args: readonly string[]): Promise<string> {
  const { code, output } = await setUp(...args);
  return code === 0 ? "done" : output;
}

/** As a daemon whose home names this set; resolves with the backend's name. */
async function openBackend(): Promise<string | undefined> {
  const home = await mkdtemp(join(tmpdir(), "webserv-setup-"));
  try {
    await writeFile(join(home, "incus.json"), JSON.stringify({ set }));
    const log = pino({ level: "silent" });
    const [entry] = backendEntries(pathsFor(home), log, { WEBSERV_BACKENDS: "incus" });
    const opened = await entry?.open(new SandboxIds(), noDeadline);
    await opened?.backend.close();
    await opened?.release();
    return opened?.backend.name;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** What is noted of this set: others may be set up meanwhile. */
async function recordOfSet(): Promise<unknown> {
  const text = await readFile(join(stateFolder, "record.json"), "utf8");
  return z.object({ sets: z.record(z.string(), z.unknown()) }).parse(JSON.parse(text)).sets[set];
}
