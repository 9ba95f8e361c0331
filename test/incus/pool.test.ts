import { rm } from "node:fs/promises";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { SandboxBackend } from "@webserv/host/src/sandbox/backend.ts";
import { createIncusClient } from "@webserv/host/src/sandbox/incus/client/client.ts";
import type { IncusClient } from "@webserv/host/src/sandbox/incus/client/client.ts";
import { addressOf, instanceOf } from "@webserv/host/src/sandbox/incus/clone/addresses.ts";
import { findControlGroup } from "@webserv/host/src/sandbox/incus/clone/control-group.ts";
import { labelKeys } from "@webserv/host/src/sandbox/incus/state/labels.ts";
import type { PoolState, Sandbox } from "@webserv/shared/model/sandbox.ts";

import { describeWithIncus, incusSocket } from "../support/incus/incus.ts";
import { createSharedPlace, openBackend, tinySource } from "../support/incus/own-backend.ts";
import type { OpenBackend, Place } from "../support/incus/own-backend.ts";
import { noDeadline as signal } from "../support/time/patience.ts";

describeWithIncus("a pool of clones kept ready", () => {
  const source = (place: Place) => tinySource(place, { name: "pooled", pool: { min: 2, max: 4 } });
  let place: Place;
  let client: IncusClient;
  let opened: OpenBackend;
  let backend: SandboxBackend;

  beforeAll(async () => {
    place = await createSharedPlace(incusSocket());
    client = createIncusClient({
      endpoint: { kind: "unix", socketPath: place.socketPath },
      project: place.set,
    });
    opened = openBackend(place);
    backend = opened.backend;
    await backend.adopt(() => source(place), signal);
    await backend.importSite({ source: source(place) }, signal);
  });
  afterAll(async () => {
    await backend.removeSite("pooled");
    await opened.close();
    await client.close();
    await rm(place.dir, { recursive: true, force: true });
  });

  const create = async (sandboxId: string): Promise<Sandbox> =>
    backend.create({ source: source(place), sandboxId }, signal);
  /** Addresses of the clones of this test. */
  const ours = async (): Promise<string[]> => {
    const labels = { [labelKeys.owner]: place.owner, [labelKeys.kind]: "clone" };
    const all = await client.instances.list(signal, { labels });
    return all.map(({ name }) => addressOf(name) ?? name);
  };
  /** 0 where it is being deleted. */
  const pidAt = async (address: string): Promise<number> =>
    client.instances.state(instanceOf(address), signal).then(
      ({ pid }) => pid,
      () => 0,
    );
  /** Addresses of those whose processes rest; Incus itself does not see what the kernel was told directly. */
  const frozen = async (): Promise<string[]> => {
    const addresses = await ours();
    const groups = await Promise.all(
      addresses.map(async (address) =>
        findControlGroup({
          project: place.set,
          instance: instanceOf(address),
          pid: await pidAt(address),
        }),
      ),
    );
    return addresses.filter((_, index) => groups[index]?.frozen() === true);
  };
  const addressIn = ({ origin }: Sandbox): string => new URL(origin).hostname;
  const state = (): PoolState => {
    const found = backend.pools().find(({ site }) => site === "pooled");
    if (found === undefined) throw new Error("the site has no pool");
    return found;
  };
  const whenReady = async (ready: number): Promise<void> => {
    await expect.poll(() => [state().ready, state().filling], { interval: 20 }).toEqual([ready, 0]);
  };

  test("a sandbox is one of the frozen clones, thawed, and its place is filled again", async () => {
    await whenReady(2);
    const before = await frozen();
    expect(before).toHaveLength(2);
    const sandbox = await create("first");
    expect(before).toContain(addressIn(sandbox));
    expect(await (await fetch(sandbox.origin)).text()).toContain("Tiny site");
    await whenReady(2);
    expect(await frozen()).toHaveLength(2);
    expect(await frozen()).not.toContain(addressIn(sandbox));

    const reset = await backend.reset("first", signal);
    expect(await frozen()).not.toContain(addressIn(reset));
    expect(addressIn(reset)).not.toBe(addressIn(sandbox));
    await expect.poll(async () => ours()).not.toContain(addressIn(sandbox));
    await backend.delete("first");
    await whenReady(2);
  });

  test("a clone that died in the pool is not handed out, is deleted and replaced", async () => {
    const [dead = ""] = await frozen();
    process.kill(await pidAt(dead), "SIGKILL");
    const sandboxes = [await create("second"), await create("third")];
    expect(sandboxes.map(addressIn)).not.toContain(dead);
    for (const { origin } of sandboxes) expect((await fetch(origin)).status).toBe(200);
    await expect.poll(async () => ours()).not.toContain(dead);
    await Promise.all(sandboxes.map(async ({ sandboxId }) => backend.delete(sandboxId)));
  });

  test("many sandboxes at once get a clone each, and the pool keeps more from then on, up to the maximum", async () => {
    const ids = ["a", "b", "c", "d", "e", "f"];
    const sandboxes = await Promise.all(ids.map(create));
    expect(new Set(sandboxes.map(addressIn)).size).toBe(ids.length);
    await whenReady(4);
    expect(state()).toMatchObject({ max: 4, target: 4 });
    await Promise.all(ids.map(async (id) => backend.delete(id)));
  });

  test("a pool of a site that was never imported is refused", async () => {
    const { site, ...rest } = source(place);
    const elsewhere = { ...rest, site: { ...site, name: "never-imported" } };
    await expect(backend.setPool(elsewhere, { min: 1, max: 1 })).rejects.toMatchObject({
      code: "site-not-prepared",
    });
  });

  test("a pool keeps to a size that is set in between, none at all included", async () => {
    await backend.setPool(source(place), { min: 0, max: 0 });
    await whenReady(0);
    await expect.poll(async () => ours()).toEqual([]);
    const sandbox = await create("unpooled");
    expect((await fetch(sandbox.origin)).status).toBe(200);
    await backend.delete("unpooled");
    await backend.setPool(source(place), { min: 1, max: 1 });
    await whenReady(1);
  });

  test("a sandbox made after the definition's limits have changed has the new ones", async () => {
    await whenReady(1);
    const before = await frozen();
    const limited = tinySource(place, {
      name: "pooled",
      pool: { min: 2, max: 4 },
      limits: { processes: 333 },
    });
    const sandbox = await backend.create({ source: limited, sandboxId: "limited" }, signal);
    const { config } = await client.instances.get(instanceOf(addressIn(sandbox)), signal);
    expect(config["limits.processes"]).toBe("333");
    // Nor is one that was ready before ever handed out.
    await whenReady(1);
    expect(await frozen()).not.toEqual(before);
    await backend.delete("limited");
  });

  test("closing the backend leaves no clone", async () => {
    await create("last");
    await opened.close();
    expect(await ours()).toEqual([]);
    opened = openBackend(place);
    backend = opened.backend;
    await backend.adopt(() => undefined, signal);
  });
});
