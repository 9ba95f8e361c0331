import { getEventListeners } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { unlessAborted } from "@webserv/shared/rpc/abort.ts";

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);

beforeEach(() => process.on("unhandledRejection", note));
afterEach(() => {
  process.off("unhandledRejection", note);
  unhandled.length = 0;
});

describe("waiting for a promise unless a signal ends", () => {
  test("`unlessAborted` gives what its promise gives, and throws what it throws", async () => {
    const { signal } = new AbortController();
    expect(await unlessAborted(Promise.resolve(7), signal)).toBe(7);
    await expect(unlessAborted(Promise.reject(new Error("broken")), signal)).rejects.toThrow(
      "broken",
    );
  });

  test("`unlessAborted` throws the signal's own reason at the moment that the signal ends", async () => {
    const caller = new AbortController();
    const reason = new Error("the caller went away");
    const waiting = unlessAborted(new Promise(() => {}), caller.signal);
    caller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });

  test("`unlessAborted` throws the reason of a signal that ended before, whatever the promise gives", async () => {
    const reason = new Error("too late");
    const signal = AbortSignal.abort(reason);
    await expect(unlessAborted(Promise.resolve(7), signal)).rejects.toBe(reason);
  });

  test("a promise that fails after it was given up is no unhandled rejection", async () => {
    const before = Promise.withResolvers<never>();
    const ended = unlessAborted(before.promise, AbortSignal.abort(new Error("ended before")));
    await expect(ended).rejects.toThrow("ended before");
    const caller = new AbortController();
    const meanwhile = Promise.withResolvers<never>();
    const waiting = unlessAborted(meanwhile.promise, caller.signal);
    caller.abort(new Error("ended meanwhile"));
    await expect(waiting).rejects.toThrow("ended meanwhile");
    before.reject(new Error("nobody waits"));
    meanwhile.reject(new Error("nobody waits"));
    await nextTurn();
    expect(unhandled).toEqual([]);
  });

  test("`unlessAborted` leaves no listener at the signal once its promise has an outcome", async () => {
    const { signal } = new AbortController();
    await unlessAborted(Promise.resolve(), signal);
    await unlessAborted(Promise.reject(new Error("broken")), signal).catch(() => {});
    const open = Promise.withResolvers<void>();
    const waiting = unlessAborted(open.promise, signal);
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    open.resolve();
    await waiting;
    await nextTurn();
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});
