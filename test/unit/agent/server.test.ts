import { connect } from "node:net";

import { expect, test } from "vitest";

import { serveAgents } from "@webserv/host/src/agent/server.ts";

test("who is refused is told why and let go, however long it holds on", async () => {
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
