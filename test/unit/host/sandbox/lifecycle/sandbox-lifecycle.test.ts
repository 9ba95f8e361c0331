import { beforeEach, describe, expect, test } from "vitest";

import type { SandboxBackend } from "@webserv/host/src/sandbox/backend.ts";
import { SandboxIds } from "@webserv/host/src/sandbox/sandbox-ids.ts";
import { toWebservError } from "@webserv/shared/errors/errors.ts";

import { MemoryDriver, memorySite } from "../../../../support/sandboxes/memory-backend.ts";
import { noDeadline } from "../../../../support/time/patience.ts";

const shop = memorySite("shop", "local");
const deleted = { code: "unknown-sandbox", message: 'the sandbox "one" was deleted meanwhile' };
const closed = { code: "backend-unavailable", message: "the local backend is closed" };
let ids: SandboxIds;
let driver: MemoryDriver;
let backend: SandboxBackend;

beforeEach(() => {
  ids = new SandboxIds();
  driver = new MemoryDriver("local");
  backend = driver.open(ids);
});

const create = async (sandboxId = "one", signal = noDeadline): Promise<unknown> =>
  await backend.create({ source: shop, sandboxId }, signal).catch(toWebservError);
const begun = async (call: string): Promise<void> => {
  await expect.poll(() => driver.calls).toContain(call);
};

/** Goes on until its signal ends. */
function forever(signal: AbortSignal): Promise<void> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("it was cut short")));
  });
}

describe("the making of a sandbox", () => {
  test("a sandbox that is being made is listed as starting, and once it is made as ready", async () => {
    const gate = Promise.withResolvers<void>();
    driver.making = () => gate.promise;
    const making = create();
    await begun("create one");
    expect(backend.list()).toMatchObject([{ sandboxId: "one", state: "starting" }]);
    gate.resolve();
    expect(await making).toMatchObject({ sandboxId: "one", state: "ready" });
    expect(backend.find("one")).toMatchObject({ state: "ready" });
  });

  test("a sandbox whose making fails is undone and forgotten, and its id is free", async () => {
    driver.making = () => Promise.reject(new Error("no memory"));
    expect(await create()).toMatchObject({ message: "no memory" });
    expect(driver.calls).toEqual(["create one", "undo one"]);
    expect(backend.find("one")).toBeUndefined();
    driver.making = () => Promise.resolve();
    expect(await create()).toMatchObject({ state: "ready" });
  });

  test("a sandbox whose caller gives up is undone, and the caller's own reason is thrown", async () => {
    driver.making = forever;
    const caller = new AbortController();
    const making = backend.create({ source: shop, sandboxId: "one" }, caller.signal);
    await begun("create one");
    const reason = new Error("enough");
    caller.abort(reason);
    await expect(making).rejects.toBe(reason);
    expect(driver.calls).toEqual(["create one", "undo one, ended"]);
  });

  test("an id is one sandbox of one site, however often it is asked for", async () => {
    const both = await Promise.all([create(), create()]);
    expect(both[1]).toEqual(both[0]);
    expect(driver.calls).toEqual(["create one"]);
    const other = backend.create(
      { source: memorySite("blog", "local"), sandboxId: "one" },
      noDeadline,
    );
    await expect(other).rejects.toMatchObject({ code: "sandbox-exists" });
  });
});

describe("the turns of an id", () => {
  test("changes of one sandbox wait for each other, and those of another do not", async () => {
    await Promise.all([create("one"), create("two")]);
    const gate = Promise.withResolvers<void>();
    driver.making = () => gate.promise;
    const first = backend.reset("one", noDeadline);
    const second = backend.checkpoint("one", "kept", noDeadline);
    await backend.checkpoint("two", "kept", noDeadline);
    expect(driver.calls.slice(2)).toEqual(["reset one", "checkpoint two kept"]);
    gate.resolve();
    await Promise.all([first, second]);
    expect(driver.calls.at(-1)).toBe("checkpoint one kept");
  });

  test("whoever has the turn of an id makes and deletes its sandbox, and all others wait", async () => {
    const gate = Promise.withResolvers<void>();
    const held = ids.run("one", noDeadline, async (turn) => {
      await backend.create({ source: shop, sandboxId: "one" }, turn);
      await gate.promise;
      await backend.delete("one", turn);
    });
    await begun("create one");
    const waiting = create();
    gate.resolve();
    await held;
    expect(await waiting).toMatchObject({ state: "ready" });
    expect(driver.calls).toEqual(["create one", "delete one", "create one"]);
  });

  test("the turn of one id does not stand for that of another", async () => {
    await create("one");
    const gate = Promise.withResolvers<void>();
    driver.making = () => gate.promise;
    const reset = backend.reset("one", noDeadline);
    const branching = ids.run("two", noDeadline, async (turn) =>
      backend.branch("one", { newSandboxId: "two" }, turn),
    );
    let copied = false;
    driver.copying = async () => void (copied = true);
    await begun("branch two");
    expect(copied).toBe(false);
    gate.resolve();
    expect(await branching).toMatchObject({ sandboxId: "two", parent: "one" });
    await reset;
  });

  test("backends that share their ids never work under the same id at once", async () => {
    const other = new MemoryDriver("incus");
    const gate = Promise.withResolvers<void>();
    driver.making = () => gate.promise;
    const first = create();
    const second = other
      .open(ids)
      .create({ source: memorySite("shop", "incus"), sandboxId: "one" }, noDeadline);
    await begun("create one");
    expect(other.calls).toEqual([]);
    gate.resolve();
    await Promise.all([first, second]);
    expect(other.calls).toEqual(["create one"]);
  });
});

describe("a deletion", () => {
  test("a deletion ends the making of the sandbox, undoes it, and says why", async () => {
    driver.making = forever;
    const making = create();
    await begun("create one");
    await backend.delete("one");
    expect(await making).toMatchObject(deleted);
    expect(driver.calls).toEqual(["create one", "undo one, ended"]);
  });

  test("a deletion ends work under its id before there is a sandbox, such as an import", async () => {
    const turn = Promise.withResolvers<void>();
    const importing = ids.run("one", noDeadline, async ({ signal }) => {
      turn.resolve();
      await forever(signal);
    });
    await turn.promise;
    await ids.end("one", undefined, async () => {});
    await expect(importing).rejects.toMatchObject(deleted);
    expect(await create()).toMatchObject({ state: "ready" });
  });

  test("a deletion ends a change under way and those that wait, and then removes the sandbox", async () => {
    await create();
    driver.making = forever;
    const changes = [
      backend.reset("one", noDeadline),
      backend.checkpoint("one", "kept", noDeadline),
    ].map((change) => change.catch(toWebservError));
    await begun("reset one");
    await backend.delete("one");
    expect(await Promise.all(changes)).toMatchObject([deleted, deleted]);
    expect(driver.calls.slice(1)).toEqual(["reset one", "delete one"]);
  });

  test("a deletion leaves alone whoever asks for the same id after it", async () => {
    driver.making = forever;
    const making = create();
    await begun("create one");
    const deletion = backend.delete("one");
    const next = create();
    driver.making = () => Promise.resolve();
    await deletion;
    expect(await making).toMatchObject(deleted);
    expect(await next).toMatchObject({ sandboxId: "one", state: "ready" });
  });

  test("a deletion that fails keeps the sandbox for the next attempt, and nothing is changed meanwhile", async () => {
    await create();
    driver.deleteError = new Error("busy");
    await expect(backend.delete("one")).rejects.toThrow("busy");
    await expect(backend.reset("one", noDeadline)).rejects.toMatchObject(deleted);
    driver.deleteError = undefined;
    await backend.delete("one");
    expect(backend.list()).toEqual([]);
    expect(await create()).toMatchObject({ state: "ready" });
  });

  test("the deletion of a parent ends the copying of its branch, which is undone", async () => {
    await create();
    driver.copying = forever;
    const branching = backend.branch("one", { newSandboxId: "two" }, noDeadline);
    const outcome = branching.catch(toWebservError);
    await begun("branch two");
    await backend.delete("one");
    expect(await outcome).toMatchObject(deleted);
    expect(driver.calls.slice(1).sort()).toEqual(["branch two", "delete one", "undo two"]);
    expect(backend.list()).toEqual([]);
  });

  test("the deletion of a sandbox that is not there does nothing", async () => {
    await backend.delete("one");
    expect(driver.calls).toEqual([]);
  });
});

describe("the failures of sandboxes", () => {
  test("the failure of a sandbox is told with its state, but not while it is being deleted", async () => {
    const told: string[] = [];
    backend.onFailure(({ sandboxId, state }) => told.push(`${sandboxId} ${state}`));
    await Promise.all([create("one"), create("two")]);
    driver.fail("two");
    driver.deleteError = new Error("busy");
    await backend.delete("one").catch(() => undefined);
    driver.fail("one");
    expect(told).toEqual(["two failed"]);
  });
});

describe("the end of a backend", () => {
  test("the end of a backend deletes every sandbox, also one being made, before it closes what they stand on", async () => {
    await create("one");
    driver.making = forever;
    const making = create("two");
    await begun("create two");
    await backend.close();
    expect(await making).toMatchObject(closed);
    expect(driver.calls.slice(2).sort()).toEqual(["close", "delete one", "undo two, ended"]);
    expect(driver.calls.at(-1)).toBe("close");
    expect(await create("three")).toMatchObject(closed);
    expect(backend.list()).toEqual([]);
  });

  test("a call that the end of a backend cuts short is told that its sandbox is deleted, not to be sent again", async () => {
    await create();
    driver.making = forever;
    const reset = backend.reset("one", noDeadline).catch(toWebservError);
    await begun("reset one");
    await backend.close();
    expect(await reset).toMatchObject({
      ...closed,
      next: "Connect again: another daemon is started. This one deletes its sandboxes, so create yours again.",
    });
  });

  test("the end of a backend waits for what goes on in the background", async () => {
    const gate = Promise.withResolvers<void>();
    driver.goOn(gate.promise);
    const closing = backend.close();
    await create("late");
    expect(driver.calls).not.toContain("close");
    gate.resolve();
    await closing;
    expect(driver.calls.at(-1)).toBe("close");
  });

  test("the end of a backend leaves a sandbox that can't be deleted to the next one, which adopts it", async () => {
    await create();
    driver.deleteError = new Error("busy");
    await backend.close();
    expect(driver.calls.slice(1)).toEqual(["delete one", "close"]);
    const next = driver.open(new SandboxIds());
    const { adopted } = await next.adopt(() => shop, noDeadline);
    expect(adopted).toMatchObject([{ sandboxId: "one", state: "ready" }]);
  });

  test("a backend that is abandoned keeps no id, and the next one makes a sandbox under it", async () => {
    await create();
    driver.deleteError = new Error("busy");
    await expect(backend.delete("one")).rejects.toThrow("busy");
    await backend.abandon();
    driver.sandboxes.clear();
    backend = driver.open(ids);
    expect(await create()).toMatchObject({ state: "ready" });
  });

  test("a backend that is abandoned deletes nothing, tells of no failure and ends what is under way", async () => {
    const told: string[] = [];
    backend.onFailure(({ sandboxId }) => told.push(sandboxId));
    await create();
    driver.making = forever;
    const reset = backend.reset("one", noDeadline).catch(toWebservError);
    await begun("reset one");
    await backend.abandon();
    expect(await reset).toMatchObject({
      code: "backend-unavailable",
      message:
        "the local backend was given up, since what an earlier daemon left could not be taken back",
      next: "Send the call again, which opens the backend anew. If it ran a command, first look at what that did.",
    });
    driver.fail("one");
    expect(driver.calls.slice(1)).toEqual(["reset one", "abandon"]);
    expect(told).toEqual([]);
  });
});

test("a sandbox that was adopted is changed, and deleted with all that waits for it, like one that was made", async () => {
  driver.leave(shop, "one");
  await backend.adopt(() => shop, noDeadline);
  driver.making = forever;
  const changes = [
    backend.reset("one", noDeadline),
    backend.checkpoint("one", "kept", noDeadline),
  ].map((change) => change.catch(toWebservError));
  await begun("reset one");
  await backend.delete("one");
  expect(await Promise.all(changes)).toMatchObject([deleted, deleted]);
  expect(backend.list()).toEqual([]);
});
