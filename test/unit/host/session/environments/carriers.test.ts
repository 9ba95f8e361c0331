import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { BrowserContexts } from "@webserv/host/src/browser/contexts/browser-contexts.ts";
import { DebuggingPipe } from "@webserv/host/src/browser/contexts/debugging-pipe.ts";
import type { LaunchedBrowser } from "@webserv/host/src/browser/launch/launched-browser.ts";
import {
  Carriers,
  ENVIRONMENTS_PER_CARRIER,
} from "@webserv/host/src/session/environments/carriers.ts";
import type { Carrier } from "@webserv/host/src/session/environments/carriers.ts";
import type { Launches } from "@webserv/host/src/session/browsers/launches.ts";

import { linkedPeers } from "../../../shared/rpc/linked-peers.ts";

/** More than a browser is kept for that carries nothing. */
const LONG_EMPTY_MS = 60_000;
const never = new AbortController().signal;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

interface Fleet {
  readonly carriers: Carriers;
  /** Process ids of all browsers that were launched. */
  readonly launched: readonly number[];
  /** Those that run. */
  readonly running: ReadonlySet<number>;
  /** As when its process is killed. */
  crash(carrier: Carrier): void;
}

/** Browsers that are no processes, of which the first `failing` can't be launched. */
function fleet(failing = 0): Fleet {
  const launched: number[] = [];
  const running = new Map<number, () => void>();
  const launches: Pick<Launches, "launchCarrier"> = {
    async launchCarrier(prepare) {
      const pid = launched.push(launched.length + 1);
      if (pid <= failing) throw new Error(`browser ${pid} can't be launched`);
      const browser = fakeBrowser(pid, () => running.delete(pid));
      running.set(pid, () => void browser.close());
      const { server: peer } = linkedPeers({});
      return await prepare({ process: browser, link: { peer, workerId: "w" } });
    },
  };
  return {
    carriers: new Carriers(launches, () => Promise.resolve(null)),
    launched,
    get running() {
      return new Set(running.keys());
    },
    crash: ({ process: { pid } }) => running.get(pid)?.(),
  };
}

function fakeBrowser(pid: number, onEnd: () => void): LaunchedBrowser {
  const end = Promise.withResolvers<void>();
  return {
    pid,
    executable: "chromium",
    version: "Chromium 1",
    contexts: new BrowserContexts(new DebuggingPipe(new PassThrough(), new PassThrough())),
    ended: end.promise,
    close() {
      onEnd();
      end.resolve();
      return end.promise;
    },
  };
}

async function takeMany({ carriers }: Fleet, count: number): Promise<Carrier[]> {
  return await Promise.all(Array.from({ length: count }, () => carriers.take(never)));
}

/** How many of them each browser carries, by its process id. */
function carriedBy(taken: readonly Carrier[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { process } of taken) counts[process.pid] = (counts[process.pid] ?? 0) + 1;
  return counts;
}

test("environments share a carrier until it is full, and the next ones get another with a token of its own", async () => {
  const ours = fleet();
  const taken = await takeMany(ours, 2 * ENVIRONMENTS_PER_CARRIER + 1);
  expect(carriedBy(taken)).toEqual({
    1: ENVIRONMENTS_PER_CARRIER,
    2: ENVIRONMENTS_PER_CARRIER,
    3: 1,
  });
  expect(new Set(taken.map(({ token }) => token)).size).toBe(3);
  const [first] = taken;
  if (first === undefined) throw new Error("none was taken");
  expect(await ours.carriers.carried(first)).toBe(ENVIRONMENTS_PER_CARRIER);
});

test("a place that was given back in a carrier is taken again before another browser is launched", async () => {
  const ours = fleet();
  const taken = await takeMany(ours, 2 * ENVIRONMENTS_PER_CARRIER);
  const given = taken.find(({ process }) => process.pid === 1);
  if (given === undefined) throw new Error("the first browser carries none");
  await ours.carriers.leave(given);
  expect(carriedBy(await takeMany(ours, 2))).toEqual({ 1: 1, 3: 1 });
});

test("the crash of a carrier takes its own places alone, and no later environment is given them", async () => {
  const ours = fleet();
  const taken = await takeMany(ours, 2 * ENVIRONMENTS_PER_CARRIER);
  const [crashed, other] = [1, 2].map((pid) => taken.find(({ process }) => process.pid === pid));
  if (crashed === undefined || other === undefined) throw new Error("two browsers were wanted");
  ours.crash(crashed);
  await crashed.process.ended;
  expect(await ours.carriers.carried(crashed)).toBe(0);
  expect(await ours.carriers.carried(other)).toBe(ENVIRONMENTS_PER_CARRIER);
  expect(carriedBy(await takeMany(ours, ENVIRONMENTS_PER_CARRIER))).toEqual({
    3: ENVIRONMENTS_PER_CARRIER,
  });
  // Those that were in it give back what is no more, and nobody else's place.
  for (const lost of taken.filter((carrier) => carrier === crashed)) {
    await ours.carriers.leave(lost);
  }
  await vi.advanceTimersByTimeAsync(LONG_EMPTY_MS);
  expect([...ours.running]).toEqual([2, 3]);
});

test("a carrier that carries nothing is kept for a moment, and then ended", async () => {
  const ours = fleet();
  const [only] = await takeMany(ours, 1);
  if (only === undefined) throw new Error("none was taken");
  await ours.carriers.leave(only);
  expect(carriedBy(await takeMany(ours, 1))).toEqual({ 1: 1 });
  await vi.advanceTimersByTimeAsync(LONG_EMPTY_MS);
  expect([...ours.running]).toEqual([1]);
  await ours.carriers.leave(only);
  await vi.advanceTimersByTimeAsync(LONG_EMPTY_MS);
  expect([...ours.running]).toEqual([]);
  expect(carriedBy(await takeMany(ours, 1))).toEqual({ 2: 1 });
});

test("if a carrier can't be launched, all that waited for it are told, and the next ones get another", async () => {
  const ours = fleet(1);
  const ends = await Promise.allSettled([1, 2].map(() => ours.carriers.take(never)));
  expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(carriedBy(await takeMany(ours, 2))).toEqual({ 2: 2 });
});

test("an environment that is given up while its carrier is launched keeps no place", async () => {
  const ours = fleet();
  const gone = AbortSignal.abort(new Error("called off"));
  await expect(ours.carriers.take(gone)).rejects.toThrow("called off");
  await vi.advanceTimersByTimeAsync(LONG_EMPTY_MS);
  expect([...ours.running]).toEqual([]);
});
