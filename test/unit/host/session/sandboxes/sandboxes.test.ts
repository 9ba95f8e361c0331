import { afterEach, describe, expect, test, vi } from "vitest";
import type { Sandboxes } from "@webserv/host/src/session/sandboxes/sandboxes.ts";
import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";

import { memorySite } from "../../../../support/sandboxes/memory-backend.ts";
import { sandboxesOfEachTest } from "./made-sandboxes.ts";

const never = new AbortController().signal;
const made = sandboxesOfEachTest();
afterEach(() => void vi.useRealTimers());

describe("a site that is not prepared yet", () => {
  test("a site is prepared once for all who wait, who are told how far it is, even if one gives up", async () => {
    const gate = Promise.withResolvers<void>();
    made.incus.importing = async (progress) => {
      progress({ text: "unpacking", share: 0.5 });
      await gate.promise;
    };
    const patience = new AbortController();
    const told: string[] = [];
    const create = (sandboxId: string, signal: AbortSignal): ReturnType<Sandboxes["create"]> =>
      made.sandboxes.create({ site: "shop", sandboxId, backend: "incus" }, signal, ({ text }) =>
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
    expect(made.incus.calls.slice(1)).toEqual(["import shop", "create two"]);
  });

  test("a site whose preparation fails is prepared anew for the next, and a preparation under way ends with the daemon", async () => {
    made.incus.importing = () => Promise.reject(new Error("no such image"));
    const wish = { site: "shop", sandboxId: "one", backend: "incus" } as const;
    await expect(made.sandboxes.create(wish, never)).rejects.toThrow("no such image");
    made.incus.importing = (_progress, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    const lost = made.sandboxes.create(wish, never).catch(toWebservError);
    await expect.poll(() => made.incus.calls.slice(1)).toEqual(["import shop", "import shop"]);
    made.ended.abort(new WebservError("cancelled", "the daemon is ending"));
    expect(await lost).toMatchObject({ code: "cancelled" });
  });
});

describe("ids chosen by the caller", () => {
  test("the same id and site give the same sandbox, also while it is being made", async () => {
    const gate = Promise.withResolvers<void>();
    made.incus.prepared.add("shop");
    made.incus.making = () => gate.promise;
    const wish = { site: "shop", sandboxId: "mine", leaseMs: 60_000 };
    const both = [made.sandboxes.create(wish, never), made.sandboxes.create(wish, never)];
    gate.resolve();
    const [first, second] = await Promise.all(both);
    expect(second).toMatchObject({ sandboxId: "mine", createdAt: first?.createdAt });
    expect(made.incus.calls.filter((call) => call === "create mine")).toHaveLength(1);
    expect(Date.parse(second?.leaseUntil ?? "")).toBeGreaterThan(Date.now() + 50_000);
  });

  test("a sandbox that is there is given at once, also while it is reset", async () => {
    made.incus.prepared.add("shop");
    const wish = { site: "shop", sandboxId: "mine", leaseMs: 60_000 };
    await made.sandboxes.create(wish, never);
    const gate = Promise.withResolvers<void>();
    made.incus.making = () => gate.promise;
    const reset = made.sandboxes.reset("mine", never);
    await expect.poll(() => made.incus.calls).toContain("reset mine");
    expect(await made.sandboxes.create(wish, never)).toMatchObject({ sandboxId: "mine" });
    gate.resolve();
    await reset;
  });

  test("a sandbox that is asked for while it is being deleted is made anew after that", async () => {
    made.incus.prepared.add("shop");
    const wish = { site: "shop", sandboxId: "mine" };
    await made.sandboxes.create(wish, never);
    const deletion = made.sandboxes.delete("mine");
    const next = made.sandboxes.create(wish, never);
    await Promise.all([deletion, next]);
    expect(made.incus.calls.slice(1)).toEqual(["create mine", "delete mine", "create mine"]);
    expect(made.sandboxes.get("mine")).toMatchObject({ state: "ready" });
  });

  test("an id is refused if a sandbox of another site, or on another backend, has it", async () => {
    made.incus.prepared.add("shop");
    await made.sandboxes.create({ site: "shop", sandboxId: "mine" }, never);
    for (const wish of [
      { site: "blog", sandboxId: "mine" },
      { site: "shop", sandboxId: "mine", backend: "local" as const },
    ]) {
      await expect(made.sandboxes.create(wish, never)).rejects.toMatchObject({
        code: "sandbox-exists",
      });
    }
  });

  test("deleting a sandbox ends its making, and deleting it again does nothing", async () => {
    made.incus.prepared.add("shop");
    made.incus.making = (signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    const wish = { site: "shop", sandboxId: "mine", leaseMs: 60_000 };
    const making = made.sandboxes.create(wish, never).catch(toWebservError);
    await expect.poll(() => made.incus.calls).toContain("create mine");
    expect(await made.sandboxes.delete("mine")).toBe(true);
    expect(await making).toMatchObject({ code: "unknown-sandbox" });
    expect(await made.sandboxes.delete("mine")).toBe(false);
    expect(made.leases.until("mine")).toBeUndefined();
    made.incus.making = () => Promise.resolve();
    expect(await made.sandboxes.create(wish, never)).toMatchObject({ state: "ready" });
  });

  test("a sandbox whose making failed leaves no lease", async () => {
    made.incus.prepared.add("shop");
    made.incus.making = () => Promise.reject(new Error("no memory"));
    const wish = { site: "shop", sandboxId: "mine", leaseMs: 60_000 };
    await expect(made.sandboxes.create(wish, never)).rejects.toThrow("no memory");
    expect(made.leases.until("mine")).toBeUndefined();
  });
});

test("each host of a site is served at the origin that the sandbox has for it", async () => {
  await made.sandboxes.create({ site: "shop", sandboxId: "a" }, never);
  expect(made.sandboxes.originOf("a", { host: "shop.test", port: 80 })).toBe(
    "http://10.0.0.1:1000",
  );
  expect(made.sandboxes.originOf("a", { host: "admin.shop.test", port: 8080 })).toBe(
    "http://10.0.0.1:1001",
  );
  expect(made.sandboxes.originOf("a", { host: "shop.test", port: 81 })).toBeUndefined();
});

test("a sandbox that is deleted while its backend is away is deleted once that is back", async () => {
  vi.useFakeTimers();
  await made.open("Incus does not run");
  made.incus.leave(memorySite("shop", "incus"), "left");
  made.leases.start(made.ended.signal);
  await made.sandboxes.delete("left");
  await vi.advanceTimersByTimeAsync(30_000);
  expect(made.incus.sandboxes.has("left")).toBe(true);
  made.incusFault.why = undefined;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(made.incus.sandboxes.has("left")).toBe(false);
  expect(made.leases.until("left")).toBeUndefined();
});

test("a sandbox that a session saw is expected while its backend is away, and told of when it is back", async () => {
  vi.useFakeTimers();
  await made.open("Incus does not run");
  made.incus.leave(memorySite("shop", "incus"), "left");
  const back: string[] = [];
  made.backends.onLeft(({ adopted }) => back.push(...adopted.map(({ sandboxId }) => sandboxId)));
  const seen = { site: "shop", sandboxId: "left", url: "" };
  expect(made.sandboxes.hostsOf(seen)).toEqual(made.sandboxes.site("shop").hosts);
  expect(() => made.sandboxes.hostsOf({ ...seen, sandboxId: "never-made" })).toThrow(
    "no sandbox has",
  );
  made.incusFault.why = undefined;
  await vi.advanceTimersByTimeAsync(10_000);
  await made.backends.reveal(never);
  expect(back).toEqual(["left"]);
});

test("the deletion of a sandbox does not wait for a backend that is slow to come, nor while the daemon ends", async () => {
  vi.useFakeTimers();
  const gate = Promise.withResolvers<void>();
  await made.open("Incus does not run");
  made.incus.leave(memorySite("shop", "incus"), "left");
  made.incus.adopting = () => gate.promise;
  made.incusFault.why = undefined;
  await vi.advanceTimersByTimeAsync(10_000);
  const deleted = made.sandboxes.delete("left");
  await vi.advanceTimersByTimeAsync(10_000);
  await deleted;
  expect(() => made.leases.assertKept("left")).toThrow("expired");
  made.ended.abort();
  await made.sandboxes.delete("left");
  gate.resolve();
  expect(await made.backends.reveal(never)).toBe(true);
  expect(made.incus.sandboxes.has("left")).toBe(true);
});

test("an id that a backend has is nobody else's while that is away, and its lease can be renewed", async () => {
  vi.useFakeTimers();
  await made.sandboxes.create({ site: "shop", sandboxId: "kept", leaseMs: 30_000 }, never);
  await made.open("Incus does not run");
  made.incus.leave(memorySite("shop", "incus"), "kept");
  made.leases.start(made.ended.signal);
  const refused = { code: "backend-unavailable" };
  const wish = { site: "shop", sandboxId: "kept", backend: "local" as const };
  await expect(made.sandboxes.create(wish, never)).rejects.toMatchObject(refused);
  await made.sandboxes.create({ ...wish, sandboxId: "other" }, never);
  const branch = made.sandboxes.branch("other", { newSandboxId: "kept" }, never);
  await expect(branch).rejects.toMatchObject(refused);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(() => made.sandboxes.renew("kept", undefined)).toThrow("can't be asked now");
  await vi.advanceTimersByTimeAsync(20_000);
  made.incusFault.why = undefined;
  expect(await made.backends.reveal(never)).toBe(true);
  expect(made.sandboxes.renew("kept", undefined)).toMatchObject({ sandboxId: "kept" });
});

test("an id that no sandbox has needs no further deletion, even if a backend is away", async () => {
  await made.open("Incus does not run");
  expect(await made.sandboxes.delete("never-made")).toBe(false);
  expect(made.leases.until("never-made")).toBeUndefined();
});

test("the deletion of a sandbox that failed is tried again until the sandbox is gone", async () => {
  vi.useFakeTimers();
  made.incus.prepared.add("shop");
  await made.sandboxes.create({ site: "shop", sandboxId: "a" }, never);
  made.leases.start(made.ended.signal);
  made.incus.deleteError = new Error("busy");
  await expect(made.sandboxes.delete("a")).rejects.toThrow("busy");
  await vi.advanceTimersByTimeAsync(30_000);
  expect(made.incus.sandboxes.has("a")).toBe(true);
  made.incus.deleteError = undefined;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(made.incus.sandboxes.has("a")).toBe(false);
  expect(made.leases.until("a")).toBeUndefined();
});
