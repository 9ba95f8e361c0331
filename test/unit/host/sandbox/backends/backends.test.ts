import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { Backends } from "@webserv/host/src/sandbox/backends/backends.ts";
import type { SiteSource } from "@webserv/host/src/sandbox/backend.ts";

import {
  MemoryDriver,
  memoryEntry,
  memorySite,
} from "../../../../support/sandboxes/memory-backend.ts";

const never = new AbortController().signal;
const log = pino({ level: "silent" });
let incus: MemoryDriver;
let local: MemoryDriver;
let incusFault: { why: string | undefined };
let backends: Backends;

beforeEach(async () => {
  incus = new MemoryDriver("incus");
  local = new MemoryDriver("local");
  incusFault = { why: undefined };
  const entries = [memoryEntry(incus, incusFault), memoryEntry(local)];
  backends = new Backends({ entries, log });
});
afterEach(() => vi.useRealTimers());

const nothingKnown = (): undefined => undefined;

async function chosen(source: SiteSource, wish = {}): Promise<string> {
  return (await backends.choose(source, wish, never)).name;
}

describe("the choice of a site's backend", () => {
  beforeEach(async () => void (await backends.adopt(nothingKnown, never)));

  test("a site is taken by the first backend that has its image, or knows where to take it from", async () => {
    const both = memorySite("both", "incus", "local");
    expect(await chosen(both)).toBe("local");
    incus.prepared.add("both");
    expect(await chosen(both)).toBe("incus");
    expect(await chosen(memorySite("other", "image source", "local"))).toBe("incus");
  });

  test("a backend that is named takes a site even if another would be chosen", async () => {
    const both = memorySite("both", "image source", "local");
    expect(await chosen(both, { backend: "local" })).toBe("local");
    await expect(
      backends.choose(memorySite("only", "local"), { backend: "incus" }, never),
    ).rejects.toMatchObject({ code: "unsupported" });
  });

  test("an image is taken by the backend that runs images", async () => {
    const both = memorySite("both", "incus", "local");
    expect(await chosen(both, { image: "docker://x" })).toBe("incus");
    const alone = new Backends({ entries: [memoryEntry(local)], log });
    await expect(alone.choose(both, { image: "docker://x" }, never)).rejects.toMatchObject({
      code: "backend-unavailable",
    });
  });

  test("if no backend can take a site, each says why", async () => {
    const refused = backends.choose(memorySite("only", "local"), { image: "docker://x" }, never);
    await expect(refused).rejects.toMatchObject({ code: "backend-unavailable" });
    await expect(refused).rejects.toThrow("incus: nothing for incus; local: it runs no images");
    await expect(backends.choose(memorySite("new", "incus"), {}, never)).rejects.toMatchObject({
      code: "site-not-prepared",
    });
  });

  test("a site whose definition says nothing of how to run it is refused in words", async () => {
    const refused = backends.choose(memorySite("bare"), {}, never);
    await expect(refused).rejects.toMatchObject({ code: "unsupported" });
    await expect(refused).rejects.toThrow('neither "local" nor "image"');
  });
});

test("a backend that comes up later is taken from then on, with what was there", async () => {
  vi.useFakeTimers();
  incusFault.why = "no socket";
  incus.leave(memorySite("s", "incus"), "old");
  await backends.adopt(nothingKnown, never);
  expect(await backends.states(never)).toEqual([
    { name: "incus", available: false, reason: "no socket" },
    { name: "local", available: true },
  ]);
  expect(() => backends.get("old")).toThrow("incus backend can't be asked now");
  expect(await backends.reveal(never)).toBe(false);

  incusFault.why = undefined;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await backends.reveal(never)).toBe(true);
  expect(backends.get("old").sandboxId).toBe("old");
  expect(incus.calls.filter((call) => call === "adopt")).toHaveLength(1);
  expect(await backends.states(never)).toMatchObject([{ available: true }, { available: true }]);
});

test("failures of sandboxes are heard of every backend, also of one that came up late", async () => {
  vi.useFakeTimers();
  const failed: string[] = [];
  incusFault.why = "down";
  backends.onFailure(({ sandboxId }) => failed.push(sandboxId));
  await backends.adopt(nothingKnown, never);
  incusFault.why = undefined;
  await vi.advanceTimersByTimeAsync(10_000);
  await backends.reveal(never);
  const source = memorySite("s", "incus");
  const backend = await backends.choose(source, { backend: "incus" }, never);
  await backend.create({ source, sandboxId: "one" }, never);
  incus.fail("one");
  expect(failed).toEqual(["one"]);
});

test("a caller that goes away does not end the opening of a backend that others wait for", async () => {
  const gate = Promise.withResolvers<void>();
  const slow = memoryEntry(incus);
  backends = new Backends({
    entries: [
      { ...slow, open: async (ids, signal) => gate.promise.then(() => slow.open(ids, signal)) },
    ],
    log,
  });
  const leaving = new AbortController();
  const site = memorySite("s", "image source");
  const first = backends.choose(site, {}, leaving.signal).catch((error: unknown) => error);
  const second = backends.choose(site, {}, never);
  const reason = new Error("gone");
  leaving.abort(reason);
  expect(await first).toBe(reason);
  gate.resolve();
  expect((await second).name).toBe("incus");
});

test("closing the backends ends each of them before what it is reached by is let go", async () => {
  await backends.adopt(nothingKnown, never);
  await backends.close();
  expect(incus.calls).toEqual(["adopt", "close", "release"]);
});

test("a backend that can't adopt its sandboxes is let go of without a deletion, and opened anew", async () => {
  vi.useFakeTimers();
  incus.adopting = () => Promise.reject(new Error("half way"));
  await backends.adopt(nothingKnown, never);
  expect(incus.calls).toEqual(["adopt", "abandon", "release"]);
  incus.adopting = () => Promise.resolve();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await backends.reveal(never)).toBe(true);
  expect(incus.calls).toEqual(["adopt", "abandon", "release", "adopt"]);
});
