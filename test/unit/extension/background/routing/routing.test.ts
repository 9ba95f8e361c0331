import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { ABANDONED_MS, Routing } from "../../../../../extension/src/background/routing/routing.ts";

const hosts = [{ host: "store.test", port: 80 }];

function parts(isRouted: boolean) {
  const done: string[] = [];
  const routing = new Routing(
    {
      route: (routed, port) => {
        done.push(`route ${routed.map(({ host }) => host).join()} ${port}`);
        return Promise.resolve();
      },
      clear: () => {
        done.push("clear");
        return Promise.resolve();
      },
    },
    {
      read: () => Promise.resolve(isRouted),
      write: (marked) => {
        done.push(`mark ${marked}`);
        return Promise.resolve();
      },
    },
  );
  return { routing, done };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("hosts are routed, and no hosts route nothing", async () => {
  const { routing, done } = parts(false);
  await routing.set(hosts, 4711);
  await routing.set([], 4711);
  expect(done).toEqual(["mark true", "route store.test 4711", "clear", "mark false"]);
});

test("routes that an earlier run of the browser left in the profile are taken back at the start", async () => {
  const { routing, done } = parts(false);
  await routing.restore();
  expect(done).toEqual(["clear"]);
});

test("a worker that was only restarted leaves the routes as they are", async () => {
  const { routing, done } = parts(true);
  await routing.restore();
  expect(done).toEqual([]);
});

test("routes outlast a short loss of the daemon and end with a long one", async () => {
  const { routing, done } = parts(true);
  routing.onConnection(false);
  await vi.advanceTimersByTimeAsync(ABANDONED_MS - 1);
  routing.onConnection(true);
  await vi.advanceTimersByTimeAsync(ABANDONED_MS);
  expect(done).toEqual([]);
  routing.onConnection(false);
  routing.onConnection(false);
  await vi.advanceTimersByTimeAsync(ABANDONED_MS);
  expect(done).toEqual(["clear", "mark false"]);
});
