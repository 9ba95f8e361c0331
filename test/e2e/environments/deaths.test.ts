// Environments whose worker, browser or daemon is killed: what comes back, what is lost, and that it is said.
import { readdirSync } from "node:fs";

import type { Environment } from "@webserv/shared/model/environment.ts";
import { errorCatalogue } from "@webserv/shared/errors/errors.ts";
import { isRunning } from "@webserv/host/src/running-process.ts";
import { expect, test } from "vitest";

import { until } from "../../support/daemon/daemon.ts";
import { LONG, useEnvironments } from "../../support/daemon/environment-world.ts";
import { htmlOf } from "../../support/reading/observed.ts";
import { membersWith, processesOfFolder } from "../../support/programs/processes.ts";

const world = useEnvironments();

/** Kills the processes of all workers of a browser: its own and its environments'. */
async function killWorkers({ pid = 0 }: Environment): Promise<void> {
  const workers = await membersWith(pid, "--extension-process");
  for (const worker of workers) process.kill(worker, "SIGKILL");
  expect(workers.length).toBeGreaterThan(0);
}

/** When each browser connected, by its id. */
async function connections(): Promise<ReadonlyMap<string, string>> {
  const { browsers } = await world.chain.agent.call("browser.list", {});
  return new Map(browsers.map(({ browserId, connectedAt }) => [browserId, connectedAt]));
}

test("workers that are killed come back, each to its own environment's session", async () => {
  const [first, second] = await world.create(2);
  if (first === undefined || second === undefined) throw new Error("few");
  await using one = await world.chain.session({ browserId: first.environmentId });
  await using two = await world.chain.session({ browserId: second.environmentId });
  await one.act({ type: "goto", url: "http://counter.test/add" });
  await two.act({ type: "goto", url: "http://counter.test/keeping?word=pear" });
  const before = await connections();
  await killWorkers(first);
  await until(async () => {
    const now = await connections();
    return [first, second].every(({ environmentId: id }) => {
      const connectedAt = now.get(id);
      return connectedAt !== undefined && connectedAt !== before.get(id);
    });
  }, "both are connected anew");
  expect((await one.observe()).html).toContain("11");
  expect((await two.observe()).html).toContain("word=pear / pear / pear / pear");
  const url = "http://counter.test/add";
  const steps = await Promise.all([one.act({ type: "goto", url }), two.act({ type: "goto", url })]);
  expect(steps.map(({ status }) => status)).toEqual(["done", "done"]);
  expect(htmlOf(steps[0])).toContain("12");
  expect(htmlOf(steps[1])).toContain("11");
});

test("a worker that is killed while no session is open comes back for the next session", async () => {
  const [environment] = await world.create(1);
  if (environment === undefined) throw new Error("none");
  const before = await connections();
  await killWorkers(environment);
  const { environmentId } = environment;
  await until(async () => {
    const connectedAt = (await connections()).get(environmentId);
    return connectedAt !== undefined && connectedAt !== before.get(environmentId);
  }, "it is connected anew");
  await using session = await world.chain.session({ browserId: environmentId });
  const step = await session.act({ type: "goto", url: "http://counter.test/add" });
  expect(htmlOf(step)).toContain("11");
});

test("a crash of one browser leaves the environments of another one alone", async () => {
  // One more than a browser carries.
  const environments = await world.create(17);
  const pids = [...new Set(environments.map(({ pid = 0 }) => pid))];
  expect(pids).toHaveLength(2);
  const [crashing] = environments;
  const staying = environments.find(({ pid }) => pid !== crashing?.pid);
  if (crashing?.pid === undefined || staying === undefined) throw new Error("few");
  await using session = await world.chain.session({ browserId: staying.environmentId });
  await session.act({ type: "goto", url: "http://counter.test/add" });
  process.kill(crashing.pid, "SIGKILL");
  await until(async () => {
    const crashed = (await world.listed()).filter(({ state }) => state === "crashed");
    const lost = environments.filter(({ pid }) => pid === crashing.pid);
    return crashed.length === lost.length;
  }, "the crash is told of all that were in it");
  const states = new Map((await world.listed()).map((each) => [each.environmentId, each.state]));
  expect(states.get(staying.environmentId)).toBe("ready");
  expect((await session.observe()).html).toContain("11");
  // One comes back with the places that are left, not with a browser of its own.
  const { environmentId } = crashing;
  const again = await world.chain.agent.call("env.reset", { environmentId }, LONG);
  expect(again).toMatchObject({ state: "ready", pid: staying.pid });
});

test("with a killed daemon nothing of its environments stays, and whoever asks is told", async () => {
  const [environment] = await world.create(1);
  const { environmentId = "", pid = 0 } = environment ?? {};
  const session = await world.chain.session({ browserId: environmentId });
  expect(htmlOf(await session.act({ type: "goto", url: "http://counter.test/add" }))).toContain(
    "11",
  );
  await world.chain.killDaemon();
  await until(() => !isRunning(pid), "the browser has ended with its daemon");
  const { home } = world.chain.paths;
  await until(async () => (await processesOfFolder(home)).length === 0, "nothing runs any more");
  await world.chain.reconnect();
  expect(await world.listed()).toEqual([]);
  expect((await world.chain.agent.call("browser.list", {})).browsers).toEqual([]);
  for (const method of ["env.reset", "env.stats", "env.delete"] as const) {
    const call = world.chain.agent.call(method, { environmentId });
    await expect(call).rejects.toThrow("with the daemon that made them");
    const { next } = errorCatalogue["unknown-environment"];
    await expect(call).rejects.toMatchObject({ code: "unknown-environment", next });
  }
  await expect(session.observe()).rejects.toThrow("has ended: browser-gone");
  await until(
    async () => (await world.chain.agent.call("sandbox.list", {})).sandboxes.length === 0,
    "its sandbox is gone",
  );
  const { profilesDir } = world.chain.paths;
  await until(() => readdirSync(profilesDir).length === 0, "no profile is left");
});
