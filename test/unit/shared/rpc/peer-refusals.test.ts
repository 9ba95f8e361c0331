import { expect, test } from "vitest";

import { WebservError } from "@webserv/shared/errors/errors.ts";
import { Peer } from "@webserv/shared/rpc/peer.ts";

import { failureOf, helloParams, linkedPeers } from "./linked-peers.ts";
import { linkedTransports } from "./linked-transports.ts";

const request = { jsonrpc: "2.0", id: 7, method: "lease.halted", params: { sessionId: "s" } };

/** What the server answers to a message sent as it is. */
async function answerTo(message: unknown): Promise<unknown[]> {
  const { near, far, caller } = linkedPeers({});
  near.send(message);
  await caller.call("link.beat", {});
  return far.sent.slice(0, -1);
}

test("a method that does not exist is refused by name", async () => {
  expect(await answerTo({ ...request, method: "lease.halt" })).toMatchObject([
    {
      id: 7,
      error: {
        code: -32_601,
        message: 'there is no method "lease.halt" on this connection',
        data: { code: "unknown-method" },
      },
    },
  ]);
});

test.each(["session.act", "lease.open", "toString", "constructor"])(
  "the method %s, of another link or of every object, does not exist here",
  async (method) => {
    expect(await answerTo({ ...request, method })).toMatchObject([
      { error: { data: { code: "unknown-method" } } },
    ]);
  },
);

test("a peer that serves nothing refuses every method as unknown", async () => {
  const [near, far] = linkedTransports();
  const caller = new Peer<"extension-daemon">({ transport: near, serves: null });
  void new Peer({ transport: far, serves: null });
  expect(await failureOf(caller.call("link.beat", {}))).toMatchObject({ code: "unknown-method" });
});

test("bad params are refused with the field and its value, and the handler is not called", async () => {
  let called = 0;
  const { caller } = linkedPeers({
    "link.hello": () => {
      called++;
      throw new Error("must not be called");
    },
  });
  const params = { ...helloParams, browserId: "x".repeat(100) };
  const failure = await failureOf(caller.call("link.hello", params));
  expect(failure.code).toBe("invalid-params");
  expect(failure.message).toMatch(/^link\.hello: "browserId" is "x+\.\.\., expected at most 64/);
  expect(called).toBe(0);
});

test("params that are left out are an empty object", async () => {
  expect(await answerTo({ jsonrpc: "2.0", id: 7, method: "link.beat" })).toMatchObject([
    { id: 7, result: {} },
  ]);
  expect(await answerTo({ ...request, params: undefined })).toMatchObject([
    { error: { message: 'lease.halted: "sessionId" is missing, expected a string' } },
  ]);
});

test("a peer that does not admit a method refuses it before its params are read", async () => {
  const { caller } = linkedPeers(
    {},
    {
      admit: (method) => {
        if (method !== "link.hello") throw new WebservError("hello-first", `${method} came first`);
      },
    },
  );
  expect(await failureOf(caller.call("lease.halted", { sessionId: "" }))).toMatchObject({
    code: "hello-first",
  });
  await expect(caller.call("link.hello", helloParams)).resolves.toMatchObject({ pid: 42 });
});

test("a call with an id that is already under way is refused, and the first call is unharmed", async () => {
  let answer: () => void = () => {};
  const { near, far } = linkedPeers({
    "lease.halted": () => new Promise((resolve) => (answer = () => resolve({}))),
  });
  near.send(request);
  near.send(request);
  await expect.poll(() => far.sent.length).toBe(1);
  expect(far.sent).toMatchObject([{ id: 7, error: { data: { code: "parse-error" } } }]);
  answer();
  await expect.poll(() => far.sent[1]).toEqual({ jsonrpc: "2.0", id: 7, result: {} });
});

test.each([
  ["null", null],
  ["a number", 5],
  ["a text", "hello"],
  ["a batch", [request]],
  ["an empty object", {}],
  ["a message of another version", { ...request, jsonrpc: "1.0", id: undefined }],
  ["a message that is neither request nor answer", { jsonrpc: "2.0", id: 7 }],
])("%s is not JSON-RPC 2.0, and is answered so", async (_, message) => {
  expect(await answerTo(message)).toMatchObject([
    { id: null, error: { code: -32_700, data: { code: "parse-error" } } },
  ]);
});

test.each([
  ["its version", { ...request, jsonrpc: "1.0" }],
  ["its method", { ...request, method: "x".repeat(65) }],
  ["its deadline", { ...request, timeoutMs: -1 }],
])("a request that is wrong in %s is answered under its own id", async (_, message) => {
  expect(await answerTo(message)).toMatchObject([
    { id: 7, error: { data: { code: "parse-error" } } },
  ]);
});

test("an answer that is not well formed is never taken for an answer to our own call", async () => {
  const { caller, far, near } = linkedPeers({ "lease.halted": () => new Promise(() => {}) });
  const abort = new AbortController();
  const call = failureOf(caller.call("lease.halted", { sessionId: "s" }, { signal: abort.signal }));
  far.send({ jsonrpc: "2.0", id: 1, error: "no" });
  await expect.poll(() => near.sent.length).toBe(2);
  expect(near.sent[1]).toMatchObject({ id: null, error: { data: { code: "parse-error" } } });
  abort.abort();
  expect(await call).toMatchObject({ code: "cancelled" });
});

test("a message that is nested too deep is refused before anything else reads it", async () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: [nested(depth - 1)] });
  // The message itself is one level.
  expect(await answerTo({ ...request, params: nested(50) })).toMatchObject([
    {
      id: 7,
      error: {
        message: "the message is nested deeper than 100 levels",
        data: { code: "parse-error" },
      },
    },
  ]);
  // Two levels less are for the method's own schema to judge.
  expect(await answerTo({ ...request, params: nested(49) })).toMatchObject([
    { id: 7, error: { data: { code: "invalid-params" } } },
  ]);
});
