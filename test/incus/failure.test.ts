import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import type { SandboxBackend, SiteSource } from "@webserv/host/src/sandbox/backend.ts";
import { instanceOf } from "@webserv/host/src/sandbox/incus/clone/addresses.ts";
import type { Sandbox } from "@webserv/shared/model/sandbox.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import { describeWithIncus } from "../support/incus/incus.ts";
import { belongings } from "../support/incus/leftovers.ts";
import { createOwnWorld, imageIn, openBackend, tinySource } from "../support/incus/own-backend.ts";
import type { OpenBackend, OwnWorld } from "../support/incus/own-backend.ts";
import { noDeadline as signal } from "../support/time/patience.ts";
import { TooEarly, underDeadline } from "../support/time/under-deadline.ts";

const run = promisify(execFile);
/** A readiness of this much would be noticed: nothing here may wait for it. */
const LONG_MS = 900_000;
/** Of one wait for what goes on behind. */
const WAIT = { interval: 100 };

describeWithIncus("failures of sandboxes on Incus", () => {
  let world: OwnWorld;
  /** Undefined where the one above could not be made, or there is no Incus. */
  let made: OwnWorld | undefined;
  let opened: OpenBackend | undefined;
  let backend: SandboxBackend;
  let tiny: SiteSource;
  /** What there is with the site prepared and no sandbox. */
  let before: readonly string[];

  beforeAll(async () => {
    made = await createOwnWorld(512);
    world = made;
    opened = openBackend(world.place);
    backend = opened.backend;
    tiny = tinySource(world.place, {
      readiness: { timeoutMs: LONG_MS },
      limits: { memoryMiB: 64 },
      pool: { min: 0, max: 0 },
    });
    await backend.adopt(() => tiny, signal);
    await backend.importSite({ source: tiny }, signal);
    before = await belongings(world.incus);
  });
  afterAll(async () => {
    await opened?.close();
    await made?.remove();
  });

  const create = async (sandboxId: string, source = tiny): Promise<Sandbox> =>
    backend.create({ source, sandboxId }, signal);
  const pageOf = async ({ origin }: Sandbox): Promise<string> => (await fetch(origin)).text();
  /** Deleting goes on behind. */
  const whenNothingIsLeft = async (): Promise<void> => {
    await expect.poll(async () => belongings(world.incus), WAIT).toEqual(before);
  };

  test("an image whose entrypoint ends at once fails the import at once, in its words", async () => {
    const image = await imageIn(world.place, "ends", {
      entrypoint: ["/bin/sh", "-c", "echo no database here >&2; exit 3"],
      cmd: [],
    });
    const source = tinySource(world.place, {
      name: "ends",
      image,
      readiness: { timeoutMs: LONG_MS },
    });
    const error = await failureOf(backend.importSite({ source }, signal));
    expect(error.code).toBe("sandbox-failed");
    expect(error.message).toMatch(/\b3\b.*no database here/s);
    expect(await backend.siteState(source)).toMatchObject({ prepared: false });
    await whenNothingIsLeft();
  });

  test("a site that is never ready fails with what it answered instead", async () => {
    const error = await underDeadline(15_000, async (timeoutMs) => {
      const source = tinySource(world.place, {
        name: "never",
        readiness: { path: "/missing", timeoutMs },
      });
      const failure = await failureOf(create("never", source));
      if (!failure.message.includes("404"))
        throw new TooEarly("it has not answered", { cause: failure });
      return failure;
    });
    expect(error.code).toBe("sandbox-not-ready");
    expect(backend.list()).toEqual([]);
    await whenNothingIsLeft();
  });

  test("clones that end at once, unlike their template, fail each create and are deleted", async () => {
    const image = await imageIn(world.place, "once", {
      entrypoint: [
        "/bin/sh",
        "-c",
        "[ -e /data/used ] && { echo disk is dirty; exit 7; }; touch /data/used; exec httpd -f -p 80 -h /www",
      ],
      cmd: [],
    });
    const source = tinySource(world.place, {
      name: "once",
      image,
      readiness: { timeoutMs: LONG_MS },
      pool: { min: 2, max: 2 },
    });
    await backend.importSite({ source }, signal);
    const errors = await Promise.all(
      [1, 2].map(async (each) => failureOf(create(`once-${each}`, source))),
    );
    for (const error of errors) {
      expect(error.code).toBe("sandbox-failed");
      expect(error.message).toMatch(/\b7\b.*disk is dirty/s);
    }
    await expect
      .poll(() => backend.pools().find(({ site }) => site === "once")?.held, WAIT)
      .toMatch(/disk is dirty.*tried again in/s);
    await backend.removeSite("once");
    await whenNothingIsLeft();
  });

  test("a sandbox out of memory loses the process that took it, and its neighbour nothing", async () => {
    const [greedy, neighbour] = await Promise.all([create("greedy"), create("neighbour")]);
    const result = await backend.exec("greedy", ["/bin/busybox", "tail", "/dev/zero"], {}, signal);
    expect(result.exitCode).toBe(137);
    expect(await pageOf(greedy)).toContain("Tiny site");
    expect(await pageOf(neighbour)).toContain("Tiny site");
    await Promise.all(["greedy", "neighbour"].map(async (id) => backend.delete(id)));
    await whenNothingIsLeft();
  });

  test("a full storage pool refuses sandboxes until there is room again", async () => {
    await create("hoarder");
    const fill =
      "dd if=/dev/urandom of=/data/fill bs=1M; dd if=/dev/urandom of=/data/rest bs=4k; sync";
    await backend.exec("hoarder", ["/bin/busybox", "sh", "-c", fill], {}, signal);
    const error = await failureOf(create("late"));
    expect(error.code).toBe("limit-reached");
    expect(error.message).toMatch(/space/i);
    expect(backend.list().map(({ sandboxId }) => sandboxId)).toEqual(["hoarder"]);
    await backend.delete("hoarder");
    await whenNothingIsLeft();
    await expect
      .poll(async () => create("again").then(pageOf, String), WAIT)
      .toContain("Tiny site");
    await backend.delete("again");
    await whenNothingIsLeft();
  });

  test("while incusd is down sandboxes go on and calls say so; what died meanwhile is known after", async () => {
    const [kept, lost] = await Promise.all([create("kept"), create("lost")]);
    const { pid } = await stateOf(lost);
    await world.incus.stop();
    const error = await failureOf(create("refused"));
    expect(error.code).toBe("backend-unavailable");
    expect(await pageOf(kept)).toContain("Tiny site");
    process.kill(pid, "SIGKILL");
    await world.incus.start();
    await expect.poll(() => backend.get("lost").state, WAIT).toBe("failed");
    expect(backend.get("kept").state).toBe("ready");
    const back = await backend.reset("lost", signal);
    expect(back.state).toBe("ready");
    expect(await pageOf(back)).toContain("Tiny site");
    await Promise.all(["kept", "lost", "refused"].map(async (id) => backend.delete(id)));
    await whenNothingIsLeft();
  });

  test("without its bridge a create is refused in words, and works when the bridge is back", async () => {
    await run("ip", ["link", "delete", world.incus.names.network]);
    const error = await failureOf(create("unreachable"));
    expect(error.message).toContain(world.incus.names.network);
    await world.incus.stop();
    await world.incus.start();
    await whenNothingIsLeft();
    expect(await pageOf(await create("reachable"))).toContain("Tiny site");
    await backend.delete("reachable");
    await whenNothingIsLeft();
  });

  async function stateOf({ origin }: Sandbox): Promise<{ pid: number }> {
    const { project } = world.incus.names;
    const name = instanceOf(new URL(origin).hostname);
    return pidSchema.parse(
      await world.incus.ask("GET", `/1.0/instances/${name}/state?project=${project}`),
    );
  }
});

const pidSchema = z.object({ pid: z.number() });

async function failureOf(work: Promise<unknown>): Promise<WebservError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof WebservError) return error;
    throw error;
  }
  throw new Error("it should have failed");
}
