import { Agent, get } from "node:http";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";

import { expect, test } from "vitest";

import { serveAgents } from "@webserv/host/src/agent/server.ts";

test("an idle connection is the client's to close, which may be asking on it just then", async () => {
  const server = await serveAgents({
    port: 0,
    token: "secret",
    ready: Promise.resolve(),
    onMcp: (_request, response) => response.end("done"),
    onConnection: () => {},
    onRefusal: () => {},
  });
  const headers = { Authorization: "Bearer secret" };
  const agent = new Agent({ keepAlive: true });
  const options = { port: server.port, host: "127.0.0.1", path: "/mcp", agent, headers };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(options, resolve).on("error", reject);
  });
  expect(await text(response)).toBe("done");
  expect(response.headers).toMatchObject({ connection: "keep-alive" });
  // Where the server would close it after some time, it tells after how long.
  expect(response.headers["keep-alive"]).toBeUndefined();
  agent.destroy();
  await server.close();
});

test("a client that is refused is told why and let go, however long it holds on", async () => {
  const server = await serveAgents({
    port: 0,
    token: "secret",
    ready: Promise.resolve(),
    onMcp: () => {},
    onConnection: () => {},
    onRefusal: () => {},
  });
  const client = connect({ port: server.port, host: "127.0.0.1", allowHalfOpen: true });
  client.write(
    `GET / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  );
  let told = "";
  client.on("data", (bytes: Buffer) => (told += bytes.toString("utf8")));
  client.on("error", () => {});
  await new Promise((resolve) => client.once("end", resolve));
  const closed = new Promise((resolve) => client.once("close", resolve));
  // What is sent to a socket that is no more is answered with a reset.
  const writing = setInterval(() => client.write("still here"), 10);
  await closed;
  clearInterval(writing);
  expect(told).toMatch(/^HTTP\/1.1 401 /);
  await server.close();
});
