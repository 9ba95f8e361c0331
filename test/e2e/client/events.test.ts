// What the typed client is told by itself, from the browser to the listener and over lost connections.
import { connect } from "@webserv/host/src/client/client.ts";
import type { Client, ClientEvent } from "@webserv/host/src/client/client.ts";
import { eventKind } from "@webserv/shared/model/event.ts";
import { expect, test } from "vitest";

import { BreakableWay } from "../../support/daemon/breakable-way.ts";
import { TestHome, until } from "../../support/daemon/daemon.ts";
import type { TestDaemon } from "../../support/daemon/daemon.ts";
import { FakeExtension } from "../../support/daemon/fake-extension.ts";

const everyKind = [...eventKind.options, "missed", "disconnected", "connected"] as const;

function clientOf({ token }: TestDaemon, port: number): Promise<Client> {
  return connect({ url: `ws://127.0.0.1:${port}/`, token });
}

/** All that the client is told from now on. */
async function heardBy(client: Client): Promise<ClientEvent[]> {
  const heard: ClientEvent[] = [];
  for (const kind of everyKind) await client.on(kind, (event) => heard.push(event));
  return heard;
}

function kindsOf(heard: readonly ClientEvent[]): string[] {
  return heard.map(({ kind }) => kind);
}

test("a client is told of sessions, dialogs, downloads and browsers as they come, change and go", async () => {
  await using home = await TestHome.make();
  const daemon = await home.daemon();
  const client = await clientOf(daemon, daemon.port);
  const heard = await heardBy(client);
  await using extension = await FakeExtension.connect({ home: home.paths.home });
  const { browserId } = extension;
  await expect.poll(() => heard).toMatchObject([{ kind: "browser.connected", browserId }]);
  const session = await client.open({ agent: "me" });
  const sessionId = session.id;

  const dialog = { kind: "confirm", message: "Sure?" } as const;
  const answered = { ...dialog, answer: "dismissed", by: "timeout" } as const;
  const download = { name: "a.txt", url: "http://a.test/a", bytes: 0 } as const;
  await extension.peer.call("lease.dialog", { sessionId, opened: dialog });
  await extension.peer.call("lease.dialog", { sessionId, answered });
  await extension.peer.call("lease.dialog", { sessionId });
  const begun = { ...download, state: "in-progress" } as const;
  await extension.peer.call("lease.download", { sessionId, change: "begun", download: begun });
  const ended = { ...download, state: "failed", reason: "NETWORK_FAILED" } as const;
  await extension.peer.call("lease.download", { sessionId, change: "ended", download: ended });
  await extension.drop();
  await until(() => kindsOf(heard).includes("browser.disconnected"), "the browser is missed");
  await extension.connect();
  await until(() => heard.at(-1)?.kind === "browser.connected", "the browser is back");
  await extension.peer.call("lease.halted", { sessionId });
  await until(() => heard.length === 12, "all is told");
  await session.close();

  await expect
    .poll(() => heard.slice(1))
    .toMatchObject([
      { kind: "session.opened", sessionId, browserId, agent: "me" },
      { kind: "dialog.opened", sessionId, dialog },
      { kind: "dialog.closed", sessionId, dialog: answered },
      { kind: "dialog.closed", sessionId },
      { kind: "download.begun", sessionId, download: begun },
      { kind: "download.ended", sessionId, download: ended },
      { kind: "browser.disconnected", browserId },
      { kind: "session.changed", sessionId, state: "away" },
      { kind: "session.changed", sessionId, state: "open" },
      { kind: "browser.connected", browserId },
      { kind: "session.changed", sessionId, state: "stopped" },
      { kind: "session.closed", sessionId, reason: "stopped" },
    ]);
  client.close();
});

test("what a browser tells of a session that is none of its own goes to nobody", async () => {
  await using home = await TestHome.make();
  const daemon = await home.daemon();
  await using owner = await FakeExtension.connect({ home: home.paths.home });
  await using other = await FakeExtension.connect({ home: home.paths.home });
  const client = await clientOf(daemon, daemon.port);
  const heard: ClientEvent[] = [];
  await client.on("dialog.closed", (event) => heard.push(event));
  const { id: sessionId } = await client.open({ browserId: owner.browserId });
  await other.peer.call("lease.dialog", { sessionId });
  await owner.peer.call("lease.dialog", { sessionId: "s-unknown" });
  await owner.peer.call("lease.dialog", { sessionId });
  await expect.poll(() => heard).toMatchObject([{ sessionId }]);
  client.close();
});

test("a session's listener hears of that session, until it is stopped", async () => {
  await using home = await TestHome.make();
  const daemon = await home.daemon();
  await using extension = await FakeExtension.connect({ home: home.paths.home });
  const client = await clientOf(daemon, daemon.port);
  const [first, second] = [await client.open(), await client.open()];
  const heard: string[] = [];
  const all: string[] = [];
  const stop = await second.on("dialog.closed", ({ sessionId }) => heard.push(sessionId));
  await client.on("dialog.closed", ({ sessionId }) => all.push(sessionId));
  for (const { id: sessionId } of [first, second]) {
    await extension.peer.call("lease.dialog", { sessionId });
  }
  await expect.poll(() => heard).toEqual([second.id]);
  stop();
  await client.call("daemon.status", {});
  await extension.peer.call("lease.dialog", { sessionId: second.id });
  await expect.poll(() => all).toEqual([first.id, second.id, second.id]);
  expect(heard).toEqual([second.id]);
  client.close();
});

test("what happens while the connection is broken is told on the next one, once", async () => {
  await using home = await TestHome.make();
  const daemon = await home.daemon();
  await using way = await BreakableWay.to(daemon.port);
  await using _extension = await FakeExtension.connect({ home: home.paths.home });
  const client = await clientOf(daemon, way.port);
  const direct = await clientOf(daemon, daemon.port);
  const heard = await heardBy(client);
  const opened: string[] = [];
  for (let round = 0; round < 3; round++) {
    opened.push((await direct.open()).id);
    await until(() => heard.length === 4 * round + 1, "the session before is told");
    way.break();
    opened.push((await direct.open()).id);
    await until(() => heard.length === 4 * round + 4, "the client is back, and told of the rest");
  }
  const sessions = heard.filter((event) => event.kind === "session.opened");
  expect(sessions.map(({ sessionId }) => sessionId)).toEqual(opened);
  expect(kindsOf(heard).filter((kind) => kind === "connected")).toHaveLength(3);
  expect(kindsOf(heard)).not.toContain("missed");
  client.close();
  direct.close();
});

test("the next daemon can't know what was missed, says so, and tells what it has to tell", async () => {
  await using home = await TestHome.make();
  const daemon = await home.daemon();
  const { port } = daemon;
  const client = await clientOf(daemon, port);
  const heard: ClientEvent[] = [];
  for (const kind of ["missed", "disconnected", "connected", "browser.connected"] as const) {
    await client.on(kind, (event) => heard.push(event));
  }
  await daemon.kill();
  await home.daemon({ args: ["--port", String(port)] });
  await using extension = await FakeExtension.connect({ home: home.paths.home });
  await expect
    .poll(() => heard)
    .toMatchObject([
      { kind: "disconnected", error: { code: "disconnected" } },
      { kind: "connected" },
      { kind: "missed", missed: null, of: "browser.connected" },
      { kind: "browser.connected", browserId: extension.browserId },
    ]);
  client.close();
});

test("a client that only listens comes back by itself to the next daemon", async () => {
  await using home = await TestHome.make();
  const daemon = await home.daemon();
  const client = await connect({ home: home.paths.home });
  const heard: ClientEvent[] = [];
  await client.on("connected", (event) => heard.push(event));
  await client.on("disconnected", (event) => heard.push(event));
  await daemon.stop();
  await until(() => heard.length === 1, "the client has lost the daemon");
  const next = await home.daemon();
  await expect.poll(() => kindsOf(heard)).toEqual(["disconnected", "connected"]);
  expect((await client.call("daemon.status", {})).pid).toBe(next.pid);
  client.close();
});
