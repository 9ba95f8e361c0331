// Tests who may speak to the daemon as an agent, and what becomes of messages it can't use.
import { get } from "node:http";
import { once } from "node:events";

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";

import { protocolVersion } from "@webserv/shared/protocol/version.ts";

import { TestHome } from "../../support/daemon/daemon.ts";
import type { TestDaemon } from "../../support/daemon/daemon.ts";

/** Typed, which vitest's own is not. */
const containing = (text: string): unknown => expect.stringContaining(text);

let home: TestHome;
let daemon: TestDaemon;
beforeAll(async () => {
  home = await TestHome.make();
  daemon = await home.daemon();
});
afterAll(async () => {
  await home[Symbol.asyncDispose]();
});

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** The answer to a request to upgrade: 101 where it was accepted. */
async function knock(headers: Record<string, string>, path = "/"): Promise<Answer> {
  const socket = new WebSocket(`ws://127.0.0.1:${daemon.port}${path}`, { headers });
  return await new Promise((resolve, reject) => {
    socket.once("open", () => {
      socket.terminate();
      resolve({ status: 101, body: "" });
    });
    socket.once("unexpected-response", (_request, response) => {
      let body = "";
      response.on("data", (bytes: Buffer) => (body += bytes.toString("utf8")));
      response.on("end", () => {
        socket.terminate();
        resolve({ status: response.statusCode ?? 0, body });
      });
    });
    socket.on("error", reject);
  });
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

/** A raw connection of an agent's that has been let in. */
class RawAgent {
  readonly socket: WebSocket;
  readonly #answers: unknown[] = [];
  #wake: () => void = () => {};

  constructor() {
    this.socket = new WebSocket(`ws://127.0.0.1:${daemon.port}/`, {
      headers: bearer(daemon.token),
    });
    this.socket.on("error", () => {});
    this.socket.on("message", (data: Buffer) => {
      this.#answers.push(JSON.parse(data.toString("utf8")));
      this.#wake();
    });
  }

  async ask(message: string | Buffer): Promise<unknown> {
    if (this.socket.readyState !== WebSocket.OPEN) await once(this.socket, "open");
    this.socket.send(message);
    while (this.#answers.length === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#answers.shift();
  }

  async hello(): Promise<unknown> {
    return await this.ask(
      call(0, "daemon.hello", {
        protocol: protocolVersion,
        client: { name: "raw", version: "1" },
      }),
    );
  }

  [Symbol.dispose](): void {
    this.socket.terminate();
  }
}

function call(id: number, method: string, params: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method, params });
}

describe("a connection of an agent", () => {
  test("an agent with the daemon's token may connect", async () => {
    expect((await knock(bearer(daemon.token))).status).toBe(101);
  });

  test("localhost is as good a Host as 127.0.0.1", async () => {
    const headers = { ...bearer(daemon.token), host: `localhost:${daemon.port}` };
    expect((await knock(headers)).status).toBe(101);
  });

  test.for([
    ["no token", {}],
    ["a wrong token", bearer("wrong")],
    ["another scheme", { authorization: "Basic d3Jvbmc=" }],
    ["an empty token", { authorization: "Bearer " }],
  ] as const)("a connection with %s is answered 401", async ([_name, headers]) => {
    const { status, body } = await knock({ ...headers });
    expect(status).toBe(401);
    expect(JSON.parse(body)).toMatchObject({ error: { data: { code: "unauthorized" } } });
    expect(body).not.toContain(daemon.token);
  });

  test.for(["evil.example", "127.0.0.1", "127.0.0.1:1", "[::1]:80", "store.test:80"])(
    "a connection with the Host %s is answered 403, even with the right token",
    async (host) => {
      const { status, body } = await knock({ ...bearer(daemon.token), host });
      expect(status).toBe(403);
      expect(body).toContain(host);
    },
  );

  test.for(["https://evil.example", "null", "http://127.0.0.1"])(
    "a connection with the Origin %s is answered 403, even with the right token",
    async (origin) => {
      const { status, body } = await knock({ ...bearer(daemon.token), origin });
      expect(status).toBe(403);
      expect(JSON.parse(body)).toMatchObject({ error: { data: { code: "forbidden" } } });
    },
  );

  test("a connection to another path is answered 404", async () => {
    expect((await knock(bearer(daemon.token), "/elsewhere")).status).toBe(404);
  });

  test("a plain HTTP request is told in JSON what the daemon's port serves", async () => {
    const answer = await new Promise<Answer>((resolve, reject) => {
      const headers = bearer(daemon.token);
      get({ host: "127.0.0.1", port: daemon.port, path: "/", headers }, (response) => {
        let body = "";
        response.on("data", (bytes: Buffer) => (body += bytes.toString("utf8")));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
      }).on("error", reject);
    });
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body)).toMatchObject({
      error: { data: { next: "Connect to / by WebSocket." } },
    });
  });

  test("the daemon's port is open on loopback alone", async () => {
    const { networkInterfaces } = await import("node:os");
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ internal, family }) => !internal && family === "IPv4");
    if (outside === undefined) return;
    const socket = new WebSocket(`ws://${outside.address}:${daemon.port}/`);
    const [error] = (await once(socket, "error")) as [Error];
    expect(error.message).toContain("ECONNREFUSED");
  });
});

describe("messages of an agent", () => {
  test("the daemon refuses what comes before an agent's hello, and the hello still works", async () => {
    using agent = new RawAgent();
    expect(await agent.ask(call(1, "daemon.status", {}))).toMatchObject({
      id: 1,
      error: { data: { code: "hello-first" } },
    });
    expect(await agent.hello()).toMatchObject({ result: { pid: daemon.pid } });
    expect(await agent.ask(call(2, "daemon.status", {}))).toMatchObject({
      result: { port: daemon.port, backends: [{ name: "local", available: true }] },
    });
  });

  test("an agent of another major version is refused and told which side to update", async () => {
    using agent = new RawAgent();
    const answer = await agent.ask(
      call(1, "daemon.hello", {
        protocol: { major: 0, minor: 9 },
        client: { name: "raw", version: "1" },
      }),
    );
    expect(answer).toMatchObject({
      error: { data: { code: "version-mismatch", details: { update: "agent" } } },
    });
  });

  test("an unknown method is refused by its name", async () => {
    using agent = new RawAgent();
    await agent.hello();
    expect(await agent.ask(call(1, "session.dance", {}))).toMatchObject({
      error: { code: -32601, message: containing("session.dance") },
    });
  });

  test("a method of another link is unknown on an agent's connection", async () => {
    using agent = new RawAgent();
    await agent.hello();
    expect(await agent.ask(call(1, "lease.list", {}))).toMatchObject({
      error: { data: { code: "unknown-method" } },
    });
  });

  test("the refusal of bad params names the field and its value", async () => {
    using agent = new RawAgent();
    await agent.hello();
    const params = { sessionId: "s-1", actionId: "a", action: { type: "click", id: 7 } };
    expect(await agent.ask(call(1, "session.act", params))).toMatchObject({
      error: {
        code: -32602,
        message: containing('"action.id" is 7, expected a string'),
      },
    });
  });

  test("an unknown field of params is refused by its name", async () => {
    using agent = new RawAgent();
    await agent.hello();
    expect(await agent.ask(call(1, "session.list", { colour: "red" }))).toMatchObject({
      error: { message: containing('unknown field "colour"') },
    });
  });

  test("what is not JSON, and what is not JSON-RPC, is answered and the connection goes on", async () => {
    using agent = new RawAgent();
    await agent.hello();
    expect(await agent.ask("{nonsense")).toMatchObject({ id: null, error: { code: -32700 } });
    expect(await agent.ask("[1,2]")).toMatchObject({ id: null, error: { code: -32700 } });
    expect(await agent.ask(call(5, "session.list", {}))).toMatchObject({ id: 5 });
  });

  test("a binary message ends an agent's connection", async () => {
    using agent = new RawAgent();
    await agent.hello();
    agent.socket.send(Buffer.from("{}"), { binary: true });
    const [code] = (await once(agent.socket, "close")) as [number];
    expect(code).toBe(1003);
  });

  test("a message over 8 MiB ends an agent's connection, and the daemon goes on", async () => {
    using agent = new RawAgent();
    await agent.hello();
    agent.socket.send("x".repeat(8 * 1024 * 1024 + 1));
    const [code] = (await once(agent.socket, "close")) as [number];
    expect(code).toBe(1009);
    using other = new RawAgent();
    expect(await other.hello()).toMatchObject({ result: { pid: daemon.pid } });
  });

  test("without a browser, and with none to launch, opening a session says what to do", async () => {
    await using bare = await TestHome.make();
    const agent = await (await bare.daemon({ env: { WEBSERV_BROWSER: "/nowhere" } })).agent();
    await expect(agent.call("session.open", {})).rejects.toMatchObject({
      code: "no-browser",
      message: containing("none can be launched"),
      next: containing("webserv install"),
    });
  });
});
