import { setTimeout as delay } from "node:timers/promises";

import { beforeAll, expect, test } from "vitest";

import { addWord, patience, tinySite, useIncusWorld, wordsOf } from "../support/incus-sandboxes.ts";
import { describeWithIncus } from "../support/incus.ts";

describeWithIncus("branches of a running sandbox", () => {
  const world = useIncusWorld();
  const source = () => tinySite(world.place, "tiny-branch");
  beforeAll(async () => {
    await world.backend.adopt(() => undefined, patience());
    await world.backend.create({ source: source(), sandboxId: "parent" }, patience());
  });

  test("three branches go their own ways, and the parent is as it was", async () => {
    const parent = world.backend.get("parent");
    await addWord(parent, "cart");
    const names = ["left", "middle", "right"];
    const branches = await Promise.all(
      names.map(async (name) => world.backend.branch("parent", { newSandboxId: name }, patience())),
    );
    await Promise.all(branches.map(async (branch) => addWord(branch, branch.sandboxId)));
    expect(await Promise.all(branches.map(wordsOf))).toEqual(names.map((name) => ["cart", name]));
    expect(branches.map((branch) => branch.parent)).toEqual(["parent", "parent", "parent"]);
    expect(new Set(branches.map(({ origin }) => origin)).size).toBe(3);
    expect(await wordsOf(parent)).toEqual(["cart"]);
    // What runs in it is what ran before.
    expect(world.backend.get("parent")).toEqual(parent);
    await Promise.all(names.map(async (name) => world.backend.delete(name)));
  });

  test("a branch under writes holds all that was acknowledged before it was asked for", async () => {
    const parent = world.backend.get("parent");
    const over = new AbortController();
    const acknowledged: string[] = [];
    const writing = (async () => {
      for (let count = 0; !over.signal.aborted; count += 1) {
        await addWord(parent, `w${count}`);
        acknowledged.push(`w${count}`);
      }
    })();
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(20);
    const sure = [...acknowledged];
    const branch = await world.backend.branch("parent", { newSandboxId: "under" }, patience());
    const then = acknowledged.length;
    // The parent was only paused.
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(then + 5);
    over.abort();
    await writing;
    const words = await wordsOf(branch);
    expect(words.slice(1, 1 + sure.length)).toEqual(sure);
    expect((await wordsOf(parent)).slice(0, words.length)).toEqual(words);
    await world.backend.delete("under");
  });

  test("a branch taken back leaves its parent running and nothing else", async () => {
    const before = await world.instances();
    for (const afterMs of [0, 60, 200]) {
      const abort = new AbortController();
      const reason = new Error("taken back");
      const outcome = world.backend.branch("parent", { newSandboxId: "undone" }, abort.signal).then(
        () => "in time",
        (error: unknown) => error,
      );
      await delay(afterMs);
      abort.abort(reason);
      expect(["in time", reason]).toContain(await outcome);
      await world.backend.delete("undone");
      // What can't be deleted at once, since Incus is still making it, is tried again behind.
      await expect.poll(async () => world.instances(), { timeout: 60_000 }).toEqual(before);
      await addWord(world.backend.get("parent"), `after-${afterMs}`);
    }
  });
});
