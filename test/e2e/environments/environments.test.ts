// Environments end to end: contexts of shared browsers with the real extension, and sandboxes of their own.
import type { EnvironmentStats } from "@webserv/shared/model/environment.ts";
import { isRunning } from "@webserv/host/src/running-process.ts";
import { describe, expect, test } from "vitest";

import { until } from "../../support/daemon/daemon.ts";
import { LONG, useEnvironments } from "../../support/daemon/environment-world.ts";
import { htmlOf } from "../../support/reading/observed.ts";

const world = useEnvironments();

/** What the counter of the environment's own sandbox shows at a path. */
async function counted(environmentId: string, path: string): Promise<string> {
  await using session = await world.chain.session({ browserId: environmentId });
  await session.act({ type: "goto", url: `http://counter.test${path}` });
  return (await session.observe()).html;
}

describe("environments", () => {
  test("two environments in one browser each have their own sandbox under the same name", async () => {
    const [first, second] = await world.create(2);
    const [one, two] = [first?.environmentId ?? "", second?.environmentId ?? ""];
    expect(first?.pid).toBe(second?.pid);
    expect(first?.sandboxes[0]?.sandboxId).not.toBe(second?.sandboxes[0]?.sandboxId);
    expect(await counted(one, "/add")).toContain("11");
    expect(await counted(one, "/count")).toContain("11");
    expect(await counted(two, "/count")).toContain("10");
    await world.deleteAll();
    expect((await world.chain.agent.call("sandbox.list", {})).sandboxes).toEqual([]);
    const pid = first?.pid ?? 0;
    await until(() => !isRunning(pid), "the browser has ended with its last environment");
  });

  test("environments take trusted input, list as browsers, and are taken for a session only by name", async () => {
    const [environment] = await world.create(1, []);
    const environmentId = environment?.environmentId ?? "";
    const { browsers } = await world.chain.agent.call("browser.list", {});
    expect(browsers.map(({ browserId }) => browserId)).toEqual([environmentId]);
    await using unnamed = await world.chain.session({});
    expect(unnamed.opened.session.browserId).not.toBe(environmentId);
    expect(unnamed.opened.browser).toMatchObject({ launched: true, profile: "new" });
    await unnamed.close();
    await using session = await world.chain.session({ browserId: environmentId });
    expect(session.opened.session.input).toBe("trusted");
    expect((await world.listed())[0]?.sessions).toEqual([session.sessionId]);
    await session.close();
    // The window stays for the next session.
    await using later = await world.chain.session({ browserId: environmentId });
    expect(later.opened.session.input).toBe("trusted");
  });

  test("an environment keeps a session that takes another one's place, and shows it its sandboxes", async () => {
    const [environment] = await world.create(1);
    const browserId = environment?.environmentId ?? "";
    await using first = await world.chain.session({ browserId });
    await using second = await world.chain.session({ replaces: first.sessionId });
    expect(second.opened.session).toMatchObject({
      browserId,
      sandboxes: environment?.sandboxes,
    });
  });

  test("an environment reaches nothing but its sandboxes", async () => {
    const [environment] = await world.create(1);
    await using session = await world.chain.session({
      browserId: environment?.environmentId ?? "",
    });
    const { port } = await world.chain.agent.call("daemon.status", {});
    const step = await session.act({ type: "goto", url: `http://127.0.0.1:${port}/` });
    expect(htmlOf(step)).toContain("is not a sandbox of this session");
    expect(htmlOf(step)).not.toContain("environment.webserv.internal");
  });

  test("an environment begins anew with a reset, under the same ids", async () => {
    const [environment] = await world.create(1);
    const environmentId = environment?.environmentId ?? "";
    const session = await world.chain.session({ browserId: environmentId });
    const changed = await session.act({ type: "goto", url: "http://counter.test/add" });
    expect(htmlOf(changed)).toContain("11");
    const after = await world.chain.agent.call("env.reset", { environmentId }, LONG);
    expect(after).toMatchObject({ environmentId, state: "ready", sessions: [] });
    expect(after.sandboxes).toEqual(environment?.sandboxes);
    expect(await world.chain.stateOf(session.sessionId)).toBeUndefined();
    expect(await counted(environmentId, "/count")).toContain("10");
  });

  test("an environment crashes with its browser, which is said, and comes back with a reset", async () => {
    const [environment] = await world.create(1);
    const environmentId = environment?.environmentId ?? "";
    const session = await world.chain.session({ browserId: environmentId });
    process.kill(environment?.pid ?? 0, "SIGKILL");
    await until(async () => (await world.listed())[0]?.state === "crashed", "the crash is told");
    expect(await world.chain.stateOf(session.sessionId)).toBeUndefined();
    await expect(world.chain.session({ browserId: environmentId })).rejects.toMatchObject({
      code: "unknown-browser",
    });
    const { state, pid } = await world.chain.agent.call("env.reset", { environmentId }, LONG);
    expect(state).toBe("ready");
    expect(pid).not.toBe(environment?.pid);
    expect(await counted(environmentId, "/count")).toContain("10");
  });

  test("an environment's stats tell what it takes itself, and an unknown environment is refused", async () => {
    const [first, second] = await world.create(2);
    const [heavy, light] = [first?.environmentId ?? "", second?.environmentId ?? ""];
    const stats = async (environmentId: string): Promise<EnvironmentStats> =>
      await world.chain.agent.call("env.stats", { environmentId });
    const cpuOf = async (id: string): Promise<number> => (await stats(id)).cpuSeconds ?? 0;
    /** Whoever computes without end outgrows what it does not share, however little it gets of the machine. */
    const outgrows = async (light: string): Promise<void> => {
      const isHeavier = async () => (await cpuOf(heavy)) > 1 + 4 * (await cpuOf(light));
      await expect.poll(isHeavier, { interval: 200 }).toBe(true);
    };
    const told = await stats(heavy);
    expect(told.sharedBy).toBe(2);
    expect(told.memoryMiB).toBeGreaterThan(10);
    expect(told.cpuSeconds).toBeGreaterThan(0);
    expect(told.sandboxes).toHaveLength(1);
    const session = await world.chain.session({ browserId: heavy });
    const step = await session.act({ type: "goto", url: "http://counter.test/heavy" });
    expect(htmlOf(step)).toContain("heavy");
    await outgrows(light);
    const [third] = await world.create(1, []);
    await outgrows(third?.environmentId ?? "");
    const used = await cpuOf(heavy);
    await world.chain.agent.call("env.delete", { environmentId: heavy }, LONG);
    expect((await stats(light)).sharedBy).toBe(2);
    expect(await cpuOf(light)).toBeLessThan(used / 2);
    const environmentId = "env-00000000";
    const call = world.chain.agent.call("env.reset", { environmentId });
    await expect(call).rejects.toMatchObject({ code: "unknown-environment" });
  });

  test("environments are made all or none", async () => {
    const wish = { count: 3, sites: ["nowhere"] };
    await expect(world.chain.agent.call("env.create", wish)).rejects.toMatchObject({
      code: "unknown-site",
    });
    expect(await world.listed()).toEqual([]);
    const ending = new AbortController();
    const making = world.chain.agent.call(
      "env.create",
      { count: 3 },
      { ...LONG, signal: ending.signal },
    );
    await until(async () => (await world.listed()).length === 3, "the environments are being made");
    ending.abort(new Error("enough"));
    await expect(making).rejects.toMatchObject({ code: "cancelled" });
    await until(async () => (await world.listed()).length === 0, "none is left");
    expect((await world.chain.agent.call("browser.list", {})).browsers).toEqual([]);
  });
});
