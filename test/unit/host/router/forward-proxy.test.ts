import { createHash } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";

import { expect, test } from "vitest";

import { rawExchange, viaProxy } from "../../../support/daemon/proxy-client.ts";
import { echo, route, routerFixture } from "../../../support/daemon/router-fixture.ts";

const { router: newRouter, openPort, startSite, atEnd } = routerFixture();

test("a site sees its canonical host, the path as written, and no sign of a proxy", async () => {
  const { origin } = await startSite(echo);
  const port = await openPort();
  port.setRoutes([route("shop.test", origin, 8080)]);
  const answer = await viaProxy(port.port, "http://shop.test:8080/a/%2e%2e/b?c=d", {
    headers: { "Proxy-Connection": "keep-alive", "X-Own": "1" },
  });
  expect(answer.body).toMatch(/^GET \/a\/%2e%2e\/b\?c=d\nHost\nshop\.test:8080\n/);
  expect(answer.body).toContain("X-Own");
  expect(answer.body).not.toMatch(/proxy|forwarded|via/i);
});

test("the request's target decides, whatever its Host header says", async () => {
  const { origin } = await startSite(echo);
  const port = await openPort();
  port.setRoutes([route("shop.test", origin)]);
  const answer = await viaProxy(port.port, "http://shop.test/", { headers: { Host: "evil.test" } });
  expect(answer.body).toContain("\nHost\nshop.test\n");
});

test("two environments reach different sandboxes under one name", async () => {
  const first = await startSite((_request, response) => void response.end("first"));
  const second = await startSite((_request, response) => void response.end("second"));
  const router = newRouter();
  const [one, two] = await Promise.all([router.open("one"), router.open("two")]);
  one.setRoutes([route("shop.test", first.origin)]);
  two.setRoutes([route("shop.test", second.origin)]);
  expect((await viaProxy(one.port, "http://shop.test/")).body).toBe("first");
  expect((await viaProxy(two.port, "http://shop.test/")).body).toBe("second");
  expect((await router.open("one")).port).toBe(one.port);
});

test.each([
  "http://evil.test/",
  "http://127.0.0.1/",
  "http://localhost/",
  "http://[::1]/",
  "http://shop.test:81/",
  "http://shop.test./",
  "http://shop.test.evil.test/",
  "http://0x7f000001/",
])("%s is refused by name and never connected to", async (url) => {
  const { origin } = await startSite(echo);
  const port = await openPort();
  port.setRoutes([route("shop.test", origin)]);
  const answer = await viaProxy(port.port, url);
  expect(answer.status).toBe(403);
  expect(answer.body).toContain(
    `${url.slice("http://".length, -1)} is not a sandbox of this session`,
  );
  expect(answer.body).toContain("can be reached: http://shop.test");
});

test("a browser that is refused gets a page, with what it asked for escaped", async () => {
  const port = await openPort();
  const answer = await viaProxy(port.port, "http://evil.test/<script>", {
    headers: { Accept: "text/html,*/*" },
  });
  expect(answer.status).toBe(403);
  expect(answer.headers["content-type"]).toContain("text/html");
  expect(answer.body).toContain("evil.test is not a sandbox of this session");
  expect(answer.body).not.toContain("<script>");
});

test.each([
  ["an origin-form request", "GET / HTTP/1.1\r\nHost: shop.test\r\n\r\n", "400"],
  ["a malformed Host", "GET http://shop.test/ HTTP/1.1\r\nHost: a b\r\n\r\n", "400"],
  ["a missing Host", "GET http://shop.test/ HTTP/1.1\r\n\r\n", "400"],
  ["an https address", "GET https://shop.test/ HTTP/1.1\r\nHost: shop.test\r\n\r\n", "400"],
  ["a name and password", "GET http://a:b@shop.test/ HTTP/1.1\r\nHost: shop.test\r\n\r\n", "400"],
  ["what is not HTTP", "hello\r\n\r\n", "400"],
  [
    "both framings at once",
    "POST http://shop.test/ HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "400",
  ],
  [
    "a header beyond the limit",
    `GET http://shop.test/ HTTP/1.1\r\nHost: shop.test\r\nX: ${"x".repeat(70_000)}\r\n\r\n`,
    "431",
  ],
  ["CONNECT to a stranger", "CONNECT evil.test:80 HTTP/1.1\r\nHost: evil.test:80\r\n\r\n", "403"],
  ["CONNECT without a port", "CONNECT shop.test HTTP/1.1\r\nHost: shop.test\r\n\r\n", "400"],
  [
    "an upgrade to a stranger",
    "GET http://evil.test/ HTTP/1.1\r\nHost: evil.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    "403",
  ],
])("%s is answered with the status $2", async (_what, bytes, status) => {
  const { origin } = await startSite(echo);
  const port = await openPort();
  port.setRoutes([route("shop.test", origin)]);
  // The server closes after an error; a request that asks for it closes the others.
  const text = await rawExchange(
    port.port,
    bytes.replace(/\r\n\r\n$/, "\r\nConnection: close\r\n\r\n"),
  );
  expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

test("a sandbox that does not run is named in a 502, and its host is no stranger", async () => {
  const port = await openPort();
  const host = { host: "shop.test", port: 80 };
  port.setRoutes([{ host, origin: null, sandboxId: "shop-1" }]);
  const answer = await viaProxy(port.port, "http://shop.test/");
  expect(answer.status).toBe(502);
  expect(answer.body).toContain("shop-1");
  port.setRoutes([]);
  expect((await viaProxy(port.port, "http://shop.test/")).status).toBe(403);
});

test("a sandbox that does not answer is named in a 502", async () => {
  const { origin, server } = await startSite(echo);
  server.close();
  await once(server, "close");
  const port = await openPort();
  port.setRoutes([route("shop.test", origin)]);
  const answer = await viaProxy(port.port, "http://shop.test/");
  expect(answer.status).toBe(502);
  expect(answer.body).toContain("sandbox-of-shop-test");
  expect(answer.body).toContain(origin);
});

test("cookies, repeated headers and odd statuses come back as the site sent them", async () => {
  const { origin } = await startSite((_request, response) => {
    response.writeHead(
      299,
      "Quite Fine",
      [
        ["Set-Cookie", "a=1; Path=/"],
        ["Set-Cookie", "b=2"],
        ["X-MiXed", "Case"],
      ].flat(),
    );
    response.end("body");
  });
  const port = await openPort();
  port.setRoutes([route("shop.test", origin)]);
  const text = await rawExchange(
    port.port,
    "GET http://shop.test/ HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n",
  );
  expect(text).toMatch(/^HTTP\/1\.1 299 Quite Fine\r\n/);
  expect(text).toMatch(/Set-Cookie: a=1; Path=\/\r\nSet-Cookie: b=2\r\nX-MiXed: Case\r\n/);
});

test("an event stream arrives event by event, and the site learns when the client leaves", async () => {
  let stream: ServerResponse | undefined;
  const { origin } = await startSite((_request, response) => {
    stream = response;
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.flushHeaders();
  });
  const port = await openPort();
  port.setRoutes([route("shop.test", origin)]);
  const socket = connect(port.port, "127.0.0.1");
  socket.write("GET http://shop.test/ HTTP/1.1\r\nHost: shop.test\r\n\r\n");
  // Headers before any event.
  expect(String((await once(socket, "data"))[0])).toContain("text/event-stream");
  stream?.write("data: 1\n\n");
  expect(String((await once(socket, "data"))[0])).toContain("data: 1");
  stream?.write("data: 2\n\n");
  expect(String((await once(socket, "data"))[0])).toContain("data: 2");
  if (stream === undefined) throw new Error("no stream");
  const closed = once(stream, "close");
  socket.destroy();
  await closed;
});

test("large uploads and downloads pass whole, by length and in chunks, with any method", async () => {
  const { origin } = await startSite((request, response) => {
    void answerWithSum(request, response);
  });
  const port = await openPort();
  port.setRoutes([route("shop.test", origin)]);
  const body = Buffer.alloc(8 * 1024 * 1024, "0123456789abcdef~");
  const sum = createHash("sha256").update(body).digest("hex");
  for (const method of ["POST", "PUT", "DELETE"]) {
    for (const headers of [{ "Content-Length": body.length }, { "Transfer-Encoding": "chunked" }]) {
      const answer = await viaProxy(port.port, "http://shop.test/", { method, headers, body });
      expect([method, answer.headers["x-sum"], answer.body.length]).toEqual([
        method,
        sum,
        body.length,
      ]);
    }
  }
});

test("a client that does not read holds the site back instead of filling memory", async () => {
  let sent = 0;
  let stalled: (() => void) | undefined;
  const stall = new Promise<void>((resolve) => {
    stalled = resolve;
  });
  const { origin } = await startSite((_request, response) => {
    const chunk = Buffer.alloc(64 * 1024);
    const more = (): void => {
      while (response.write(chunk)) sent += chunk.length;
      sent += chunk.length;
      // No drain for half a second: everything between here and the client is full.
      const timer = setTimeout(() => stalled?.(), 500);
      response.once("drain", () => {
        clearTimeout(timer);
        more();
      });
    };
    more();
  });
  const port = await openPort();
  port.setRoutes([route("shop.test", origin)]);
  const socket = connect(port.port, "127.0.0.1");
  atEnd(() => socket.destroy());
  socket.pause();
  socket.write("GET http://shop.test/ HTTP/1.1\r\nHost: shop.test\r\n\r\n");
  await stall;
  expect(sent).toBeLessThan(64 * 1024 * 1024);
});

test("an upload the client breaks off breaks off at the site", async () => {
  let arrived: ((request: IncomingMessage) => void) | undefined;
  const arriving = new Promise<IncomingMessage>((resolve) => {
    arrived = resolve;
  });
  const { origin } = await startSite((request) => arrived?.(request));
  const port = await openPort();
  port.setRoutes([route("shop.test", origin)]);
  const socket = connect(port.port, "127.0.0.1");
  socket.write(
    "POST http://shop.test/ HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 100\r\n\r\nhalf",
  );
  const request = await arriving;
  const closed = new Promise((resolve) => {
    request.on("close", resolve);
  });
  request.on("error", () => undefined).resume();
  socket.destroy();
  await closed;
  expect(request.complete).toBe(false);
});

test("an answer the site breaks off breaks off at the client", async () => {
  const { origin } = await startSite((_request, response) => {
    response.writeHead(200, { "Content-Length": 100 });
    response.write("half", () => response.destroy());
  });
  const port = await openPort();
  port.setRoutes([route("shop.test", origin)]);
  await expect(viaProxy(port.port, "http://shop.test/")).rejects.toThrow(/aborted|hang up|reset/i);
});

test("connections to a site are kept, and one it closed meanwhile is not an error", async () => {
  let connections = 0;
  const { origin, server } = await startSite(echo);
  server.on("connection", () => (connections += 1));
  const port = await openPort();
  port.setRoutes([route("shop.test", origin)]);
  for (let each = 0; each < 5; each += 1) await viaProxy(port.port, "http://shop.test/");
  expect(connections).toBe(1);
  server.closeIdleConnections();
  expect((await viaProxy(port.port, "http://shop.test/")).status).toBe(200);
});

async function answerWithSum(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request);
  response.setHeader("X-Sum", createHash("sha256").update(body).digest("hex"));
  response.end(body);
}
