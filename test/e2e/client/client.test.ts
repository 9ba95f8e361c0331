// The typed client: its connection comes back, and nothing is done twice for that.
import { connect } from "@webserv/host/src/client/client.ts";
import type { Client } from "@webserv/host/src/client/client.ts";
import { expect, test } from "vitest";

import { TestHome, until } from "../../support/daemon/daemon.ts";
import type { TestDaemon } from "../../support/daemon/daemon.ts";
import type { ActOrder } from "../../support/daemon/fake-extension.ts";
import { FakeExtension } from "../../support/daemon/fake-extension.ts";

const click = { type: "click", id: "a" } as const;

function clientOf(daemon: TestDaemon): Promise<Client> {
  return connect({ url: `ws://127.0.0.1:${daemon.port}/`, token: daemon.token });
}

/** The next daemon, where the last one was. */
function again(home: TestHome, port: number): Promise<TestDaemon> {
  return home.daemon({ args: ["--port", String(port)] });
}

test("an action whose daemon is killed is asked again of the next one, and runs once", async () => {
  await using home = await TestHome.make();
  const first = await home.daemon();
  const { port } = first;
  const gate = Promise.withResolvers<void>();
  await using extension: FakeExtension = await FakeExtension.connect({
    home: home.paths.home,
    act: async (order: ActOrder) => {
      await gate.promise;
      return extension.done(order);
    },
  });
  const client = await clientOf(first);
  const session = await client.open();
  const answer = session.act(click);
  await until(() => extension.ran.length === 1, "the action begins");
  await first.kill();
  await again(home, port);
  gate.resolve();
  await extension.connect();
  expect(await answer).toMatchObject({ status: "done", step: 1, sessionId: session.id });
  expect(extension.ran).toHaveLength(1);
  // The session is the same one, and goes on.
  expect(await client.session(session.id).act(click)).toMatchObject({ step: 2 });
  client.close();
});

test("a call that would do something twice is not asked again", async () => {
  await using home = await TestHome.make();
  const first = await home.daemon();
  const { port } = first;
  const begun = Promise.withResolvers<void>();
  let opened = 0;
  await using extension = await FakeExtension.connect({
    home: home.paths.home,
    handlers: {
      "lease.open": () => {
        opened++;
        begun.resolve();
        return Promise.withResolvers<never>().promise;
      },
    },
  });
  const client = await clientOf(first);
  const lost = client.open();
  lost.catch(() => {});
  await begun.promise;
  await first.kill();
  await again(home, port);
  await extension.connect();
  await expect(lost).rejects.toMatchObject({ code: "disconnected" });
  // The client itself is well.
  expect(await client.call("session.list", {})).toEqual({ sessions: [] });
  expect(opened).toBe(1);
  client.close();
});

test("calls that wait for the next daemon are all answered by it", async () => {
  await using home = await TestHome.make();
  const first = await home.daemon();
  const { port } = first;
  const client = await clientOf(first);
  await first.kill();
  const calls = Array.from({ length: 20 }, () => client.call("daemon.status", {}));
  const next = await again(home, port);
  const pids = (await Promise.all(calls)).map(({ pid }) => pid);
  expect(new Set(pids)).toEqual(new Set([next.pid]));
  client.close();
});

test("the wait for a daemon ends with the call's deadline, its signal, or the client", async () => {
  await using home = await TestHome.make();
  const daemon = await home.daemon();
  const client = await clientOf(daemon);
  await daemon.kill();
  await expect(client.call("daemon.status", {}, { timeoutMs: 100 })).rejects.toMatchObject({
    code: "timeout",
  });
  const abort = new AbortController();
  const cancelled = client.call("daemon.status", {}, { signal: abort.signal });
  abort.abort(new Error("enough"));
  await expect(cancelled).rejects.toMatchObject({ code: "cancelled" });
  const ended = client.call("daemon.status", {});
  client.close();
  await expect(ended).rejects.toMatchObject({ code: "cancelled" });
  await expect(client.call("daemon.status", {})).rejects.toMatchObject({ code: "cancelled" });
});

test("a refusal is told at once: a wrong token, half an address, no daemon", async () => {
  await using home = await TestHome.make();
  const daemon = await home.daemon();
  const url = `ws://127.0.0.1:${daemon.port}/`;
  await expect(connect({ url, token: "wrong" })).rejects.toMatchObject({ code: "unauthorized" });
  await expect(connect({ url })).rejects.toMatchObject({ code: "invalid-params" });
  await daemon.kill();
  await expect(connect({ url, token: "any" })).rejects.toMatchObject({
    code: "daemon-unreachable",
  });
});
