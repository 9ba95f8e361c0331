// Sessions over a real daemon and a real native host, with pages that are made up.
import { once } from "node:events";
import { readdirSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { TestHome, until } from "../../support/daemon/daemon.ts";
import { writeCounterDefinition } from "../../support/sandboxes/counter-definition.ts";
import { FakeExtension } from "../../support/daemon/fake-extension.ts";

const click = { type: "click", id: "a" } as const;

describe("a session", () => {
  test("a session is opened, looked at, acted in and closed, and its browser sees each of it", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    await using extension = await FakeExtension.connect({ home: home.paths.home });
    const agent = await daemon.agent();
    const { session, observation } = await agent.call("session.open", { url: "http://a.test" });
    const { sessionId } = session;
    expect(session).toMatchObject({ state: "open", browserId: extension.browserId, steps: 0 });
    expect(observation?.url).toBe("http://a.test");
    await agent.call("session.ping", { sessionId });
    const step = await agent.call("session.act", { sessionId, actionId: "one", action: click });
    expect(step).toMatchObject({
      step: 1,
      status: "done",
      observation: { html: "<p>1 actions</p>" },
    });
    expect((await agent.call("session.observe", { sessionId })).html).toBe("<p>1 actions</p>");
    expect((await agent.call("session.list", {})).sessions).toMatchObject([
      { sessionId, steps: 1 },
    ]);
    expect((await agent.call("browser.list", {})).browsers).toMatchObject([
      { browserId: extension.browserId, sessions: [sessionId] },
    ]);
    await agent.call("session.close", { sessionId });
    expect(extension.leases.size).toBe(0);
    await expect(agent.call("session.observe", { sessionId })).rejects.toMatchObject({
      code: "unknown-session",
    });
    expect(readdirSync(home.paths.sessionsDir)).toEqual([]);
  });

  test("a session opens in the browser that is named, else in the one that came last", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    const { home: dir } = home.paths;
    await using first = await FakeExtension.connect({ home: dir });
    await using second = await FakeExtension.connect({ home: dir });
    const agent = await daemon.agent();
    const { browserId } = first;
    expect((await agent.call("session.open", { browserId })).session.browserId).toBe(browserId);
    expect((await agent.call("session.open", {})).session.browserId).toBe(second.browserId);
    await expect(agent.call("session.open", { browserId: "nobody" })).rejects.toMatchObject({
      code: "unknown-browser",
    });
  });

  test("a session answers an action under the same id with the same step, and runs it once", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    await using extension = await FakeExtension.connect({ home: home.paths.home });
    const agent = await daemon.agent();
    const { sessionId } = (await agent.call("session.open", {})).session;
    const order = { sessionId, actionId: "one", action: click };
    const first = await agent.call("session.act", order);
    expect(await agent.call("session.act", order)).toEqual(first);
    for (let count = 0; count < 10; count++) {
      await agent.call("session.act", { ...order, actionId: `later-${count}` });
    }
    // By now it is out of memory and read from the trajectory.
    const again = await agent.call("session.act", order);
    expect(again).toMatchObject({ step: 1, observation: first.observation });
    expect(extension.ran.filter((id) => id === "one")).toEqual(["one"]);
    await expect(
      agent.call("session.act", { ...order, action: { type: "back" } }),
    ).rejects.toMatchObject({ code: "action-id-reused" });
  });

  test("a session carries out one action at a time, and a second caller of the same one joins it", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    const gate = Promise.withResolvers<void>();
    await using extension = await FakeExtension.connect({
      home: home.paths.home,
      act: async (order) => {
        await gate.promise;
        return extension.done(order);
      },
    });
    const agent = await daemon.agent();
    const other = await daemon.agent();
    const { sessionId } = (await agent.call("session.open", {})).session;
    const order = { sessionId, actionId: "one", action: click };
    const first = agent.call("session.act", order);
    await until(() => extension.ran.length === 1, "the action begins");
    const joined = other.call("session.act", order);
    await expect(other.call("session.act", { ...order, actionId: "two" })).rejects.toMatchObject({
      code: "session-busy",
      details: { actionId: "one" },
    });
    gate.resolve();
    expect(await joined).toEqual(await first);
    expect(extension.ran).toEqual(["one"]);
  });

  test("an action goes on when the agent that asked is gone, and is answered to the next", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    const gate = Promise.withResolvers<void>();
    await using extension = await FakeExtension.connect({
      home: home.paths.home,
      act: async (order) => {
        await gate.promise;
        return extension.done(order);
      },
    });
    const agent = await daemon.agent();
    const { sessionId } = (await agent.call("session.open", {})).session;
    const order = { sessionId, actionId: "one", action: click };
    const lost = agent.call("session.act", order);
    await until(() => extension.ran.length === 1, "the action begins");
    agent.close();
    await expect(lost).rejects.toMatchObject({ code: "disconnected" });
    gate.resolve();
    const next = await daemon.agent();
    expect(await next.call("session.act", order)).toMatchObject({ step: 1, status: "done" });
    expect(extension.ran).toEqual(["one"]);
  });

  test("a session that the person has stopped refuses actions and observations, and can be closed", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    await using extension = await FakeExtension.connect({ home: home.paths.home });
    const agent = await daemon.agent();
    const { sessionId } = (await agent.call("session.open", {})).session;
    await extension.peer.call("lease.halted", { sessionId });
    const order = { sessionId, actionId: "one", action: click };
    const stopped = { code: "session-stopped" };
    await expect(agent.call("session.act", order)).rejects.toMatchObject(stopped);
    await expect(agent.call("session.observe", { sessionId })).rejects.toMatchObject(stopped);
    expect((await agent.call("session.list", {})).sessions[0]?.state).toBe("stopped");
    await agent.call("session.close", { sessionId });
    const { lines } = await agent.call("trajectory.show", { sessionId });
    expect(lines.at(-1)).toMatchObject({ kind: "end", reason: "stopped" });
    expect(extension.ran).toEqual([]);
  });

  test("another browser can't stop a session that is not its own", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    const { home: dir } = home.paths;
    await using own = await FakeExtension.connect({ home: dir });
    await using other = await FakeExtension.connect({ home: dir });
    const agent = await daemon.agent();
    const { browserId } = own;
    const { sessionId } = (await agent.call("session.open", { browserId })).session;
    await other.peer.call("lease.halted", { sessionId });
    expect((await agent.call("session.list", {})).sessions[0]?.state).toBe("open");
  });

  test("a session whose task ends with terminate records the answer and refuses further actions", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    await using extension = await FakeExtension.connect({ home: home.paths.home });
    const agent = await daemon.agent();
    const { sessionId } = (await agent.call("session.open", {})).session;
    await agent.call("session.act", {
      sessionId,
      actionId: "end",
      action: { type: "terminate", answer: "42" },
    });
    await expect(
      agent.call("session.act", { sessionId, actionId: "more", action: click }),
    ).rejects.toMatchObject({ code: "session-terminated" });
    await agent.call("session.close", { sessionId });
    const { lines, whole } = await agent.call("trajectory.show", { sessionId });
    expect(lines.map(({ kind }) => kind)).toEqual(["start", "step", "end"]);
    expect(lines.at(-1)).toMatchObject({ reason: "terminated", answer: "42", steps: 1 });
    expect(whole).toBe(true);
    expect(extension.ran).toEqual(["end"]);
  });

  test("a session that nobody uses is closed when its lease runs out", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    await using extension = await FakeExtension.connect({ home: home.paths.home });
    const agent = await daemon.agent();
    const { sessionId } = (await agent.call("session.open", { leaseMs: 300 })).session;
    await until(() => extension.leases.size === 0, "the tabs are closed");
    await until(async () => {
      const { lines } = await agent.call("trajectory.show", { sessionId });
      return lines.at(-1)?.kind === "end";
    }, "the trajectory ends");
    const { trajectories } = await agent.call("trajectory.list", {});
    expect(trajectories).toMatchObject([{ sessionId, endReason: "expired" }]);
  });

  test("a session of a connection is closed with it", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    await using extension = await FakeExtension.connect({ home: home.paths.home });
    const agent = await daemon.agent();
    await agent.call("session.open", { lifetime: "connection" });
    expect(extension.leases.size).toBe(1);
    agent.close();
    await until(() => extension.leases.size === 0, "the tabs are closed");
    const other = await daemon.agent();
    await until(
      async () => (await other.call("session.list", {})).sessions.length === 0,
      "the session is gone",
    );
  });

  test("a session that can't be opened leaves no tab, route, sandbox or record", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    await using extension = await FakeExtension.connect({
      home: home.paths.home,
      handlers: {
        "lease.open": () => {
          throw new Error("no tab today");
        },
      },
    });
    const agent = await daemon.agent();
    await agent.call("site.import", { site: writeCounterDefinition(home.paths.home) });
    await expect(agent.call("session.open", { sites: ["counter"] })).rejects.toThrow(
      "no tab today",
    );
    expect((await agent.call("sandbox.list", {})).sandboxes).toEqual([]);
    expect((await agent.call("session.list", {})).sessions).toEqual([]);
    expect(extension.proxies.at(-1)?.hosts).toEqual([]);
    expect(readdirSync(home.paths.sessionsDir)).toEqual([]);
    expect(readdirSync(home.paths.trajectoriesDir)).toEqual([]);
  });

  test("a call ends at its deadline, though the page never answers", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    await using _extension = await FakeExtension.connect({
      home: home.paths.home,
      handlers: { "lease.observe": async () => await new Promise(() => {}) },
    });
    const agent = await daemon.agent();
    const { sessionId } = (await agent.call("session.open", {})).session;
    await expect(
      agent.call("session.observe", { sessionId }, { timeoutMs: 300 }),
    ).rejects.toMatchObject({ code: "timeout" });
    await agent.call("session.ping", { sessionId });
  });

  test("a session can be closed in the middle of a step, which is answered and recorded as unknown", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    await using extension = await FakeExtension.connect({
      home: home.paths.home,
      act: async () => await new Promise(() => {}),
    });
    const agent = await daemon.agent();
    const { sessionId } = (await agent.call("session.open", {})).session;
    const answer = agent.call("session.act", { sessionId, actionId: "one", action: click });
    await until(() => extension.ran.length === 1, "the action begins");
    await agent.call("session.close", { sessionId });
    expect(await answer).toMatchObject({ status: "unknown", error: { code: "cancelled" } });
    const { lines } = await agent.call("trajectory.show", { sessionId });
    expect(lines.slice(1)).toMatchObject([
      { kind: "step", actionId: "one", status: "unknown" },
      { kind: "end", reason: "closed", steps: 1 },
    ]);
  });

  test("an action that is taken back is found out about, and the next one may begin", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    await using extension = await FakeExtension.connect({
      home: home.paths.home,
      act: async (order, { signal }) => {
        if (order.actionId === "one") {
          await once(signal, "abort");
          throw signal.reason;
        }
        return extension.done(order);
      },
    });
    const agent = await daemon.agent();
    const { sessionId } = (await agent.call("session.open", {})).session;
    const cancel = new AbortController();
    const taken = agent.call(
      "session.act",
      { sessionId, actionId: "one", action: click },
      { signal: cancel.signal },
    );
    await until(() => extension.ran.length === 1, "the action begins");
    cancel.abort();
    await expect(taken).rejects.toMatchObject({ code: "cancelled" });
    const same = await agent.call("session.act", { sessionId, actionId: "one", action: click });
    expect(same).toMatchObject({ status: "unknown", error: { code: "cancelled" } });
    const next = await agent.call("session.act", { sessionId, actionId: "two", action: click });
    expect(next).toMatchObject({ status: "done", step: 2 });
    expect(extension.ran).toEqual(["one", "two"]);
  });
});
