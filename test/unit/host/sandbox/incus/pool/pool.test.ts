import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { createPool } from "@webserv/host/src/sandbox/incus/pool/pool.ts";
import type { Pool } from "@webserv/host/src/sandbox/incus/pool/pool.ts";
import type { PoolState } from "@webserv/shared/model/sandbox.ts";
import type { PoolSize } from "@webserv/shared/model/site.ts";

/** How long the maker takes, on the clock of the test. */
const MAKE_MS = 100;

interface Clone {
  readonly number: number;
  alive: boolean;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A pool of clones in memory; `living` holds those that were made and not discarded. */
function memoryPool(defined: PoolSize, some: { readonly signal?: AbortSignal } = {}) {
  const living = new Set<Clone>();
  const told: PoolState[] = [];
  const world = {
    living,
    told,
    failing: false,
    /** A maker that goes on when it is aborted, and is late. */
    deaf: false,
    tries: 0,
    mostAtOnce: 0,
    freeMiB: 20_000,
    /** What the site's definition says. */
    defined,
  };
  let making = 0;
  let made = 0;
  const pool: Pool<Clone> = createPool<Clone>({
    ...some,
    async make(_site, signal) {
      world.tries += 1;
      making += 1;
      world.mostAtOnce = Math.max(world.mostAtOnce, making);
      try {
        await new Promise((resolve) => {
          setTimeout(resolve, MAKE_MS);
        });
        if (!world.deaf) signal.throwIfAborted();
        if (world.failing) throw new Error("no template");
      } finally {
        making -= 1;
      }
      const clone = { number: (made += 1), alive: true };
      living.add(clone);
      return clone;
    },
    async discard(clone) {
      await Promise.resolve();
      if (!living.delete(clone)) throw new Error(`clone ${clone.number} was discarded twice`);
    },
    sound: ({ alive }) => alive,
    size: () => world.defined,
    machine: () => ({ cores: 4, busy: 1, freeMiB: world.freeMiB, totalMiB: 24_000 }),
    cloneMiB: () => 100,
    log: {
      warn(fields, message) {
        if (message !== "filling a pool failed") throw new Error(JSON.stringify(fields));
      },
    },
    onChange: (state) => void told.push(state),
  });
  return { pool, world };
}

async function settle(pool: Pool<Clone>): Promise<void> {
  const settled = pool.settled();
  await vi.advanceTimersByTimeAsync(4000);
  await settled;
}

function stateOf(pool: Pool<Clone>): PoolState {
  const [state] = pool.states();
  if (state === undefined) throw new Error("the pool has no site");
  return state;
}

describe("the filling of a pool", () => {
  test("a pool is filled to its minimum, two at a time on four busy cores, and again after each acquire", async () => {
    const { pool, world } = memoryPool({ min: 5, max: 8 });
    pool.fill("shop");
    await settle(pool);
    expect(stateOf(pool)).toEqual({
      site: "shop",
      min: 5,
      max: 8,
      ready: 5,
      filling: 0,
      target: 5,
    });
    expect(world.mostAtOnce).toBe(2);
    const taken = pool.acquire("shop");
    expect(taken?.number).toBe(1);
    expect(stateOf(pool).ready).toBe(4);
    await settle(pool);
    expect(stateOf(pool).ready).toBe(5);
    expect(world.living.size).toBe(6);
    expect(world.told.at(-1)).toEqual(stateOf(pool));
  });

  test("a pool grows with demand up to its maximum, and shrinks when nobody asks any more", async () => {
    const { pool, world } = memoryPool({ min: 0, max: 4 });
    for (let count = 0; count < 7; count += 1) expect(pool.acquire("shop")).toBeUndefined();
    await settle(pool);
    expect(stateOf(pool)).toMatchObject({ ready: 4, target: 4 });
    await vi.advanceTimersByTimeAsync(3 * 3_600_000);
    expect(stateOf(pool)).toMatchObject({ ready: 0, target: 0 });
    expect(world.living.size).toBe(0);
  });

  test("a pool follows the size in the site's definition when that changes, until another is set", async () => {
    const { pool, world } = memoryPool({ min: 1, max: 4 });
    pool.fill("shop");
    await settle(pool);
    world.defined = { min: 3, max: 4 };
    pool.fill("shop");
    await settle(pool);
    expect(stateOf(pool)).toMatchObject({ ready: 3, min: 3 });
    pool.setSize("shop", { min: 0, max: 2 });
    pool.fill("shop");
    await settle(pool);
    expect(stateOf(pool)).toMatchObject({ ready: 0, max: 2 });
    expect(world.living.size).toBe(0);
  });

  test("a pool stops at the memory that is to stay free, says so, and goes on when there is more", async () => {
    const { pool, world } = memoryPool({ min: 3, max: 4 });
    world.freeMiB = 3600 + 50;
    pool.fill("shop");
    await settle(pool);
    expect(stateOf(pool)).toMatchObject({ ready: 0, target: 0 });
    expect(stateOf(pool).held).toContain("memory");
    world.freeMiB = 20_000;
    await settle(pool);
    expect(stateOf(pool)).toMatchObject({ ready: 3, target: 3 });
    expect(stateOf(pool).held).toBeUndefined();
  });

  test("a pool waits while somebody waits for a sandbox, and for the first page of a clone it handed out", async () => {
    const { pool, world } = memoryPool({ min: 2, max: 4 });
    const resume = pool.pause();
    pool.fill("shop");
    await vi.advanceTimersByTimeAsync(2000);
    expect(world.tries).toBe(0);
    resume();
    resume();
    await settle(pool);
    expect(world.tries).toBe(2);
    pool.acquire("shop");
    await vi.advanceTimersByTimeAsync(250);
    expect(world.tries).toBe(2);
    await settle(pool);
    expect(stateOf(pool).ready).toBe(2);
  });
});

describe("a maker that fails", () => {
  test("a maker that fails is asked ever less often, with the reason in the pool's state, or at once when told", async () => {
    const { pool, world } = memoryPool({ min: 2, max: 4 });
    world.failing = true;
    pool.fill("shop");
    await settle(pool);
    expect(stateOf(pool).held).toMatch(/no template; tried again in \d+ s/);
    await vi.advanceTimersByTimeAsync(600_000);
    const before = world.tries;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(world.tries - before).toBeGreaterThan(5);
    expect(world.tries - before).toBeLessThan(12);
    world.failing = false;
    pool.fill("shop");
    await settle(pool);
    expect(stateOf(pool)).toMatchObject({ ready: 2, target: 2 });
    expect(stateOf(pool).held).toBeUndefined();
  });
});

describe("the clones that a pool hands out", () => {
  test("a clone that died is never handed out, but discarded and replaced", async () => {
    const { pool, world } = memoryPool({ min: 3, max: 3 });
    pool.fill("shop");
    await settle(pool);
    const [first, second] = world.living;
    if (first === undefined || second === undefined) throw new Error("nothing was made");
    first.alive = false;
    pool.drop((clone) => clone === second);
    expect(pool.acquire("shop")?.number).toBe(3);
    await settle(pool);
    expect(stateOf(pool).ready).toBe(3);
    expect([...world.living].some((clone) => clone === first || clone === second)).toBe(false);
  });

  test("a change of the template discards every clone that is ready or under way, except those to be kept", async () => {
    const { pool, world } = memoryPool({ min: 3, max: 3 });
    const kept = { number: 100, alive: true };
    const old = { number: 101, alive: true };
    for (const clone of [kept, old]) {
      world.living.add(clone);
      expect(pool.adopt("shop", clone)).toBe(true);
    }
    await vi.advanceTimersByTimeAsync(MAKE_MS / 2);
    expect(stateOf(pool)).toMatchObject({ ready: 2, filling: 1 });
    const drained = pool.drain("shop", (clone) => clone === kept);
    expect(stateOf(pool).ready).toBe(1);
    await vi.advanceTimersByTimeAsync(MAKE_MS);
    await drained;
    // Number 1 was under way.
    expect([...world.living].map(({ number }) => number)).toEqual([100, 2]);
    await settle(pool);
    expect([...world.living].map(({ number }) => number)).toEqual([100, 2, 3]);
    const removed = pool.remove("shop");
    await vi.advanceTimersByTimeAsync(0);
    await removed;
    expect(world.living.size).toBe(0);
    expect(pool.states()).toEqual([]);
  });
});

describe("the closing of a pool", () => {
  test("closing a pool in the middle of a fill discards also late clones, and wakes those who wait", async () => {
    const { pool, world } = memoryPool({ min: 4, max: 4 });
    world.deaf = true;
    pool.fill("shop");
    await vi.advanceTimersByTimeAsync(1.5 * MAKE_MS);
    expect(stateOf(pool)).toMatchObject({ ready: 2, filling: 2 });
    const waiting = pool.settled();
    waiting.catch(() => undefined);
    const closed = pool.close();
    expect(pool.acquire("shop")).toBeUndefined();
    await vi.advanceTimersByTimeAsync(MAKE_MS);
    await closed;
    await expect(waiting).rejects.toThrow(/closed/);
    expect(world.tries).toBe(4);
    expect(world.living.size).toBe(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(world.tries).toBe(4);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("those who wait for a pool that is given up are told why, and its clones stay", async () => {
    const { pool, world } = memoryPool({ min: 4, max: 4 });
    pool.fill("shop");
    await settle(pool);
    const waiting = pool.settled();
    waiting.catch(() => undefined);
    await pool.abandon();
    await expect(waiting).rejects.toThrow(
      "the pool of clones was given up, since what an earlier daemon left could not be taken back",
    );
    expect(world.living.size).toBe(4);
  });
});
