// Readers that do not read, on the real server: they end, and nobody else waits for them.
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect as connectTo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { serveAgents } from "@webserv/host/src/agent/server.ts";
import { UnsentLimit } from "@webserv/host/src/reach/unsent-limit.ts";
import { MAX_ANSWER_BYTES, MAX_UNSENT } from "@webserv/host/src/reach/agent-limits.ts";
import { webSocketTransport } from "@webserv/host/src/reach/ws-transport.ts";
import { frameTransport } from "@webserv/host/src/reach/frame-transport.ts";
import { serveSocket } from "@webserv/host/src/daemon/socket-server.ts";
import type { Transport } from "@webserv/shared/rpc/transport.ts";
import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";

import { until } from "../../../support/daemon/daemon.ts";

const MIB = 1024 * 1024;
const text = "x".repeat(MIB);

/** The far end of a connection. */
interface Reader {
  pause(): void;
  resume(): void;
  onMessage(listener: () => void): void;
  isOpen(): boolean;
  terminate(): void;
}

/** A way in: a server, and how a reader comes by it. */
interface Way {
  open(): Promise<Reader>;
  close(): Promise<void>;
}

async function byWebSocket(
  limit: UnsentLimit,
  taken: (transport: Transport) => void,
): Promise<Way> {
  const server = await serveAgents({
    port: 0,
    token: "secret",
    ready: Promise.resolve(),
    onMcp: () => {},
    onConnection: (socket) => taken(webSocketTransport(socket, limit)),
    onRefusal: () => {},
  });
  return {
    open: async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${server.port}/`, {
        headers: { authorization: "Bearer secret" },
      });
      socket.on("error", () => {});
      await once(socket, "open");
      return {
        pause: () => socket.pause(),
        resume: () => socket.resume(),
        onMessage: (listener) => void socket.on("message", listener),
        isOpen: () => socket.readyState === WebSocket.OPEN,
        terminate: () => socket.terminate(),
      };
    },
    close: () => server.close(),
  };
}

async function byLocalSocket(
  limit: UnsentLimit,
  taken: (transport: Transport) => void,
): Promise<Way> {
  const folder = await mkdtemp(join(tmpdir(), "webserv-readers-"));
  const path = join(folder, "agent.sock");
  const server = await serveSocket(path, (socket) =>
    taken(frameTransport(socket, { ...LIMITS, unsent: limit })),
  );
  return {
    open: async () => {
      const socket = connectTo(path);
      await once(socket, "connect");
      const transport = frameTransport(socket, LIMITS);
      return {
        pause: () => void socket.pause(),
        resume: () => void socket.resume(),
        onMessage: (listener) => transport.onMessage(listener),
        isOpen: () => !socket.destroyed && !socket.readableEnded,
        terminate: () => void socket.destroy(),
      };
    },
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

const LIMITS = {
  maxSendBytes: MAX_ANSWER_BYTES,
  maxReceiveBytes: MAX_ANSWER_BYTES,
  maxUnsentBytes: MAX_UNSENT,
};

/** A server whose connections share `limit`, and what it has of them. */
async function serve(open: typeof byWebSocket, limit: UnsentLimit) {
  const transports: Transport[] = [];
  const ends: string[] = [];
  const server = await open(limit, (transport) => {
    transport.onClose((reason) => ends.push(reason));
    transports.push(transport);
  });
  const connect = async (): Promise<{ socket: Reader; transport: Transport }> => {
    const known = transports.length;
    const socket = await server.open();
    await until(() => transports.length > known, "the server knows of it");
    const transport = transports.at(-1);
    if (transport === undefined) throw new Error("no connection");
    return { socket, transport };
  };
  return { server, connect, ends };
}

describe.each([
  ["a WebSocket", byWebSocket],
  ["the local socket", byLocalSocket],
] as const)("readers by %s", (_name, way) => {
  test("a hundred readers that never read do not disturb one that reads, and what waits stays within the limit", async () => {
    const limit = new UnsentLimit(64 * MIB);
    const { server, connect, ends } = await serve(way, limit);
    const { socket, transport } = await connect();
    let heard = 0;
    socket.onMessage(() => heard++);
    const silent: { socket: Reader; transport: Transport }[] = [];
    for (let count = 0; count < 100; count++) {
      const one = await connect();
      one.socket.pause();
      silent.push(one);
    }
    for (let round = 0; round < 8; round++) {
      for (const one of silent) one.transport.send({ text });
      transport.send({ text });
      expect(limit.total).toBeLessThanOrEqual(64 * MIB);
      await until(() => heard === round + 1, "the reader has its message");
    }
    expect(ends.length).toBeGreaterThan(30);
    expect(ends[0]).toMatch(/does not read: \d+ bytes wait/);
    expect(socket.isOpen()).toBe(true);
    for (const one of silent) one.socket.terminate();
    socket.terminate();
    await server.close();
    await until(() => limit.total === 0, "nothing waits where there is nobody");
  });

  test("a lone reader that does not read is cut off if too much waits for it", async () => {
    const { server, connect, ends } = await serve(way, new UnsentLimit());
    const { socket, transport } = await connect();
    socket.pause();
    while (ends.length === 0) {
      transport.send({ text });
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(ends[0]).toMatch(/does not read/);
    expect(Number(/\d+/.exec(ends[0] ?? "")?.[0])).toBeGreaterThan(MAX_UNSENT);
    socket.terminate();
    await server.close();
  });

  test("a connection is clogged while its reader does not read, and tells when it flows again", async () => {
    const { server, connect } = await serve(way, new UnsentLimit());
    const { socket, transport } = await connect();
    let flowing = 0;
    transport.onFlowing?.(() => flowing++);
    socket.pause();
    while (transport.clogged?.() !== true) {
      transport.send({ text });
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(flowing).toBe(0);
    socket.resume();
    await until(() => flowing > 0, "it flows again");
    expect(transport.clogged?.()).toBe(false);
    socket.terminate();
    await server.close();
  });
});
