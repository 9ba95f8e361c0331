// An action runs at most once, whatever breaks while it is under way; and what became of it is said.
import { describe, expect, test } from "vitest";

import { TestHome, until } from "../../support/daemon/daemon.ts";
import type { ActOrder } from "../../support/daemon/fake-extension.ts";
import { FakeExtension } from "../../support/daemon/fake-extension.ts";
import { writeCounterDefinition } from "../../support/sandboxes/counter-definition.ts";
import { underDeadline, underWay } from "../../support/time/under-deadline.ts";

const click = { type: "click", id: "a" } as const;

/** An extension whose actions wait for the test. */
async function gated(home: TestHome): Promise<{ extension: FakeExtension; open: () => void }> {
  const gate = Promise.withResolvers<void>();
  const extension: FakeExtension = await FakeExtension.connect({
    home: home.paths.home,
    act: async (order: ActOrder) => {
      await gate.promise;
      return extension.done(order);
    },
  });
  return { extension, open: () => gate.resolve() };
}

describe("an action whose daemon is killed", () => {
  test("an action whose daemon is killed is answered by the next one with what became of it, and runs once", async () => {
    await using home = await TestHome.make();
    const first = await home.daemon();
    const { extension, open } = await gated(home);
    await using _extension = extension;
    const agent = await first.agent();
    const { sessionId } = (await agent.call("session.open", {})).session;
    const order = { sessionId, actionId: "one", action: click };
    const lost = agent.call("session.act", order);
    lost.catch(() => {});
    await until(() => extension.ran.length === 1, "the action begins");
    await first.kill();
    await expect(lost).rejects.toMatchObject({ code: "disconnected" });
    const second = await home.daemon();
    const next = await second.agent();
    const { sessions } = await next.call("session.list", {});
    expect(sessions).toMatchObject([{ sessionId, state: "away" }]);
    const answer = next.call("session.act", order);
    open();
    await extension.connect();
    expect(await answer).toMatchObject({ status: "done", step: 1, actionId: "one" });
    expect(extension.ran).toEqual(["one"]);
    expect((await next.call("session.list", {})).sessions[0]).toMatchObject({
      state: "open",
      steps: 1,
    });
    const { lines } = await next.call("trajectory.show", { sessionId });
    expect(lines.filter(({ kind }) => kind === "step")).toMatchObject([{ actionId: "one" }]);
    // And the one after it is the second step.
    expect(await next.call("session.act", { ...order, actionId: "two" })).toMatchObject({
      step: 2,
    });
  });

  test("an action whose daemon is killed is recorded by the next one though nobody asks again", async () => {
    await using home = await TestHome.make();
    const first = await home.daemon();
    const { extension, open } = await gated(home);
    await using _extension = extension;
    const agent = await first.agent();
    const { sessionId } = (await agent.call("session.open", {})).session;
    agent.call("session.act", { sessionId, actionId: "one", action: click }).catch(() => {});
    await until(() => extension.ran.length === 1, "the action begins");
    await first.kill();
    open();
    const second = await home.daemon();
    await extension.connect();
    const next = await second.agent();
    await until(async () => {
      const { lines } = await next.call("trajectory.show", { sessionId });
      return lines.some((line) => line.kind === "step" && line.status === "done");
    }, "the step is recorded");
    expect(extension.ran).toEqual(["one"]);
  });

  test("an action whose daemon and worker are both killed is unknown, with a fresh observation", async () => {
    await using home = await TestHome.make();
    const first = await home.daemon();
    const { extension } = await gated(home);
    await using _extension = extension;
    const agent = await first.agent();
    const { sessionId } = (await agent.call("session.open", {})).session;
    const order = { sessionId, actionId: "one", action: click };
    agent.call("session.act", order).catch(() => {});
    await until(() => extension.ran.length === 1, "the action begins");
    await first.kill();
    const second = await home.daemon();
    await extension.restartWorker();
    const next = await second.agent();
    const step = await next.call("session.act", order);
    expect(step).toMatchObject({ status: "unknown", observation: { html: "<p>1 actions</p>" } });
    expect(await next.call("session.act", order)).toEqual(step);
    expect(extension.ran).toEqual(["one"]);
  });

  test("an action that was answered before the daemon was killed is answered the same by the next one", async () => {
    await using home = await TestHome.make();
    const first = await home.daemon();
    await using extension = await FakeExtension.connect({ home: home.paths.home });
    const agent = await first.agent();
    const { sessionId } = (await agent.call("session.open", {})).session;
    const order = { sessionId, actionId: "one", action: click };
    const step = await agent.call("session.act", order);
    await first.kill();
    const second = await home.daemon();
    await extension.connect();
    const next = await second.agent();
    expect(await next.call("session.act", order)).toEqual(step);
    expect(extension.ran).toEqual(["one"]);
  });
});

describe("an action whose connection breaks", () => {
  test("an action whose connection broke is answered with its outcome when the same worker is back", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    const { extension, open } = await gated(home);
    await using _extension = extension;
    const agent = await daemon.agent();
    const { sessionId } = (await agent.call("session.open", {})).session;
    const answer = agent.call("session.act", { sessionId, actionId: "one", action: click });
    await until(() => extension.ran.length === 1, "the action begins");
    await extension.drop();
    await until(
      async () => (await agent.call("session.list", {})).sessions[0]?.state === "away",
      "the session is away",
    );
    await extension.connect();
    await until(() => extension.asked.length > 0, "the daemon asks");
    open();
    expect(await answer).toMatchObject({ status: "done", step: 1 });
    expect(extension.ran).toEqual(["one"]);
  });

  test("an action whose connection broke is unknown, with a fresh observation, when another worker is back", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    const { extension } = await gated(home);
    await using _extension = extension;
    const agent = await daemon.agent();
    const { sessionId } = (await agent.call("session.open", {})).session;
    const answer = agent.call("session.act", { sessionId, actionId: "one", action: click });
    await until(() => extension.ran.length === 1, "the action begins");
    await extension.restartWorker();
    expect(await answer).toMatchObject({
      status: "unknown",
      error: { code: "disconnected" },
      observation: { html: "<p>1 actions</p>" },
    });
    expect(extension.ran).toEqual(["one"]);
  });

  test("an action that was lost on its way to the browser has failed, and nothing has happened", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    const arrived = Promise.withResolvers<void>();
    await using extension = await FakeExtension.connect({
      home: home.paths.home,
      handlers: {
        // As if it were lost on its way: nothing of it is noted.
        "lease.act": async () => {
          arrived.resolve();
          return await new Promise(() => {});
        },
      },
    });
    const agent = await daemon.agent();
    const { sessionId } = (await agent.call("session.open", {})).session;
    const answer = agent.call("session.act", { sessionId, actionId: "one", action: click });
    await arrived.promise;
    await extension.drop();
    await extension.connect();
    expect(await answer).toMatchObject({ status: "failed", error: { code: "disconnected" } });
    expect(extension.ran).toEqual([]);
  });

  test("an action ends at its deadline if its browser stays away, and is found out if it is asked again", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    const { extension, open } = await gated(home);
    await using _extension = extension;
    const agent = await daemon.agent();
    const { order, answer } = await underDeadline(3000, async (timeoutMs) => {
      const { sessionId } = (await agent.call("session.open", {})).session;
      const order = { sessionId, actionId: `within-${timeoutMs}`, action: click };
      const ran = extension.ran.length;
      const answer = agent.call("session.act", order, { timeoutMs });
      await underWay(answer, () => extension.ran.length > ran, "the action has begun");
      await extension.drop();
      return { order, answer };
    });
    await expect(
      answer.then(
        (step) => step.error?.code ?? step.status,
        (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
      ),
    ).resolves.toMatch(/browser-gone|timeout/);
    open();
    await extension.connect();
    // Asked again under the same id, it is found out after all.
    expect(await agent.call("session.act", order)).toMatchObject({ status: "done", step: 1 });
    expect(extension.ran.filter((each) => each === order.actionId)).toHaveLength(1);
  });

  test("a session whose tabs are gone when its browser returns is closed", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    await using extension = await FakeExtension.connect({ home: home.paths.home });
    const agent = await daemon.agent();
    const { sessionId } = (await agent.call("session.open", {})).session;
    await extension.drop();
    extension.leases.clear();
    await extension.connect();
    await until(
      async () => (await agent.call("session.list", {})).sessions.length === 0,
      "the session is gone",
    );
    await until(async () => {
      const { trajectories } = await agent.call("trajectory.list", {});
      return trajectories[0]?.endedAt !== undefined;
    }, "the trajectory ends");
    const { lines } = await agent.call("trajectory.show", { sessionId });
    expect(lines.at(-1)).toMatchObject({ kind: "end", reason: "browser-gone" });
  });

  test("tabs of a session that is none any more are closed when the browser returns", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    await using extension = await FakeExtension.connect({ home: home.paths.home });
    const agent = await daemon.agent();
    const { sessionId } = (await agent.call("session.open", {})).session;
    await extension.drop();
    await agent.call("session.close", { sessionId });
    expect(extension.leases.size).toBe(1);
    await extension.connect();
    await until(() => extension.leases.size === 0, "the tabs are closed");
  });
});

describe("sessions after a crash of the daemon", () => {
  test("a session has its sandbox back after a crash of the daemon, under its site's host", async () => {
    await using home = await TestHome.make();
    const first = await home.daemon();
    await using extension = await FakeExtension.connect({ home: home.paths.home });
    const agent = await first.agent();
    await agent.call("site.import", { site: writeCounterDefinition(home.paths.home) });
    const { session } = await agent.call("session.open", { sites: ["counter"] });
    await first.kill();
    const second = await home.daemon();
    await extension.connect();
    const next = await second.agent();
    await until(
      async () => (await next.call("session.list", {})).sessions[0]?.state === "open",
      "the session is back",
    );
    const { sandboxes } = await next.call("sandbox.list", {});
    expect(sandboxes).toMatchObject([
      { sandboxId: session.sandboxes[0]?.sandboxId, state: "ready" },
    ]);
    expect(extension.proxies.at(-1)).toMatchObject({ hosts: [{ host: "counter.test" }] });
    await expect(next.call("session.open", { sites: ["counter"] })).rejects.toMatchObject({
      code: "site-taken",
    });
  });

  test("a session of a connection is gone after a crash of the daemon, with its sandbox and its tabs", async () => {
    await using home = await TestHome.make();
    const first = await home.daemon();
    await using extension = await FakeExtension.connect({ home: home.paths.home });
    const agent = await first.agent();
    await agent.call("site.import", { site: writeCounterDefinition(home.paths.home) });
    await agent.call("session.open", { sites: ["counter"], lifetime: "connection" });
    await first.kill();
    const second = await home.daemon();
    const next = await second.agent();
    expect((await next.call("session.list", {})).sessions).toEqual([]);
    expect((await next.call("sandbox.list", {})).sandboxes).toEqual([]);
    await extension.connect();
    await until(() => extension.leases.size === 0, "the tabs are closed");
  });
});
