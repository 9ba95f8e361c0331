import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { WebservError } from "@webserv/shared/errors/errors.ts";
import { DEFAULT_TIMEOUT_MS, MAX_CALLS_UNDER_WAY } from "@webserv/shared/rpc/peer.ts";

import { failureOf, linkedPeers } from "./linked-peers.ts";

const never = (): Promise<never> => new Promise(() => {});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server whose `lease.halted` never answers, and the signals it was given. */
function deafPeers() {
  const signals: AbortSignal[] = [];
  const peers = linkedPeers({
    "lease.halted": (_, { signal }) => {
      signals.push(signal);
      return never();
    },
  });
  return { ...peers, signals };
}

describe("a deadline", () => {
  test("a deadline ends a call that the other side does not answer, and tells the other side so", async () => {
    const { caller, signals } = deafPeers();
    const failure = failureOf(caller.call("lease.halted", { sessionId: "s" }, { timeoutMs: 500 }));
    await vi.advanceTimersByTimeAsync(499);
    expect(signals[0]?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await failure).toMatchObject({
      code: "timeout",
      message: "lease.halted got no answer within 500 ms",
    });
    expect(signals[0]?.aborted).toBe(true);
  });

  test("the deadline of a call is the default if none is given", async () => {
    const { caller } = deafPeers();
    const failure = failureOf(caller.call("lease.halted", { sessionId: "s" }));
    await vi.advanceTimersByTimeAsync(DEFAULT_TIMEOUT_MS);
    expect(await failure).toMatchObject({ code: "timeout" });
  });

  test("a deadline holds on the serving side too, for a caller without a clock and a deaf handler", async () => {
    const { near, far, signals } = deafPeers();
    near.send({
      jsonrpc: "2.0",
      id: "foreign",
      method: "lease.halted",
      params: { sessionId: "s" },
      timeoutMs: 200,
    });
    await vi.advanceTimersByTimeAsync(200);
    expect(far.sent).toMatchObject([{ id: "foreign", error: { data: { code: "timeout" } } }]);
    expect(signals[0]?.reason).toMatchObject({ code: "timeout" });
  });

  test.each([0, -5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 40])(
    "a deadline of %d ms is brought to what the protocol allows, and the call is made",
    async (timeoutMs) => {
      const { caller } = linkedPeers({});
      const call = caller.call("link.beat", {}, { timeoutMs });
      await expect(call).resolves.toEqual({});
    },
  );

  test("an answered call leaves no timer behind", async () => {
    const { caller } = linkedPeers({});
    await caller.call("link.beat", {});
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("the cancelling of a call", () => {
  test("cancelling a call fails it at once and reaches the handler", async () => {
    const { caller, signals } = deafPeers();
    const abort = new AbortController();
    const failure = failureOf(
      caller.call("lease.halted", { sessionId: "s" }, { signal: abort.signal }),
    );
    await vi.advanceTimersByTimeAsync(0);
    abort.abort(new Error("enough"));
    expect(await failure).toMatchObject({ code: "cancelled", cause: new Error("enough") });
    await vi.advanceTimersByTimeAsync(0);
    expect(signals[0]?.reason).toMatchObject({ code: "cancelled" });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a call that is cancelled before it is made sends nothing", async () => {
    const { caller, near } = deafPeers();
    const failure = await failureOf(
      caller.call("lease.halted", { sessionId: "s" }, { signal: AbortSignal.abort() }),
    );
    expect(failure.code).toBe("cancelled");
    expect(near.sent).toEqual([]);
  });

  test("cancelling a call after its answer does nothing", async () => {
    const { caller, near } = linkedPeers({});
    const abort = new AbortController();
    await caller.call("link.beat", {}, { signal: abort.signal });
    abort.abort();
    expect(near.sent).toHaveLength(1);
  });

  test("cancelling a call that is not under way does nothing", async () => {
    const { caller, near, faults } = linkedPeers({});
    near.send({ jsonrpc: "2.0", method: "$/cancelRequest", params: { id: 7 } });
    near.send({ jsonrpc: "2.0", method: "$/cancelRequest" });
    await expect(caller.call("link.beat", {})).resolves.toEqual({});
    expect(faults).toEqual([]);
  });
});

describe("a closed connection", () => {
  test("a closed connection fails every pending call, ends every handler, and says why", async () => {
    const { caller, server, signals } = deafPeers();
    const calls = ["a", "b"].map((sessionId) =>
      failureOf(caller.call("lease.halted", { sessionId })),
    );
    await vi.advanceTimersByTimeAsync(0);
    server.close("the daemon stops");
    const failures = await Promise.all(calls);
    for (const failure of failures) {
      expect(failure.code).toBe("disconnected");
      expect(failure.message).toContain("the daemon stops");
    }
    expect(signals.map((signal) => signal.aborted)).toEqual([true, true]);
    expect(caller.closed.reason).toBeInstanceOf(WebservError);
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a closed connection refuses further calls and drops notifications", async () => {
    const { caller, near } = deafPeers();
    caller.close();
    const failure = await failureOf(caller.call("link.beat", {}));
    expect(failure.code).toBe("disconnected");
    expect(failure.message).toContain("closed by this side");
    caller.notify("link.beat", {});
    expect(near.sent).toEqual([]);
  });
});

describe("overload", () => {
  test("calls over the limit are refused, and taken again when others end", async () => {
    const { caller, server } = deafPeers();
    const abort = new AbortController();
    const waiting = Array.from({ length: MAX_CALLS_UNDER_WAY }, () =>
      failureOf(caller.call("lease.halted", { sessionId: "s" }, { signal: abort.signal })),
    );
    expect(await failureOf(caller.call("link.beat", {}))).toMatchObject({ code: "overloaded" });
    abort.abort();
    await Promise.all(waiting);
    await vi.advanceTimersByTimeAsync(0);
    await expect(caller.call("link.beat", {})).resolves.toEqual({});
    server.close();
  });

  test("notifications count towards the limit of calls under way", async () => {
    const { caller, faults } = deafPeers();
    for (let sent = 0; sent <= MAX_CALLS_UNDER_WAY; sent++) {
      caller.notify("lease.halted", { sessionId: "s" });
    }
    await vi.advanceTimersByTimeAsync(0);
    expect(faults).toMatchObject([{ code: "overloaded" }]);
  });
});
