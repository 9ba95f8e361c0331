import { setTimeout as delay } from "node:timers/promises";

import { beforeAll, expect, test } from "vitest";

import { labelKeys } from "@webserv/host/src/sandbox/incus/state/labels.ts";

import {
  addWord,
  patience,
  tinySite,
  useIncusWorld,
  wordsOf,
} from "../support/incus/incus-sandboxes.ts";
import { describeWithIncus } from "../support/incus/incus.ts";
import { imageIn } from "../support/incus/own-backend.ts";

/** A site that says it is not up while /data/held is there. */
const upUnlessHeld = {
  mode: 0o755,
  content: `#!/bin/sh
[ -e /data/held ] && printf "Status: 503 Held\\r\\n"
printf "Content-Type: text/plain\\r\\n\\r\\nTiny\\n"
`,
};

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

  test("the parent can be used while its branch is still coming up", async () => {
    const image = { files: { "/www/cgi-bin/up": upUnlessHeld } };
    const slow = tinySite(world.place, "tiny-slow", {
      image: {
        source: await imageIn(world.place, "slow", image),
        ports: [],
        env: {},
        share: [],
        bake: [],
      },
      readiness: { path: "/cgi-bin/up", status: 200, timeoutMs: 100_000 },
    });
    await world.backend.create({ source: slow, sandboxId: "slow" }, patience());
    // What it holds back its readiness by is copied with its disk.
    await world.backend.exec("slow", ["touch", "/data/held"], {}, patience());
    const branching = world.backend.branch("slow", { newSandboxId: "child" }, patience());
    const outcome = branching.then(
      () => "up",
      () => "taken back",
    );
    const running = async (): Promise<number> =>
      (await world.client.instances.list(patience())).filter(
        ({ status, config }) => status === "Running" && config[labelKeys.sandbox] === "child",
      ).length;
    await expect.poll(running).toBe(1);
    const kept = await world.backend.checkpoint("slow", "meanwhile", patience());
    expect(kept.checkpoints.map(({ name }) => name)).toEqual(["meanwhile"]);
    expect(world.backend.get("child").state).toBe("starting");
    await world.backend.delete("child");
    expect(await outcome).toBe("taken back");
    await world.backend.delete("slow");
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
    await expect.poll(() => acknowledged.length).toBeGreaterThan(20);
    const sure = [...acknowledged];
    const branch = await world.backend.branch("parent", { newSandboxId: "under" }, patience());
    const then = acknowledged.length;
    // The parent was only paused.
    await expect.poll(() => acknowledged.length).toBeGreaterThan(then + 5);
    over.abort();
    await writing;
    const words = await wordsOf(branch);
    expect(words.slice(1, 1 + sure.length)).toEqual(sure);
    expect((await wordsOf(parent)).slice(0, words.length)).toEqual(words);
    await world.backend.delete("under");
  });

  test("a branch taken back leaves its parent running and nothing else", async () => {
    const before = await world.instances();
    for (const afterMs of [0, 5, 10, 20, 60, 200]) {
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
      expect(await world.instances()).toEqual(before);
      await addWord(world.backend.get("parent"), `after-${afterMs}`);
    }
  });
});
