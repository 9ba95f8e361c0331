import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { LeaseStore } from "@webserv/host/src/session/sandboxes/lease-store.ts";
import { SandboxLeases } from "@webserv/host/src/session/sandboxes/sandbox-leases.ts";

const log = pino({ level: "silent" });
let dir: string;
let inUse: Set<string>;
let removed: string[];
let failures: number;
/** How often a deletion was asked for, and what each waits for. */
let asked: number;
let removal: Promise<void>;
let daemon: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  dir = mkdtempSync(join(tmpdir(), "webserv-leases-"));
  inUse = new Set();
  removed = [];
  failures = 0;
  asked = 0;
  removal = Promise.resolve();
  daemon = new AbortController();
});
afterEach(() => {
  daemon.abort();
  vi.useRealTimers();
  rmSync(dir, { recursive: true, force: true });
});

/** As a daemon has them; another call is the next daemon. */
function open({ startingMs = 0 } = {}): SandboxLeases {
  daemon.abort();
  daemon = new AbortController();
  const leases: SandboxLeases = new SandboxLeases({
    store: new LeaseStore(dir),
    inUse: (id) => inUse.has(id),
    remove: async (id) => {
      asked++;
      await removal;
      if (failures-- > 0) throw new Error("the backend is away");
      removed.push(id);
      leases.forget(id);
    },
    log,
  });
  const { signal } = daemon;
  if (startingMs === 0) leases.start(signal);
  else setTimeout(() => leases.start(signal), startingMs);
  return leases;
}

const pass = async (ms: number): Promise<void> => void (await vi.advanceTimersByTimeAsync(ms));

test("a sandbox is deleted when its lease is over, and no sooner", async () => {
  const leases = open();
  leases.grant("a", 5000);
  await pass(4990);
  expect(removed).toEqual([]);
  await pass(20);
  expect(removed).toEqual(["a"]);
  expect(leases.until("a")).toBeUndefined();
  expect(readdirSync(dir)).toEqual([]);
});

test("heartbeats keep a sandbox, each for a whole lease, and one may ask for another length", async () => {
  const leases = open();
  leases.grant("a", 5000);
  for (let beat = 0; beat < 5; beat++) {
    await pass(4000);
    leases.renew("a");
  }
  leases.renew("a", 60_000);
  await pass(59_000);
  expect(removed).toEqual([]);
  await pass(1100);
  expect(removed).toEqual(["a"]);
});

test("a sandbox without a lease stays", async () => {
  const leases = open();
  leases.grant("a", undefined);
  leases.renew("a");
  await pass(1e9);
  expect(removed).toEqual([]);
});

test("a sandbox that a session sees is not deleted, and has a whole lease when the session ends", async () => {
  const leases = open();
  inUse.add("a");
  leases.grant("a", 5000);
  await pass(60_001);
  inUse.delete("a");
  leases.touch("a");
  await pass(4990);
  expect(removed).toEqual([]);
  await pass(20);
  expect(removed).toEqual(["a"]);
});

test("a sandbox in the middle of an operation is not deleted, and has a whole lease afterwards", async () => {
  const leases = open();
  const operation = Promise.withResolvers<void>();
  leases.grant("a", 5000);
  const using = leases.using("a", () => operation.promise);
  await pass(12_000);
  operation.resolve();
  await using;
  await pass(4990);
  expect(removed).toEqual([]);
  await pass(20);
  expect(removed).toEqual(["a"]);
});

test("a restart of the daemon keeps each lease's deadline, and gives some time to renew what ran out meanwhile", async () => {
  const leases = open();
  leases.grant("long", 3_600_000);
  leases.grant("short", 60_000);
  daemon.abort();
  vi.setSystemTime(Date.now() + 1_800_000);
  const next = open();
  await pass(9000);
  expect(removed).toEqual([]);
  next.renew("short");
  await pass(59_000);
  expect(removed).toEqual([]);
  await pass(1100);
  expect(removed).toEqual(["short"]);
  await pass(1_700_000);
  expect(removed).toEqual(["short"]);
  await pass(100_000);
  expect(removed).toEqual(["short", "long"]);
});

test("the time to renew a lease after a restart begins only when somebody can renew it", async () => {
  open().grant("a", 60_000);
  daemon.abort();
  vi.setSystemTime(Date.now() + 1_800_000);
  const next = open({ startingMs: 40_000 });
  await pass(49_000);
  expect(removed).toEqual([]);
  next.renew("a");
  await pass(59_000);
  expect(removed).toEqual([]);
});

test("the deletion of a sandbox that takes long is not asked for again meanwhile", async () => {
  const leases = open();
  leases.grant("a", 5000);
  removal = new Promise(() => undefined);
  await pass(60_000);
  expect(asked).toBe(1);
});

test("a wall clock that jumps changes no lease while the daemon runs, and never gives more than a whole lease", async () => {
  const leases = open();
  leases.grant("a", 60_000);
  vi.setSystemTime(Date.now() + 86_400_000);
  await pass(59_000);
  expect(removed).toEqual([]);
  leases.renew("a");
  vi.setSystemTime(Date.now() - 30 * 86_400_000);
  open();
  await pass(60_100);
  expect(removed).toEqual(["a"]);
});

test("a sandbox that could not be deleted can't be renewed, and its deletion is tried again, by the next daemon too", async () => {
  const leases = open();
  leases.grant("a", 5000);
  failures = 2;
  await pass(5100);
  expect(removed).toEqual([]);
  expect(() => leases.renew("a")).toThrow("expired");
  await pass(10_000);
  expect(removed).toEqual([]);
  open();
  await pass(10_100);
  expect(removed).toEqual(["a"]);
});

test("the record of a lease that can't be understood is removed from the disk", () => {
  writeFileSync(join(dir, "a.json"), "{");
  writeFileSync(join(dir, "b.json"), JSON.stringify({ version: 1, sandboxId: "../c", leaseMs: 1 }));
  open();
  expect(readdirSync(dir)).toEqual([]);
});
