import { once } from "node:events";
import { connect } from "node:net";

import { expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";

import { openTunnel, rawExchange, viaProxy } from "../../../support/daemon/proxy-client.ts";
import { echo, route, routerFixture } from "../../../support/daemon/router-fixture.ts";

const { router: newRouter, openPort, startSite, atEnd } = routerFixture();

async function websocketSite(): Promise<string> {
  const { server, origin } = await startSite(echo);
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket, request) => {
    socket.send(`hello ${request.headers.host} ${request.url}`);
    socket.on("message", (message: Buffer) => socket.send(`echo ${message.toString("utf8")}`));
  });
  return origin;
}

test("a WebSocket passes through CONNECT, as browsers do it", async () => {
  const port = await openPort();
  port.setRoutes([route("shop.test", await websocketSite())]);
  const tunnel = await openTunnel(port.port, "shop.test:80");
  const socket = new WebSocket("ws://shop.test/live", { createConnection: () => tunnel });
  expect(String((await once(socket, "message"))[0])).toBe("hello shop.test /live");
  socket.send("there");
  expect(String((await once(socket, "message"))[0])).toBe("echo there");
  socket.close();
  await once(socket, "close");
});

test("a WebSocket passes by an Upgrade in absolute-form; a refusal of the site passes too", async () => {
  const port = await openPort();
  port.setRoutes([route("shop.test", await websocketSite())]);
  const plain = connect(port.port, "127.0.0.1");
  atEnd(() => plain.destroy());
  const head =
    "Host: shop.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n";
  plain.write(
    `GET http://shop.test/live HTTP/1.1\r\n${head}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  );
  let seen = "";
  for await (const chunk of plain) {
    seen += String(chunk);
    if (seen.includes("hello shop.test /live")) break;
  }
  expect(seen).toMatch(/^HTTP\/1\.1 101 /);
  expect(seen).toContain("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
  const refused = await rawExchange(
    port.port,
    `GET http://shop.test/live HTTP/1.1\r\n${head}Sec-WebSocket-Key: short\r\n\r\n`,
  );
  expect(refused).toMatch(/^HTTP\/1\.1 400 /);
});

test("a CONNECT to a sandbox that is gone is answered 502", async () => {
  const { origin, server } = await startSite(echo);
  server.close();
  await once(server, "close");
  const port = await openPort();
  port.setRoutes([route("shop.test", origin)]);
  await expect(openTunnel(port.port, "shop.test:80")).rejects.toThrow("502");
});

test("changed routes close what was open to them and leave the others alone", async () => {
  const hanging = await startSite((_request, response) => response.flushHeaders());
  const silent = await startSite(() => undefined);
  const other = await startSite((_request, response) => response.flushHeaders());
  const next = await startSite((_request, response) => void response.end("next"));
  const port = await openPort();
  port.setRoutes([
    route("shop.test", hanging.origin),
    route("silent.test", silent.origin),
    route("other.test", other.origin),
  ]);
  const tunnel = await openTunnel(port.port, "shop.test:80");
  const kept = await openTunnel(port.port, "other.test:80");
  const broken = viaProxy(port.port, "http://shop.test/");
  const unanswered = viaProxy(port.port, "http://silent.test/");
  await Promise.all([once(hanging.server, "request"), once(silent.server, "request")]);

  const tunnelClosed = once(tunnel, "close");
  port.setRoutes([
    route("shop.test", next.origin),
    route("silent.test", next.origin),
    route("other.test", other.origin),
  ]);
  await tunnelClosed;
  await expect(broken).rejects.toThrow(/aborted|hang up|reset/i);
  expect((await unanswered).status).toBe(502);
  expect((await viaProxy(port.port, "http://shop.test/")).body).toBe("next");
  kept.write("GET / HTTP/1.1\r\nHost: other.test\r\n\r\n");
  expect(String((await once(kept, "data"))[0])).toMatch(/^HTTP\/1\.1 200/);
  kept.destroy();
});

test("two routes for one host are refused and change nothing", async () => {
  const { origin } = await startSite((_request, response) => void response.end("first"));
  const port = await openPort();
  port.setRoutes([route("shop.test", origin)]);
  expect(() =>
    port.setRoutes([route("shop.test", origin), route("shop.test", "http://127.0.0.1:1")]),
  ).toThrow(/two routes claim http:\/\/shop\.test/);
  expect((await viaProxy(port.port, "http://shop.test/")).body).toBe("first");
});

test("closing a port ends its tunnels and frees the environment's name", async () => {
  const { origin } = await startSite(echo);
  const router = newRouter();
  const port = await router.open("one");
  port.setRoutes([route("shop.test", origin)]);
  const tunnel = await openTunnel(port.port, "shop.test:80");
  const closed = once(tunnel, "close");
  await port.close();
  await closed;
  await expect(viaProxy(port.port, "http://shop.test/")).rejects.toThrow("ECONNREFUSED");
  expect((await viaProxy((await router.open("one")).port, "http://shop.test/")).status).toBe(403);
});
