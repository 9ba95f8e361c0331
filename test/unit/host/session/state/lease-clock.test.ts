import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { watchLease } from "@webserv/host/src/session/state/lease-clock.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function watched(leaseMs: number) {
  const use = { usedAt: Date.now(), busy: false };
  const expired = vi.fn<() => void>();
  const end = new AbortController();
  watchLease(
    { leaseMs, idleMs: () => Date.now() - use.usedAt, busy: () => use.busy },
    expired,
    end.signal,
  );
  return { use, expired, end };
}

test("a session that is not used expires after its lease, and only once", () => {
  const { expired } = watched(1000);
  vi.advanceTimersByTime(999);
  expect(expired).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(expired).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(10_000);
  expect(expired).toHaveBeenCalledOnce();
});

test("a use of the session begins its lease anew", () => {
  const { use, expired } = watched(1000);
  vi.advanceTimersByTime(900);
  use.usedAt = Date.now();
  vi.advanceTimersByTime(999);
  expect(expired).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(expired).toHaveBeenCalledOnce();
});

test("a session in use does not expire", () => {
  const { use, expired } = watched(1000);
  use.busy = true;
  vi.advanceTimersByTime(5000);
  expect(expired).not.toHaveBeenCalled();
  use.busy = false;
  vi.advanceTimersByTime(1000);
  expect(expired).toHaveBeenCalledOnce();
});

test("a closed session does not expire", () => {
  const { end, expired } = watched(1000);
  end.abort();
  vi.advanceTimersByTime(5000);
  expect(expired).not.toHaveBeenCalled();
});

test("the watch over a lease does not look all the time if the clock is set back by months", () => {
  const looks = vi.fn<() => number>(() => -100 * 86_400_000);
  const end = new AbortController();
  watchLease({ leaseMs: 1000, idleMs: looks, busy: () => false }, () => {}, end.signal);
  vi.advanceTimersByTime(5000);
  expect(looks.mock.calls.length).toBeLessThan(10);
  end.abort();
});
