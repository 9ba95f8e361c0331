import { describe, expect, expectTypeOf, test } from "vitest";

import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";

import { failureOf, helloParams, helloResult, linkedPeers } from "./linked-peers.ts";

describe("a call", () => {
  test("a call is answered with its handler's result", async () => {
    const { caller } = linkedPeers({ "link.hello": () => helloResult });
    const result = await caller.call("link.hello", helloParams);
    expect(result).toEqual(helloResult);
    expectTypeOf(result).toEqualTypeOf<Result<"link.hello">>();
  });

  test("a call gives its handler the parsed params and the time left", async () => {
    const seen: unknown[] = [];
    const { caller } = linkedPeers({
      "lease.changed": (params, { timeoutMs, signal }) => {
        seen.push(params, timeoutMs, signal.aborted);
        return {};
      },
    });
    await caller.call("lease.changed", { sessionId: "s", tabs: [] }, { timeoutMs: 1234 });
    expect(seen).toEqual([{ sessionId: "s", tabs: [] }, 1234, false]);
  });

  test("calls that go out together come back each to its own caller", async () => {
    const answers = new Map<string, () => void>();
    const { caller } = linkedPeers({
      "lease.halted": ({ sessionId }) =>
        new Promise((resolve) => answers.set(sessionId, () => resolve({}))),
    });
    const order: string[] = [];
    const calls = ["a", "b", "c"].map(async (sessionId) => {
      await caller.call("lease.halted", { sessionId });
      order.push(sessionId);
    });
    await expect.poll(() => answers.size).toBe(3);
    answers.get("c")?.();
    await calls[2];
    answers.get("a")?.();
    await calls[0];
    answers.get("b")?.();
    await calls[1];
    expect(order).toEqual(["c", "a", "b"]);
  });

  test("calls work in both directions over one connection", async () => {
    const { caller, server } = linkedPeers({ "link.hello": () => helloResult });
    const [there, back] = await Promise.all([
      caller.call("link.hello", helloParams),
      server.call("lease.list", {}),
    ]);
    expect(there.pid).toBe(helloResult.pid);
    expect(back).toEqual({ leases: [] });
  });
});

describe("an error of the handler", () => {
  test("an error of the handler crosses with its code, message, advice and details", async () => {
    const { caller } = linkedPeers({
      "lease.halted": () => {
        throw new WebservError("unknown-session", "no session s", {
          next: "Open one.",
          details: { nearest: ["t"] },
        });
      },
    });
    const error = await failureOf(caller.call("lease.halted", { sessionId: "s" }));
    expect(error).toMatchObject({
      code: "unknown-session",
      message: "no session s",
      next: "Open one.",
      details: { nearest: ["t"] },
    });
  });

  test("a foreign error of the handler becomes internal and keeps its words", async () => {
    const { caller, near } = linkedPeers({
      "lease.halted": () => Promise.reject(new TypeError("x is not a function")),
    });
    const error = await failureOf(caller.call("lease.halted", { sessionId: "s" }));
    expect(error).toMatchObject({ code: "internal", message: "x is not a function" });
    expect(near.sent).toHaveLength(1);
  });

  test("an error of the handler has JSON-RPC's own number if there is one for its code", async () => {
    const { caller, far } = linkedPeers({
      "lease.halted": () => {
        throw new WebservError("unknown-session", "no session s");
      },
    });
    await failureOf(caller.call("lease.halted", { sessionId: "s" }));
    await failureOf(caller.call("lease.halted", { sessionId: "" }));
    expect(far.sent).toMatchObject([{ error: { code: -32_000 } }, { error: { code: -32_602 } }]);
  });

  test("an error of the handler is told even if its details can't be sent", async () => {
    const { caller } = linkedPeers({
      "lease.halted": () => {
        throw new WebservError("unknown-session", "no session s", { details: { size: 1n } });
      },
    });
    const error = await failureOf(caller.call("lease.halted", { sessionId: "s" }));
    expect(error).toMatchObject({ code: "unknown-session", message: "no session s", details: {} });
  });

  test("an error with a code of a newer version is internal, and keeps that code in its details", async () => {
    const { caller, far } = linkedPeers({});
    const failure = failureOf(caller.call("link.beat", {}));
    far.send({
      jsonrpc: "2.0",
      id: 1,
      error: {
        code: -32_000,
        message: "new",
        data: { code: "brand-new", next: "N.", details: {} },
      },
    });
    expect(await failure).toMatchObject({ code: "internal", details: { code: "brand-new" } });
  });
});

describe("a result", () => {
  test("a result that does not fit is told to the caller, with the field", async () => {
    const { caller, far } = linkedPeers({});
    const failure = failureOf(caller.call("link.hello", helloParams));
    far.send({ jsonrpc: "2.0", id: 1, result: { ...helloResult, pid: "many" } });
    expect(await failure).toMatchObject({
      code: "invalid-result",
      message: 'the answer to link.hello does not fit: "pid" is "many", expected a number',
    });
  });

  test("a result that can't be sent is answered with an error", async () => {
    const { caller } = linkedPeers({
      "link.hello": () => ({ ...helloResult, self: 1n }),
    });
    expect(await failureOf(caller.call("link.hello", helloParams))).toMatchObject({
      code: "internal",
      message: "Do not know how to serialize a BigInt",
    });
  });

  test("a result for a call that nobody waits for is dropped", async () => {
    const { caller, far, faults } = linkedPeers({});
    far.send({ jsonrpc: "2.0", id: 99, result: {} });
    far.send({ jsonrpc: "2.0", id: "theirs", result: {} });
    await caller.call("link.beat", {});
    expect(faults).toEqual([]);
  });
});

describe("a notification", () => {
  test("a notification reaches the handler and is not answered", async () => {
    const seen: string[] = [];
    const { caller, far } = linkedPeers({
      "lease.halted": ({ sessionId }) => {
        seen.push(sessionId);
        return {};
      },
    });
    caller.notify("lease.halted", { sessionId: "s" });
    await caller.call("link.beat", {});
    expect(seen).toEqual(["s"]);
    expect(far.sent).toHaveLength(1);
  });

  test("a notification that fails is told to the server's own side", async () => {
    const { caller, faults, far } = linkedPeers({});
    caller.notify("lease.halted", { sessionId: "" });
    await caller.call("link.beat", {});
    expect(faults).toMatchObject([{ code: "invalid-params" }]);
    expect(far.sent).toHaveLength(1);
  });
});
