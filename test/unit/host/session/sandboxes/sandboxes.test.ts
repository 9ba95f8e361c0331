import { mkdtempSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Sandboxes } from "@webserv/host/src/session/sandboxes/sandboxes.ts";
import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";

import { memorySite } from "../../../../support/sandboxes/memory-backend.ts";
import type { MadeSandboxes } from "./made-sandboxes.ts";
import { defineSite, makeSandboxes } from "./made-sandboxes.ts";

const never = new AbortController().signal;
let dir: string;
let incus: MadeSandboxes["incus"];
let incusFault: MadeSandboxes["incusFault"];
let backends: MadeSandboxes["backends"];
let leases: MadeSandboxes["leases"];
let sandboxes: MadeSandboxes["sandboxes"];
let ended: AbortController;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "webserv-sandboxes-"));
  await mkdir(join(dir, "shipped"));
  for (const name of ["shop", "blog"]) defineSite(dir, `shipped/${name}.json`, name);
  await open();
});
afterEach(() => {
  vi.useRealTimers();
  ended.abort();
  rmSync(dir, { recursive: true, force: true });
});

async function open(why?: string): Promise<void> {
  ({ incus, incusFault, backends, leases, sandboxes, ended } = await makeSandboxes(dir, why));
}

describe("a site that is not prepared yet", () => {
  test("a site is prepared once for all who wait, who are told how far it is, even if one gives up", async () => {
    const gate = Promise.withResolvers<void>();
    incus.importing = async (progress) => {
      progress({ text: "unpacking", share: 0.5 });
      await gate.promise;
    };
    const patience = new AbortController();
    const told: string[] = [];
    const create = (sandboxId: string, signal: AbortSignal): ReturnType<Sandboxes["create"]> =>
      sandboxes.create({ site: "shop", sandboxId, backend: "incus" }, signal, ({ text }) =>
        told.push(`${sandboxId}: ${text}`),
      );
    const first = create("one", patience.signal).catch(toWebservError);
    await expect.poll(() => told).toEqual(["one: unpacking"]);
    patience.abort(new WebservError("timeout", "it took too long"));
    expect(await first).toMatchObject({ code: "timeout" });
    const second = create("two", never);
    await expect.poll(() => told).toEqual(["one: unpacking", "two: unpacking"]);
    gate.resolve();
    expect(await second).toMatchObject({ sandboxId: "two", state: "ready" });
    expect(incus.calls.slice(1)).toEqual(["import shop", "create two"]);
  });

  test("a site whose preparation fails is prepared anew for the next, and a preparation under way ends with the daemon", async () => {
    incus.importing = () => Promise.reject(new Error("no such image"));
    const wish = { site: "shop", sandboxId: "one", backend: "incus" } as const;
    await expect(sandboxes.create(wish, never)).rejects.toThrow("no such image");
    incus.importing = (_progress, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    const lost = sandboxes.create(wish, never).catch(toWebservError);
    await expect.poll(() => incus.calls.slice(1)).toEqual(["import shop", "import shop"]);
    ended.abort(new WebservError("cancelled", "the daemon is ending"));
    expect(await lost).toMatchObject({ code: "cancelled" });
  });
});

describe("ids chosen by the caller", () => {
  test("the same id and site give the same sandbox, also while it is being made", async () => {
    const gate = Promise.withResolvers<void>();
    incus.prepared.add("shop");
    incus.making = () => gate.promise;
    const wish = { site: "shop", sandboxId: "mine", leaseMs: 60_000 };
    const both = [sandboxes.create(wish, never), sandboxes.create(wish, never)];
    gate.resolve();
    const [first, second] = await Promise.all(both);
    expect(second).toMatchObject({ sandboxId: "mine", createdAt: first?.createdAt });
    expect(incus.calls.filter((call) => call === "create mine")).toHaveLength(1);
    expect(Date.parse(second?.leaseUntil ?? "")).toBeGreaterThan(Date.now() + 50_000);
  });

  test("a sandbox that is there is given at once, also while it is reset", async () => {
    incus.prepared.add("shop");
    const wish = { site: "shop", sandboxId: "mine", leaseMs: 60_000 };
    await sandboxes.create(wish, never);
    const gate = Promise.withResolvers<void>();
    incus.making = () => gate.promise;
    const reset = sandboxes.reset("mine", never);
    await expect.poll(() => incus.calls).toContain("reset mine");
    expect(await sandboxes.create(wish, never)).toMatchObject({ sandboxId: "mine" });
    gate.resolve();
    await reset;
  });

  test("a sandbox that is asked for while it is being deleted is made anew after that", async () => {
    incus.prepared.add("shop");
    const wish = { site: "shop", sandboxId: "mine" };
    await sandboxes.create(wish, never);
    const deletion = sandboxes.delete("mine");
    const next = sandboxes.create(wish, never);
    await Promise.all([deletion, next]);
    expect(incus.calls.slice(1)).toEqual(["create mine", "delete mine", "create mine"]);
    expect(sandboxes.get("mine")).toMatchObject({ state: "ready" });
  });

  test("an id is refused if a sandbox of another site, or on another backend, has it", async () => {
    incus.prepared.add("shop");
    await sandboxes.create({ site: "shop", sandboxId: "mine" }, never);
    for (const wish of [
      { site: "blog", sandboxId: "mine" },
      { site: "shop", sandboxId: "mine", backend: "local" as const },
    ]) {
      await expect(sandboxes.create(wish, never)).rejects.toMatchObject({ code: "sandbox-exists" });
    }
  });

  test("deleting a sandbox ends its making, and deleting it again does nothing", async () => {
    incus.prepared.add("shop");
    incus.making = (signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    const wish = { site: "shop", sandboxId: "mine", leaseMs: 60_000 };
    const making = sandboxes.create(wish, never).catch(toWebservError);
    await expect.poll(() => incus.calls).toContain("create mine");
    await sandboxes.delete("mine");
    expect(await making).toMatchObject({ code: "unknown-sandbox" });
    await sandboxes.delete("mine");
    expect(leases.until("mine")).toBeUndefined();
    incus.making = () => Promise.resolve();
    expect(await sandboxes.create(wish, never)).toMatchObject({ state: "ready" });
  });

  test("a sandbox whose making failed leaves no lease", async () => {
    incus.prepared.add("shop");
    incus.making = () => Promise.reject(new Error("no memory"));
    const wish = { site: "shop", sandboxId: "mine", leaseMs: 60_000 };
    await expect(sandboxes.create(wish, never)).rejects.toThrow("no memory");
    expect(leases.until("mine")).toBeUndefined();
  });
});

test("each host of a site is served at the origin that the sandbox has for it", async () => {
  await sandboxes.create({ site: "shop", sandboxId: "a" }, never);
  expect(sandboxes.originOf("a", { host: "shop.test", port: 80 })).toBe("http://10.0.0.1:1000");
  expect(sandboxes.originOf("a", { host: "admin.shop.test", port: 8080 })).toBe(
    "http://10.0.0.1:1001",
  );
  expect(sandboxes.originOf("a", { host: "shop.test", port: 81 })).toBeUndefined();
});

test("a sandbox that is deleted while its backend is away is deleted once that is back", async () => {
  vi.useFakeTimers();
  await open("Incus does not run");
  incus.leave(memorySite("shop", "incus"), "left");
  leases.start(ended.signal);
  await sandboxes.delete("left");
  await vi.advanceTimersByTimeAsync(30_000);
  expect(incus.sandboxes.has("left")).toBe(true);
  incusFault.why = undefined;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(incus.sandboxes.has("left")).toBe(false);
  expect(leases.until("left")).toBeUndefined();
});

test("a sandbox that a session saw is expected while its backend is away, and told of when it is back", async () => {
  vi.useFakeTimers();
  await open("Incus does not run");
  incus.leave(memorySite("shop", "incus"), "left");
  const back: string[] = [];
  backends.onLeft(({ adopted }) => back.push(...adopted.map(({ sandboxId }) => sandboxId)));
  const seen = { site: "shop", sandboxId: "left", url: "" };
  expect(sandboxes.hostsOf(seen)).toEqual(sandboxes.site("shop").hosts);
  expect(() => sandboxes.hostsOf({ ...seen, sandboxId: "never-made" })).toThrow("no sandbox has");
  incusFault.why = undefined;
  await vi.advanceTimersByTimeAsync(10_000);
  await backends.reveal(never);
  expect(back).toEqual(["left"]);
});

test("the deletion of a sandbox does not wait for a backend that is slow to come, nor while the daemon ends", async () => {
  vi.useFakeTimers();
  const gate = Promise.withResolvers<void>();
  await open("Incus does not run");
  incus.leave(memorySite("shop", "incus"), "left");
  incus.adopting = () => gate.promise;
  incusFault.why = undefined;
  await vi.advanceTimersByTimeAsync(10_000);
  const deleted = sandboxes.delete("left");
  await vi.advanceTimersByTimeAsync(10_000);
  await deleted;
  expect(() => leases.assertKept("left")).toThrow("expired");
  ended.abort();
  await sandboxes.delete("left");
  gate.resolve();
  expect(await backends.reveal(never)).toBe(true);
  expect(incus.sandboxes.has("left")).toBe(true);
});

test("an id that a backend has is nobody else's while that is away, and its lease can be renewed", async () => {
  vi.useFakeTimers();
  await sandboxes.create({ site: "shop", sandboxId: "kept", leaseMs: 30_000 }, never);
  await open("Incus does not run");
  incus.leave(memorySite("shop", "incus"), "kept");
  leases.start(ended.signal);
  const refused = { code: "backend-unavailable" };
  const wish = { site: "shop", sandboxId: "kept", backend: "local" as const };
  await expect(sandboxes.create(wish, never)).rejects.toMatchObject(refused);
  await sandboxes.create({ ...wish, sandboxId: "other" }, never);
  const branch = sandboxes.branch("other", { newSandboxId: "kept" }, never);
  await expect(branch).rejects.toMatchObject(refused);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(() => sandboxes.renew("kept", undefined)).toThrow("can't be asked now");
  await vi.advanceTimersByTimeAsync(20_000);
  incusFault.why = undefined;
  expect(await backends.reveal(never)).toBe(true);
  expect(sandboxes.renew("kept", undefined)).toMatchObject({ sandboxId: "kept" });
});

test("an id that no sandbox has needs no further deletion, even if a backend is away", async () => {
  await open("Incus does not run");
  await sandboxes.delete("never-made");
  expect(leases.until("never-made")).toBeUndefined();
});

test("the deletion of a sandbox that failed is tried again until the sandbox is gone", async () => {
  vi.useFakeTimers();
  incus.prepared.add("shop");
  await sandboxes.create({ site: "shop", sandboxId: "a" }, never);
  leases.start(ended.signal);
  incus.deleteError = new Error("busy");
  await expect(sandboxes.delete("a")).rejects.toThrow("busy");
  await vi.advanceTimersByTimeAsync(30_000);
  expect(incus.sandboxes.has("a")).toBe(true);
  incus.deleteError = undefined;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(incus.sandboxes.has("a")).toBe(false);
  expect(leases.until("a")).toBeUndefined();
});
