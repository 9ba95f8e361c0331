// After a person's Stop: nobody opens a session within the minute, whatever ends or begins meanwhile.
import { readFileSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { TestHome, until } from "../../support/daemon/daemon.ts";
import { FakeExtension } from "../../support/daemon/fake-extension.ts";
import { callTool, McpClients, toolText } from "../../support/daemon/mcp-clients.ts";
import { PATIENCE_MS } from "../../support/time/patience.ts";
import { stillClock } from "../../support/time/still-clock.ts";

const now = Date.now();
/** For all daemons here the minute passes only when a test says so. */
const env = stillClock(now);
const refused = { code: "stopped-recently" } as const;
const stops = z.object({ stops: z.array(z.looseObject({ at: z.number() })) });

/** As if the minute of all stops had passed, for the next daemon. */
function age(file: string): void {
  const held = stops.parse(JSON.parse(readFileSync(file, "utf8")));
  const earlier = held.stops.map((stop) => ({ ...stop, at: stop.at - 60_000 }));
  writeFileSync(file, JSON.stringify({ stops: earlier }));
}

describe("a Stop in a person's browser", () => {
  test("a Stop holds for every agent in every browser, over the ends of worker and daemon, and spares other sessions", async () => {
    await using home = await TestHome.make();
    const { home: dir, stopsFile } = home.paths;
    const first = await home.daemon({ env });
    await using extension = await FakeExtension.connect({ home: dir, browserId: "b-1" });
    const agent = await first.agent();
    const { sessionId } = (await agent.call("session.open", {})).session;
    const spared = (await agent.call("session.open", { agent: "another" })).session.sessionId;
    await extension.peer.call("lease.halted", { sessionId });
    const error = await agent.call("session.open", {}).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject(refused);
    expect(String(error)).toMatch(
      new RegExp(
        `the person stopped the session "${sessionId}" in this browser \\d+ s ago, .* for another \\d+ s`,
      ),
    );
    await expect(agent.call("session.open", { agent: "another" })).rejects.toMatchObject(refused);
    await agent.call("session.close", { sessionId });
    await expect(agent.call("session.open", { browserId: "b-1" })).rejects.toMatchObject(refused);
    await using elsewhere = await FakeExtension.connect({ home: dir, browserId: "b-2" });
    expect(elsewhere.browserId).toBe("b-2");
    await expect(agent.call("session.open", {})).rejects.toMatchObject(refused);
    await expect(agent.call("session.open", { browserId: "b-2" })).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining("in the browser b-1") as string,
    });
    expect(elsewhere.leases.size).toBe(0);
    const order = { sessionId: spared, actionId: "a", action: { type: "refresh" } } as const;
    expect(await agent.call("session.act", order)).toMatchObject({ status: "done" });

    await extension.restartWorker();
    await expect(agent.call("session.open", { browserId: "b-1" })).rejects.toMatchObject(refused);
    await first.stop();
    const second = await home.daemon({ env });
    await extension.connect();
    const later = await second.agent();
    await expect(later.call("session.open", { browserId: "b-1" })).rejects.toMatchObject(refused);
    await second.stop();
    age(stopsFile);
    const third = await home.daemon({ env });
    await extension.connect();
    const next = await third.agent();
    await next.call("session.open", { browserId: "b-1" });
  });

  test("a Stop that was pressed while no daemon was there is heard of from the browser", async () => {
    await using home = await TestHome.make();
    const first = await home.daemon({ env });
    await using extension: FakeExtension = new FakeExtension({
      home: home.paths.home,
      handlers: {
        "lease.list": () => ({
          leases: [...extension.leases].map(([sessionId, { tabs, stopped }]) => ({
            sessionId,
            tabs,
            stopped,
            ...(stopped ? { stoppedAt: now } : {}),
          })),
        }),
      },
    });
    await extension.connect();
    const { sessionId } = (await (await first.agent()).call("session.open", {})).session;
    await first.kill();
    const lease = extension.leases.get(sessionId);
    if (lease === undefined) throw new Error("the browser holds the session");
    lease.stopped = true;
    const second = await home.daemon({ env });
    await extension.connect();
    const agent = await second.agent();
    await expect(agent.call("session.open", {})).rejects.toMatchObject(refused);
  });

  test("a Stop ends at the person's word", async () => {
    await using home = await TestHome.make();
    const agent = await (await home.daemon({ env })).agent();
    await using extension = await FakeExtension.connect({ home: home.paths.home });
    const { sessionId } = (await agent.call("session.open", {})).session;
    await extension.peer.call("lease.halted", { sessionId });
    await expect(agent.call("session.open", {})).rejects.toMatchObject(refused);
    await extension.peer.call("lease.allowed", {});
    await agent.call("session.open", {});
  });

  test("a Stop holds for an agent that launches a browser itself, too", async () => {
    await using home = await TestHome.make();
    const agent = await (await home.daemon()).agent();
    await using extension = await FakeExtension.connect({ home: home.paths.home });
    const { sessionId } = (await agent.call("session.open", {})).session;
    await extension.peer.call("lease.halted", { sessionId });
    const long = { timeoutMs: 60_000 };
    const { browserId } = await agent.call("browser.launch", { headless: true }, long);
    for (const wish of [{}, { browserId }]) {
      await expect(agent.call("session.open", wish, long)).rejects.toMatchObject({
        ...refused,
        message: expect.stringContaining(
          `"${sessionId}" in the browser ${extension.browserId}`,
        ) as string,
      });
    }
  });

  test("a Stop is told to a model with what to do, and the stopped session stays in the browser", async () => {
    await using home = await TestHome.make();
    const agent = await (await home.daemon({ env })).agent();
    await using extension = await FakeExtension.connect({ home: home.paths.home });
    await using clients = new McpClients(home.paths);
    const client = await clients.onStdio();
    await callTool(client, "open", {});
    const [session] = (await agent.call("session.list", {})).sessions;
    const sessionId = session?.sessionId ?? "";
    await extension.peer.call("lease.halted", { sessionId });
    const answer = await callTool(client, "open", {});
    expect(answer.isError).toBe(true);
    expect(toolText(answer)).toContain("(stopped-recently)\nnext: Ask the person");
    expect([...extension.leases.keys()]).toEqual([sessionId]);
  });
});

test("a Stop in a launched browser holds though that ends, and no other one is launched instead", async () => {
  await using home = await TestHome.make();
  const daemon = await home.daemon({ env: { ...env, DISPLAY: "", WAYLAND_DISPLAY: "" } });
  const agent = await daemon.agent();
  const long = { timeoutMs: PATIENCE_MS };
  const { session } = await agent.call("session.open", { url: "about:blank" }, long);
  const { sessionId, browserId } = session;
  // The panel of that browser, played by a second connection of the same launch.
  const [launched] = (await agent.call("browser.list", {})).browsers;
  expect(launched?.browserId).toBe(browserId);
  const { launchId } = z
    .object({ launchId: z.string() })
    .parse({ launchId: /"launchId":"([^"]+)"/.exec(daemon.log)?.[1] });
  await using panel = new FakeExtension({ home: home.paths.home, browserId, launchId });
  panel.leases.set(sessionId, { tabs: [], stopped: true, actions: new Map() });
  await panel.connect();
  await panel.peer.call("lease.halted", { sessionId });
  await agent.call("session.close", { sessionId });
  await until(
    async () => (await agent.call("browser.list", {})).browsers.length === 0,
    "the launched browser has ended",
  );
  await expect(agent.call("session.open", {}, long)).rejects.toMatchObject({
    ...refused,
    message: expect.stringContaining(`in the browser ${browserId}`) as string,
  });
  // A browser may be launched: it is no use to an agent before the minute is over. Nor is the person's own.
  await agent.call("browser.launch", { headless: true }, long);
  await expect(agent.call("session.open", {}, long)).rejects.toMatchObject(refused);
  await using own = await FakeExtension.connect({ home: home.paths.home });
  await expect(agent.call("session.open", { browserId: own.browserId })).rejects.toMatchObject(
    refused,
  );
});
