import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { createIncusClient } from "@webserv/host/src/sandbox/incus/client/client.ts";
import type { IncusClient } from "@webserv/host/src/sandbox/incus/client/client.ts";

import {
  operation,
  sendError,
  sendJson,
  sendOperation,
  sendValue,
  startFakeIncus,
} from "./fake-incus.ts";
import type { FakeIncus } from "./fake-incus.ts";

let incus: FakeIncus;
let client: IncusClient;
const { signal } = new AbortController();

beforeEach(async () => {
  incus = await startFakeIncus();
  client = clientOf(60_000);
});
afterEach(async () => {
  await client.close();
  await incus.remove();
});

function clientOf(downWaitMs: number): IncusClient {
  const endpoint = { kind: "unix" as const, socketPath: incus.socketPath };
  return createIncusClient({ endpoint, project: "webserv", downWaitMs });
}

function saying(text: string): unknown {
  return expect.stringContaining(text);
}

test("a refusal comes with Incus's own words, what was asked, and what to do", async () => {
  incus.on("GET /1.0/instances/shop", (_request, response) =>
    sendError(response, 403, "Certificate is restricted"),
  );
  await expect(client.instances.get("shop", signal)).rejects.toMatchObject({
    code: "backend-unavailable",
    status: 403,
    words: "Certificate is restricted",
    asked: "GET /1.0/instances/shop",
    message: "Incus refused GET /1.0/instances/shop: Certificate is restricted (403)",
    next: saying("incus-admin"),
  });
});

test("an operation that failed is an error, though HTTP said 200 all along", async () => {
  incus.on("POST /1.0/instances", (_request, response) =>
    sendOperation(response, operation("op-1")),
  );
  incus.on("GET /1.0/operations/op-1", (_request, response) =>
    sendValue(response, operation("op-1", 400, { err: "No space left on device" })),
  );
  const spec = { name: "shop", source: { type: "none" } } as const;
  await expect(client.instances.create(spec, signal)).rejects.toMatchObject({
    code: "limit-reached",
    words: "No space left on device",
    asked: "POST /1.0/instances",
  });
});

test("the end of an operation that is told before the answer that names it is not lost", async () => {
  incus.on("POST /1.0/instances/shop/snapshots", (_request, response) => {
    incus.tell(operation("op-2", 200, { metadata: { done: "yes" } }));
    // Incus has forgotten it by the time it could be asked: only the event knows.
    setTimeout(() => sendOperation(response, operation("op-2")), 50);
  });
  await client.instances.snapshots.create("shop", "first", signal);
  expect(incus.asked).toEqual(["POST /1.0/instances/shop/snapshots"]);
});

test("an event that comes late ends the wait for its operation, after events that tell the progress", async () => {
  incus.on("POST /1.0/images", (_request, response) => sendOperation(response, operation("op-3")));
  incus.on("GET /1.0/operations/op-3", (_request, response) =>
    sendValue(response, operation("op-3")),
  );
  const upload = await client.start("POST", "/1.0/images", { x: 1 }, signal);
  const told: object[] = [];
  upload.progress((now) => told.push(now));
  const unpack = { create_image_unpack_progress: "Unpack: 45% (3MB/s)" };
  incus.tell(operation("op-3", 103, { metadata: unpack }));
  incus.tell(operation("op-3", 200, { metadata: { fingerprint: "abc" } }));
  expect((await upload.wait(signal)).metadata).toEqual({ fingerprint: "abc" });
  expect(told).toEqual([{ text: "Unpack: 45% (3MB/s)", share: 0.45 }]);
});

test("operations are asked for if Incus tells no events", async () => {
  incus.refuseEvents();
  incus.on("PUT /1.0/instances/shop/state", (_request, response) =>
    sendOperation(response, operation("op-4")),
  );
  incus.on("GET /1.0/operations/op-4/wait", (_request, response) =>
    sendValue(response, operation("op-4", 200)),
  );
  await client.instances.start("shop", signal);
  expect(incus.asked).toEqual(["PUT /1.0/instances/shop/state", "GET /1.0/operations/op-4/wait"]);
});

test("events that break off are listened to again", async () => {
  await client.events.listen(signal);
  const again = new Promise<void>((resolve) => client.events.onConnect(resolve));
  incus.breakEvents();
  await again;
  expect(client.events.connected).toBe(true);
});

test("an operation that Incus forgot before its end was heard says that its outcome is unknown", async () => {
  incus.on("DELETE /1.0/instances/shop", (_request, response) =>
    sendOperation(response, operation("op-5")),
  );
  await expect(client.run("DELETE", "/1.0/instances/shop", undefined, signal)).rejects.toThrow(
    "how DELETE /1.0/instances/shop ended is unknown",
  );
});

test("an abort takes an operation back if that is allowed, and throws its reason", async () => {
  incus.on("POST /1.0/images", (_request, response) =>
    sendOperation(response, operation("op-6", 103, { may_cancel: true })),
  );
  const cancelled = new Promise<void>((resolve) => {
    incus.on("DELETE /1.0/operations/op-6", (_request, response) => {
      sendValue(response, {});
      incus.tell(operation("op-6", 401));
      resolve();
    });
  });
  const caller = new AbortController();
  const upload = await client.start("POST", "/1.0/images", { x: 1 }, signal);
  const waiting = upload.wait(caller.signal);
  caller.abort(new Error("no longer wanted"));
  await expect(waiting).rejects.toThrow("no longer wanted");
  await cancelled;
});

test("an abort leaves an operation that can't be taken back to its end before it throws", async () => {
  const caller = new AbortController();
  let ended = false;
  incus.on("POST /1.0/instances", (_request, response) => {
    sendOperation(response, operation("op-7"));
  });
  incus.on("GET /1.0/operations/op-7", (_request, response) => {
    caller.abort(new Error("no longer wanted"));
    // Asked a second time after the abort.
    if (incus.asked.filter((what) => what.endsWith("op-7")).length > 1) ended = true;
    sendValue(response, operation("op-7", ended ? 200 : 103));
  });
  const spec = { name: "shop", source: { type: "none" } } as const;
  await expect(client.instances.create(spec, caller.signal)).rejects.toThrow("no longer wanted");
  expect(ended).toBe(true);
});

test("an abort while Incus takes an operation on throws only when that operation has ended", async () => {
  const caller = new AbortController();
  const order: string[] = [];
  incus.on("POST /1.0/instances", (_request, response) => {
    caller.abort(new Error("no longer wanted"));
    // It has begun by now, and nobody knows its operation yet.
    setTimeout(() => sendOperation(response, operation("op-8")), 30);
  });
  incus.on("GET /1.0/operations/op-8", (_request, response) => {
    order.push("ended");
    sendValue(response, operation("op-8", 200));
  });
  const spec = { name: "shop", source: { type: "none" } } as const;
  await expect(client.instances.create(spec, caller.signal)).rejects.toThrow("no longer wanted");
  expect(order).toEqual(["ended"]);
});

test("an answer of Incus that is too long is refused while it comes", async () => {
  incus.on("GET /1.0/instances/shop/files", (_request, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write("x".repeat(1024)));
    };
    response.on("drain", more);
    more();
  });
  await expect(client.instances.files.pull("shop", "/big", 5000, signal)).rejects.toMatchObject({
    code: "too-large",
    message: saying("longer than 5000 bytes"),
  });
});

test("an answer that breaks off is told as an Incus that is away", async () => {
  incus.on("GET /1.0/instances/shop", (_request, response) => {
    response.writeHead(200, { "content-length": "100" }).write("{", () => response.destroy());
  });
  await expect(client.instances.get("shop", signal)).rejects.toMatchObject({
    code: "backend-unavailable",
    message: saying("did not finish GET /1.0/instances/shop"),
  });
});

test("an answer of Incus that is no JSON, or of another form, is named as such", async () => {
  incus.on("GET /1.0/instances/a", (_request, response) => void response.end("<html>"));
  incus.on("GET /1.0/instances/b", (_request, response) => sendValue(response, { name: "b" }));
  incus.on("GET /1.0/instances/c", (_request, response) => sendJson(response, 200, { hi: 1 }));
  await expect(client.instances.get("a", signal)).rejects.toThrow(`begins with "<html>"`);
  await expect(client.instances.get("b", signal)).rejects.toThrow(`"status" is missing`);
  await expect(client.instances.get("c", signal)).rejects.toThrow(`can't be understood`);
});

test("a list by label never holds an instance without the label, whatever Incus answers", async () => {
  const about = { status: "Stopped", status_code: 102, type: "container" };
  incus.on("GET /1.0/instances", (_request, response) =>
    sendValue(response, [
      { ...about, name: "ours", config: { "user.webserv.owner": "me" } },
      { ...about, name: "theirs", config: { "user.webserv.owner": "you" } },
    ]),
  );
  const labels = { "user.webserv.owner": "me" };
  const found = await client.instances.list(signal, { labels });
  expect(found.map(({ name }) => name)).toEqual(["ours"]);
});

test("a call made while Incus restarts waits until it answers again", async () => {
  incus.on("GET /1.0/projects/webserv", (_request, response) => {
    if (incus.asked.length < 3) sendError(response, 503, "Daemon setup in progress");
    else sendValue(response, { name: "webserv", config: {} });
  });
  await client.projects.get("webserv", signal).then(() => incus.stop());
  const asking = client.projects.get("webserv", signal);
  // Asked after the other, so that when it has failed the other has been refused at least once.
  const impatient = clientOf(0);
  await expect(impatient.projects.get("webserv", signal)).rejects.toThrow("no such socket");
  await impatient.close();
  incus.asked.length = 0;
  await incus.start();
  expect((await asking).name).toBe("webserv");
});

test("an Incus that is away for longer is unavailable, and the message names the socket", async () => {
  await incus.stop();
  const impatient = clientOf(100);
  await expect(impatient.projects.get("webserv", signal)).rejects.toMatchObject({
    code: "backend-unavailable",
    message: `Incus at ${incus.socketPath} can't be reached for GET /1.0/projects/webserv: there is no such socket`,
  });
  await impatient.close();
  await incus.start();
});

test("a request that breaks after it was sent is not sent again", async () => {
  incus.on("POST /1.0/projects", (request) => void request.socket.destroy());
  await expect(client.projects.create({ name: "x" }, signal)).rejects.toMatchObject({
    code: "backend-unavailable",
  });
  expect(incus.asked).toEqual(["POST /1.0/projects"]);
});

test("a change of an instance names the version it was made from, and is refused after another's change", async () => {
  const about = { name: "shop", status: "Stopped", status_code: 102, type: "container" };
  incus.on("GET /1.0/instances/shop", (_request, response) => {
    response.setHeader("ETag", "abc");
    sendValue(response, about);
  });
  const seen = vi.fn<(etag: unknown) => void>();
  incus.on("PUT /1.0/instances/shop", (request, response) => {
    seen(request.headers["if-match"]);
    sendError(response, 412, "Precondition failed");
  });
  const { value, etag } = await client.instances.getTagged("shop", signal);
  const whole = { config: value.config, devices: value.devices, profiles: [] };
  await expect(client.instances.replace("shop", whole, signal, etag)).rejects.toMatchObject({
    status: 412,
  });
  expect(seen).toHaveBeenCalledWith("abc");
});
