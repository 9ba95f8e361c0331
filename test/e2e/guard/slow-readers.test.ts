// A hundred agents that ask for large pages and never read the answers: only they come to harm.
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";

import type { Event } from "@webserv/shared/model/event.ts";
import { protocolVersion } from "@webserv/shared/protocol/version.ts";
import { expect, test } from "vitest";
import { WebSocket } from "ws";

import { TestHome, until } from "../../support/daemon/daemon.ts";
import type { TestDaemon } from "../../support/daemon/daemon.ts";
import { fakeObservation, FakeExtension } from "../../support/daemon/fake-extension.ts";

const AGENTS = 100;
const PAGES_EACH = 20;
const PAGE = `<p>${"x".repeat(512 * 1024)}</p>`;
/** With room for what the garbage collector has not come to; all the answers together take 1,000 MiB. */
const MAX_GROWTH_MIB = 550;

/** Says hello, asks for everything there is, and reads nothing. */
async function silentAgent(daemon: TestDaemon, sessionId: string): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${daemon.port}/`, {
    headers: { authorization: `Bearer ${daemon.token}` },
  });
  socket.on("error", () => {});
  await once(socket, "open");
  socket.pause();
  const ask = (id: number, method: string, params: object): void =>
    socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  const client = { name: "silent", version: "1" };
  ask(0, "daemon.hello", { protocol: protocolVersion, client });
  ask(1, "events.subscribe", { subscriptionId: "all" });
  for (let page = 0; page < PAGES_EACH; page++) ask(2 + page, "session.observe", { sessionId });
  return socket;
}

/** The most memory that the daemon has had, in MiB; 0 where the system does not tell. */
function peakMiB({ pid }: TestDaemon): number {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return 0;
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(file, "utf8"))?.[1]) / 1024;
}

test("while a hundred agents read nothing, another one is answered and told, and the daemon's memory stays bounded", async () => {
  await using home = await TestHome.make();
  const daemon = await home.daemon();
  let read = 0;
  await using extension = await FakeExtension.connect({
    home: home.paths.home,
    handlers: {
      "lease.observe": () => {
        read++;
        return fakeObservation([], PAGE);
      },
    },
  });
  const told: Event[] = [];
  const agent = await daemon.agent({ onEvent: ({ event }) => void told.push(event) });
  const { session } = await agent.call("session.open", {});
  const { sessionId } = session;
  await agent.call("events.subscribe", { subscriptionId: "mine", kinds: ["dialog.closed"] });
  const before = peakMiB(daemon);
  const silent: WebSocket[] = [];
  for (let count = 0; count < AGENTS; count++) {
    silent.push(await silentAgent(daemon, sessionId));
    await until(() => read === silent.length * PAGES_EACH, "its pages are read");
    // Comes by the same way as the pages, and after them.
    await extension.peer.call("lease.dialog", { sessionId });
    await until(() => told.length === silent.length, "the agent that reads is told");
    expect(await agent.call("session.list", {})).toMatchObject({ sessions: [{ sessionId }] });
  }
  expect(
    await agent.call("session.act", {
      sessionId,
      actionId: "after all that",
      action: { type: "click", id: "a" },
    }),
  ).toMatchObject({ status: "done" });
  expect(peakMiB(daemon) - before).toBeLessThan(MAX_GROWTH_MIB);
  for (const socket of silent) socket.terminate();
});
