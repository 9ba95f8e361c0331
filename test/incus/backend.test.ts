import { beforeAll, expect, test } from "vitest";

import type { Sandbox } from "@webserv/shared/model/sandbox.ts";

import {
  addWord,
  ask,
  patience,
  tinySite,
  useIncusWorld,
  wordsOf,
} from "../support/incus/incus-sandboxes.ts";
import { leanEnvironment } from "../../scripts/set-up/incus/daemon/lean-start.ts";
import { describeWithIncus } from "../support/incus/incus.ts";
import { wholeOutput } from "../support/incus/whole-output.ts";

describeWithIncus("sandboxes as clones of an image", () => {
  const world = useIncusWorld();
  const source = () => tinySite(world.place, "tiny-life");
  const create = async (sandboxId: string): Promise<Sandbox> =>
    world.backend.create({ source: source(), sandboxId }, patience());

  beforeAll(async () => {
    await world.backend.adopt(() => undefined, patience());
    await world.backend.importSite({ source: source() }, patience());
  });

  test("an image is imported once; asked again, nothing is done", async () => {
    const before = [await world.backend.siteState(source()), await world.instances()];
    const texts: string[] = [];
    const image = source().site.image?.source ?? "";
    await world.backend.importSite(
      { source: source(), image, progress: ({ text }) => texts.push(text) },
      patience(),
    );
    expect([await world.backend.siteState(source()), await world.instances()]).toEqual(before);
    expect(texts.at(-1)).toContain("nothing to do");
    expect(before[0]).toMatchObject({ site: "tiny-life", backend: "incus", prepared: true });
  });

  test("asking twice for one id makes one sandbox, which answers at its origin", async () => {
    const [first, second] = await Promise.all([create("one"), create("one")]);
    expect(second).toEqual(first);
    expect(first).toMatchObject({
      state: "ready",
      backend: "incus",
      hosts: [{ host: "tiny-life.test", port: 80 }],
      origins: [first.origin],
    });
    expect(await ask(first, "/")).toContain("Tiny site");
    expect(world.backend.list()).toEqual([first]);
    const other = tinySite(world.place, "tiny-other");
    await expect(
      world.backend.create({ source: other, sandboxId: "one" }, patience()),
    ).rejects.toMatchObject({ code: "sandbox-exists" });
  });

  test("a reset leaves nothing of what was done, and its checkpoints stay", async () => {
    await addWord(world.backend.get("one"), "before");
    const kept = await world.backend.checkpoint("one", "kept", patience());
    expect(kept.checkpoints.map(({ name }) => name)).toEqual(["kept"]);
    expect(await wordsOf(kept)).toEqual(["before"]);
    await addWord(kept, "after");

    const reset = await world.backend.reset("one", patience());
    expect(reset).toMatchObject({ state: "ready", checkpoints: kept.checkpoints });
    expect(await wordsOf(reset)).toEqual([]);
    const restored = await world.backend.restore("one", "kept", patience());
    expect(await wordsOf(restored)).toEqual(["before"]);
    // What it was before is deleted behind.
    await expect.poll(async () => world.instances()).toHaveLength(3);

    await expect(world.backend.checkpoint("one", "kept", patience())).rejects.toMatchObject({
      code: "checkpoint-exists",
    });
    await expect(world.backend.restore("one", "lost", patience())).rejects.toMatchObject({
      code: "unknown-checkpoint",
    });
  });

  test("a sandbox's output can be read, commands run inside, and its use of the machine is told", async () => {
    const sandbox = world.backend.get("one");
    await ask(sandbox, "/only-in-the-log");
    const { text } = await world.backend.logs("one", 10_000);
    expect(text).toContain("response:404");
    const run = async (command: string[], options = {}) =>
      wholeOutput(() => world.backend.exec("one", command, options, patience()));
    expect(await run(["cat", "/data/words"])).toMatchObject({ exitCode: 0, stdout: "before\n" });
    expect(await run(["sh", "-c", "id -u; pwd; exit 3"], { user: "web", cwd: "/tmp" })).toEqual({
      exitCode: 3,
      stdout: "1000\n/tmp\n",
      stderr: "",
      truncated: false,
    });
    await expect(run(["id"], { user: "nobody-of-this-name" })).rejects.toMatchObject({
      code: "invalid-params",
    });
    const stats = await world.backend.stats("one");
    expect(stats.memoryMiB).toBeGreaterThan(0.5);
    expect(stats.processes).toBeGreaterThanOrEqual(2);
    expect(stats.cpuSeconds).toBeGreaterThan(0);
    expect(stats.overheadMiB).toBeGreaterThan(0);
    // Where the set-up installed Incus itself, and so may say how it starts containers.
    const isLean = "INCUS_EXEC_PATH" in (await leanEnvironment());
    expect(stats.overheadMiB).toBeLessThan(isLean ? 8 : 30);
  });

  test("a site that ends by itself is told with its exit code, and a reset brings it back", async () => {
    // Told at once, and again with the last words.
    const told: Sandbox[] = [];
    world.backend.onFailure((sandbox) => void told.push(sandbox));
    const kill = ["/bin/busybox", "killall", "-9", "httpd"];
    expect((await world.backend.exec("one", kill, {}, patience())).exitCode).toBe(0);
    await expect.poll(() => told.length).toBe(2);
    expect(told[0]).toMatchObject({ sandboxId: "one", state: "failed" });
    expect(told[1]?.failure).toContain("137");
    await expect(world.backend.checkpoint("one", "x", patience())).rejects.toMatchObject({
      code: "sandbox-failed",
    });
    expect((await world.backend.logs("one", 10_000)).text).toContain("response:200");
    expect(await wordsOf(await world.backend.reset("one", patience()))).toEqual([]);
  });

  test("deleting a sandbox leaves the template alone, and deleting it again does nothing", async () => {
    await world.backend.delete("one");
    expect(await world.instances()).toEqual([expect.stringMatching(/^tpl-tiny-life-/)]);
    await world.backend.delete("one");
    expect(() => world.backend.get("one")).toThrow(
      expect.objectContaining({ code: "unknown-sandbox" }),
    );
  });

  test("a create that is taken back leaves nothing, whenever that is", async () => {
    const before = await world.instances();
    for (const afterMs of [0, 5, 10, 20, 40, 80, 150, 400]) {
      const reason = new Error("taken back");
      const abort = new AbortController();
      const sandboxId = `taken-back-${afterMs}`;
      const outcome = world.backend.create({ source: source(), sandboxId }, abort.signal).then(
        () => "in time",
        (error: unknown) => error,
      );
      setTimeout(() => abort.abort(reason), afterMs);
      expect(["in time", reason]).toContain(await outcome);
      await world.backend.delete(sandboxId);
      expect(await world.instances()).toEqual(before);
      expect(world.backend.list()).toEqual([]);
    }
  });

  test("a changed recipe makes another template; a sandbox of the old one still goes back to that", async () => {
    const name = "tiny-recipe";
    const baked = (word: string) =>
      tinySite(world.place, name, {
        image: {
          env: {},
          share: [],
          bake: [
            {
              kind: "file",
              path: "/data/words",
              content: `${word}\n`,
              mode: "0666",
              uid: 0,
              gid: 0,
            },
          ],
        },
      });
    const create = async (sandboxId: string, word: string): Promise<Sandbox> =>
      world.backend.create({ source: baked(word), sandboxId }, patience());
    const templates = async (): Promise<string[]> =>
      (await world.instances()).filter((each) => each.startsWith("tpl-tiny-recipe-"));
    const old = await create("of-old", "old");
    await addWord(old, "more");
    const fresh = await create("of-new", "new");
    expect(await wordsOf(fresh)).toEqual(["new"]);
    expect(await wordsOf(await world.backend.reset("of-old", patience()))).toEqual(["old"]);
    expect(await templates()).toHaveLength(2);

    await world.backend.delete("of-old");
    expect(await templates()).toHaveLength(1);
    await world.backend.delete("of-new");
    await world.backend.removeSite(name);
    expect(await templates()).toEqual([]);
  });

  test("a bake that fails says which step, and leaves neither template nor image", async () => {
    const before = [await world.instances(), await images()];
    const broken = tinySite(world.place, "tiny-broken", {
      image: {
        env: {},
        share: [],
        bake: [
          {
            kind: "run",
            command: ["sh", "-c", "echo no such luck; exit 4"],
            env: {},
            timeoutMs: 60_000,
          },
        ],
      },
    });
    const failure = world.backend.importSite({ source: broken }, patience());
    await expect(failure).rejects.toMatchObject({ code: "bake-failed" });
    await expect(failure).rejects.toThrow("no such luck");
    expect([await world.instances(), await images()]).toEqual(before);
    expect(await world.backend.siteState(broken)).toMatchObject({ prepared: false });
  });

  test("an import that is taken back leaves nothing", async () => {
    const before = [await world.instances(), await images()];
    const stages = ["sending the image", "making an instance", "stopping the site"];
    for (const stage of stages) {
      const abort = new AbortController();
      const reason = new Error(`taken back at ${stage}`);
      const request = {
        source: tinySite(world.place, "tiny-taken-back"),
        progress({ text }: { readonly text: string }) {
          if (text.startsWith(stage)) abort.abort(reason);
        },
      };
      await expect(world.backend.importSite(request, abort.signal)).rejects.toBe(reason);
      expect([await world.instances(), await images()]).toEqual(before);
    }
  });

  const images = async (): Promise<string[]> =>
    (await world.client.images.list(patience()))
      .filter(({ properties }) => properties?.["user.webserv.owner"] === world.place.owner)
      .map(({ fingerprint }) => fingerprint);
});
