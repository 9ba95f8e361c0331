// Browsers that the daemon launches: real ones, with the real extension, and their end.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { isRunning } from "@webserv/host/src/running-process.ts";

import { TestHome, until } from "../../support/daemon/daemon.ts";
import { writeCounterDefinition } from "../../support/sandboxes/counter-definition.ts";

const launch = { headless: true, kind: "training" } as const;

function pending(home: TestHome, sessionId: string): boolean {
  const file = join(home.paths.sessionsDir, `${sessionId}.json`);
  return readFileSync(file, "utf8").includes('"pending":{');
}

test.for([
  ["of a moment", {}, []],
  ["that is kept", { profile: "kept" }, ["kept"]],
] as const)(
  "a browser in a profile %s, killed mid-step, leaves an unknown step at once, and nothing else",
  async ([_what, profile, profilesLeft]) => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    const agent = await daemon.agent();
    await agent.call("site.import", { site: writeCounterDefinition(home.paths.home) });
    const params = { ...launch, ...profile };
    const { pid = 0 } = await agent.call("browser.launch", params);
    const { session, observation } = await agent.call("session.open", {
      sites: ["counter"],
      url: "http://counter.test/count",
    });
    const { sessionId } = session;
    expect(observation?.html).toContain("10");
    const act = {
      sessionId,
      actionId: "one",
      action: { type: "goto", url: "http://counter.test/add" },
      settle: { idleMs: 20_000, budgetMs: 20_000 },
    } as const;
    // Longer than the test may take: the answer does not wait for its deadline.
    const answer = agent.call("session.act", act, { timeoutMs: 600_000 });
    await until(() => pending(home, sessionId), "the action is sent");
    process.kill(pid, "SIGKILL");
    expect(await answer).toMatchObject({
      status: "unknown",
      error: { code: "browser-gone" },
      observation: null,
    });
    await until(
      async () => (await agent.call("sandbox.list", {})).sandboxes.length === 0,
      "its sandbox is deleted",
    );
    await until(async () => {
      const { trajectories } = await agent.call("trajectory.list", {});
      return trajectories[0]?.endedAt !== undefined;
    }, "its trajectory ends");
    const { lines } = await agent.call("trajectory.show", { sessionId });
    expect(lines.slice(1)).toMatchObject([
      { kind: "step", actionId: "one", status: "unknown" },
      { kind: "end", reason: "browser-gone" },
    ]);
    expect((await agent.call("session.list", {})).sessions).toEqual([]);
    expect((await agent.call("browser.list", {})).browsers).toEqual([]);
    await until(
      () => readdirSync(home.paths.profilesDir).join() === profilesLeft.join(),
      "its profile is removed, unless it is kept",
    );
  },
);

test("a daemon takes its browsers with it, both if it is stopped and if it is killed", async () => {
  await using home = await TestHome.make();
  const first = await home.daemon();
  const agent = await first.agent();
  const one = await agent.call("browser.launch", launch);
  const two = await agent.call("browser.launch", launch);
  expect(one.browserId).not.toBe(two.browserId);
  await agent.call("browser.close", { browserId: one.browserId });
  expect(isRunning(one.pid ?? 0)).toBe(false);
  await agent.call("daemon.stop", {});
  expect(await first.ended).toBe(0);
  expect(isRunning(two.pid ?? 0)).toBe(false);
  expect(readdirSync(home.paths.profilesDir)).toEqual([]);

  const second = await home.daemon();
  const next = await second.agent();
  const three = await next.call("browser.launch", launch);
  const { session } = await next.call("session.open", { url: "about:blank" });
  await second.kill();
  await until(() => !isRunning(three.pid ?? 0), "the browser ends");
  const third = await home.daemon();
  const last = await third.agent();
  expect((await last.call("session.list", {})).sessions).toEqual([]);
  expect(readdirSync(home.paths.profilesDir)).toEqual([]);
  const { lines } = await last.call("trajectory.show", { sessionId: session.sessionId });
  expect(lines.at(-1)).toMatchObject({ kind: "end", reason: "browser-gone" });
});

test("a program that is no browser fails to launch, and leaves no profile", async () => {
  await using home = await TestHome.make();
  const daemon = await home.daemon();
  const agent = await daemon.agent();
  await expect(
    agent.call("browser.launch", { ...launch, executable: "/bin/true" }),
  ).rejects.toMatchObject({ code: "launch-failed" });
  expect(readdirSync(home.paths.profilesDir)).toEqual([]);
  expect((await agent.call("browser.list", {})).browsers).toEqual([]);
});
