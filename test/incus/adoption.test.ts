import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { afterEach, expect, test } from "vitest";

import type { SiteSource } from "@webserv/host/src/sandbox/backend.ts";
import { instanceOf, macOf } from "@webserv/host/src/sandbox/incus/clone/addresses.ts";
import { isIncusConflict } from "@webserv/host/src/sandbox/incus/client/transport/errors.ts";
import { labelKeys } from "@webserv/host/src/sandbox/incus/state/labels.ts";

import {
  addWord,
  patience,
  tinySite,
  useIncusWorld,
  wordsOf,
} from "../support/incus/incus-sandboxes.ts";
import { describeWithIncus } from "../support/incus/incus.ts";

describeWithIncus("what a killed daemon leaves in Incus", () => {
  const world = useIncusWorld();
  const pooled = (): SiteSource => tinySite(world.place, "tiny-left", { pool: { min: 1, max: 1 } });
  /** Without a pool: a backend that is left as it is would go on filling one. */
  const source = (): SiteSource => tinySite(world.place, "tiny-left");
  const owners: ChildProcess[] = [];
  afterEach(() => {
    for (const owner of owners.splice(0)) owner.kill("SIGKILL");
  });

  /** Starts a process that owns the place's sandboxes; resolves when it has said `kind`. */
  const owner = async (mode: string, kind: string): Promise<ChildProcess> => {
    const script = join(import.meta.dirname, "../support/incus/incus-owner.ts");
    const started = fork(script, [JSON.stringify(world.place), mode], { execArgv: [] });
    owners.push(started);
    await new Promise<void>((resolve, reject) => {
      started.on("message", (message) => {
        if (JSON.stringify(message) === JSON.stringify({ kind })) resolve();
      });
      started.on("exit", (code) => reject(new Error(`the owner ended with ${code}`)));
    });
    return started;
  };
  const kill = async (process: ChildProcess): Promise<void> => {
    const over = once(process, "exit");
    process.kill("SIGKILL");
    await over;
  };
  const clones = async (): Promise<string[]> =>
    (await world.instances()).filter((name) => name.startsWith("clone-"));

  test("a killed daemon's sandboxes run on and are taken back with state and checkpoints, and so is the pool's clone", async () => {
    await kill(await owner("whole", "whole"));
    const before = await world.instances();
    const { adopted, swept } = await world.reopen().adopt(pooled, patience());
    expect(swept).toEqual([]);
    expect(new Map(adopted.map(({ sandboxId, state }) => [sandboxId, state]))).toEqual(
      new Map([
        ["one", "ready"],
        ["two", "ready"],
      ]),
    );
    expect(world.backend.get("two").parent).toBe("one");
    expect(await wordsOf(world.backend.get("one"))).toEqual(["kept", "later"]);
    expect(await wordsOf(world.backend.get("two"))).toEqual(["kept", "later"]);
    expect(world.backend.pools()).toMatchObject([{ site: "tiny-left", ready: 1 }]);
    expect(await world.instances()).toEqual(before);
    expect(await wordsOf(await world.backend.restore("one", "then", patience()))).toEqual(["kept"]);
    expect(await wordsOf(await world.backend.reset("two", patience()))).toEqual([]);
  });

  test("a sandbox that was stopped, as by the machine's restart, is started again with its state", async () => {
    await addWord(world.backend.get("one"), "survives");
    const place = new URL(world.backend.get("one").origin).hostname;
    await world.backend.setPool(source(), { min: 0, max: 0 });
    // The pool's clone, and what the sandboxes were before, are deleted behind.
    await expect.poll(clones).toHaveLength(2);
    await world.client.instances.stop(instanceOf(place), patience(), { force: true });
    await expect.poll(() => world.backend.get("one").state).toBe("failed");

    const { adopted } = await world.reopen().adopt(source, patience());
    expect(adopted.map(({ state }) => state)).toEqual(["ready", "ready"]);
    expect(await wordsOf(world.backend.get("one"))).toEqual(["kept", "survives"]);
  });

  test("a sandbox whose instance is gone is swept, and its checkpoints with it", async () => {
    const place = new URL(world.backend.get("one").origin).hostname;
    await world.client.instances.delete(instanceOf(place), patience(), { force: true });
    const { adopted, swept } = await world.reopen().adopt(source, patience());
    expect(adopted.map(({ sandboxId }) => sandboxId)).toEqual(["two"]);
    expect(swept).toContain("one");
    expect((await world.instances()).filter((name) => name.startsWith("cp-"))).toEqual([]);
    await world.backend.delete("two");
  });

  test.for([1, 2, 3])(
    "a daemon that is killed in the middle of its work leaves nothing half made, in round %i",
    async () => {
      await kill(await owner("busy", "round"));
      const { adopted } = await world.reopen().adopt(source, patience());
      await Promise.all(adopted.map(async ({ sandboxId }) => world.backend.delete(sandboxId)));
      // The pool's clone is taken back, and given up behind.
      const left = [expect.stringMatching(/^tpl-tiny-left-/)];
      await expect.poll(async () => world.instances()).toEqual(left);
    },
  );

  test("what is left of a daemon's sandboxes is deleted when it closes, known to it or not", async () => {
    const template = (await world.instances()).find((name) => name.startsWith("tpl-")) ?? "";
    const labels = { [labelKeys.owner]: world.place.owner, [labelKeys.kind]: "clone" };
    const stray = {
      name: `stray-${world.place.owner}`,
      source: { type: "copy" as const, source: template, instance_only: true },
      config: labels,
      profiles: [],
    };
    await world.client.instances.create(stray, patience());
    await world.backend.close();
    expect(await world.instances()).toEqual([template]);
    await world.reopen().adopt(source, patience());
  });

  test("another owner's instance is neither taken for ours nor in our way", async () => {
    // The addresses that are next in turn.
    const { origin } = await world.backend.create(
      { source: source(), sandboxId: "before" },
      patience(),
    );
    const template = (await world.instances()).find((name) => name.startsWith("tpl-")) ?? "";
    const [a, b, c, d] = new URL(origin).hostname.split(".").map(Number);
    const labels = { [labelKeys.owner]: `not-${world.place.owner}`, [labelKeys.kind]: "clone" };
    let next = "";
    // Others that test on this machine may have some of them.
    for (let step = 1, made = false; !made; step += 1) {
      next = [a, b, c, Number(d) + step].join(".");
      const source = { type: "copy" as const, source: template, instance_only: true };
      const eth0 = { type: "nic", name: "eth0", network: "webserv0", hwaddr: macOf(next) };
      const spec = {
        name: instanceOf(next),
        source,
        config: labels,
        devices: { eth0 },
        profiles: [],
      };
      made = await world.client.instances.create(spec, patience()).then(
        () => true,
        (error: unknown) => {
          if (isIncusConflict(error) && step < 50) return false;
          throw error;
        },
      );
    }
    const foreign = instanceOf(next);
    try {
      const after = await world.backend.create(
        { source: source(), sandboxId: "after" },
        patience(),
      );
      expect(new URL(after.origin).hostname).not.toBe(next);
      expect(await wordsOf(after)).toEqual([]);
      const last = world.reopen();
      const { swept } = await last.adopt(() => undefined, patience());
      expect(swept).not.toContain(foreign);
      await last.close();
      expect((await world.client.instances.get(foreign, patience())).status).toBe("Stopped");
    } finally {
      await world.client.instances.delete(foreign, patience(), { force: true });
    }
    expect(await world.instances()).toEqual([]);
  });
});
