import { once } from "node:events";
import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";

import { afterEach, expect, test } from "vitest";

import { createPortReserve } from "@webserv/host/src/sandbox/local/process/port-reserve.ts";
import { waitUntilReady } from "@webserv/host/src/sandbox/readiness.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener, port = 0): Promise<number> {
  const server = createServer(listener).listen(port, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

const readiness = { path: "/up", status: 200, timeoutMs: 5000 };
const { signal } = new AbortController();

test("a site is asked again until the status and the text are as wanted, under its canonical host", async () => {
  const asked: string[] = [];
  const answers = ["503 starting", "200 almost", "200 welcome in"];
  const port = await serve((request, response) => {
    asked.push(`${request.headers.host}${request.url}`);
    const [status = "", ...words] = (answers.shift() ?? "").split(" ");
    response.writeHead(Number(status)).end(words.join(" "));
  });
  const question = { port, host: "shop.test:81", readiness: { ...readiness, includes: "welcome" } };
  expect(await waitUntilReady(question, signal)).toBeUndefined();
  expect(asked).toEqual(["shop.test:81/up", "shop.test:81/up", "shop.test:81/up"]);
});

test("a server that comes up later is found to be ready", async () => {
  const reservation = await createPortReserve().reserve();
  await reservation.handOver();
  const waiting = waitUntilReady({ port: reservation.port, host: "shop.test", readiness }, signal);
  await serve((_request, response) => void response.end(), reservation.port);
  expect(await waiting).toBeUndefined();
});

test("a wait for a site says what was answered last when its time is up, even if the last question hung", async () => {
  let first = true;
  const port = await serve((_request, response) => {
    if (first) response.writeHead(404).end();
    first = false;
  });
  const question = { port, host: "shop.test", readiness: { ...readiness, timeoutMs: 300 } };
  expect(await waitUntilReady(question, signal)).toBe("status 404, expected 200");
});

test("a wait for a site ends with the signal's reason", async () => {
  const port = await serve(() => undefined);
  const abort = new AbortController();
  const waiting = waitUntilReady({ port, host: "shop.test", readiness }, abort.signal);
  const reason = new Error("enough");
  abort.abort(reason);
  await expect(waiting).rejects.toBe(reason);
});

test("reserved ports differ, are held, can be listened on after handing over, and come back", async () => {
  const reserve = createPortReserve();
  const reservations = await Promise.all(Array.from({ length: 20 }, async () => reserve.reserve()));
  expect(new Set(reservations.map(({ port }) => port)).size).toBe(20);
  const [first] = reservations;
  if (first === undefined) throw new Error("none");
  const taken = createServer().listen(first.port, "127.0.0.1");
  expect((await once(taken, "error"))[0]).toMatchObject({ code: "EADDRINUSE" });
  await first.handOver();
  expect(await serve((_request, response) => void response.end(), first.port)).toBe(first.port);
  await Promise.all(reservations.map(async (reservation) => reservation.free()));
});

test("an error page that holds the text an answer must not hold is no answer", async () => {
  const answers = ["Error establishing a database connection", "the shop"];
  const port = await serve((_request, response) => void response.end(answers.shift() ?? "over"));
  const question = { port, host: "shop.test", readiness: { ...readiness, excludes: "database" } };
  expect(await waitUntilReady(question, signal)).toBeUndefined();
  expect(answers).toEqual([]);
});

test("any answer but an error's will do if a site's addresses are not set yet", async () => {
  const statuses = [502, 302];
  const port = await serve((_request, response) => {
    response.writeHead(statuses.shift() ?? 500).end();
  });
  const question = { port, host: "shop.test", readiness, anyAnswer: true };
  expect(await waitUntilReady(question, signal)).toBeUndefined();
  expect(statuses).toEqual([]);
});
