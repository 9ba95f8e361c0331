import { expect, test } from "vitest";

import type { Sandbox } from "@webserv/shared/model/sandbox.ts";

import { counterSite, patience } from "../../support/sandboxes/counter-site.ts";
import { ask, backendFixture } from "../../support/sandboxes/local-sandboxes.ts";

const { open } = backendFixture();

test.each([
  [
    "memory",
    { memoryMiB: 150 },
    "/memory?n=200",
    /limit-reached: .* MiB of memory, its limit is 150 MiB/,
  ],
  [
    "processes",
    { processes: 4 },
    "/processes?n=8",
    /limit-reached: it has [5-9] processes, its limit is 4/,
  ],
  [
    "disk",
    { diskMiB: 30 },
    "/disk?n=50",
    /limit-reached: it added [3-5]\d MiB to its copy, its limit is 30 MiB/,
  ],
])(
  "a sandbox beyond its limit of %s is stopped and says so",
  async (_what, limits, path, failure) => {
    const backend = await open();
    const told = new Promise<Sandbox>((resolve) => backend.onFailure(resolve));
    const sandbox = await backend.create(
      { source: counterSite({ limits }), sandboxId: "one" },
      patience(),
    );
    const neighbour = await backend.create({ source: counterSite(), sandboxId: "two" }, patience());
    await ask(sandbox, path).catch(() => undefined);
    const failed = await told;
    expect(failed).toMatchObject({ sandboxId: "one", state: "failed" });
    expect(failed.failure).toMatch(failure);
    expect(await backend.stats("one")).toMatchObject({ processes: 0 });
    expect(await ask(neighbour, "/count")).toBe("10");
    expect((await backend.reset("one", patience())).state).toBe("ready");
  },
);

test("a site that is over its limit before it is ready is refused by that name", async () => {
  const backend = await open();
  const source = counterSite({ limits: { memoryMiB: 5 }, env: { START_DELAY_MS: "60000" } });
  await expect(backend.create({ source, sandboxId: "one" }, patience())).rejects.toMatchObject({
    code: "limit-reached",
  });
});

test("a sandbox with a share of a core gets about that share", async () => {
  const backend = await open();
  const source = counterSite({ limits: { cpus: 0.25 } });
  const sandbox = await backend.create({ source, sandboxId: "one" }, patience());
  const before = await backend.stats("one");
  const startedAt = performance.now();
  // Ended with its sandbox.
  ask(sandbox, "/burn?n=600000").catch(() => undefined);
  // Unlimited it would be a whole core; on a busy machine it is less in any case.
  const holds = async (): Promise<boolean> => {
    const used = (await backend.stats("one")).cpuSeconds - before.cpuSeconds;
    const seconds = (performance.now() - startedAt) / 1000;
    return used > 0.5 && used / seconds < 0.4;
  };
  await expect.poll(holds, { interval: 100 }).toBe(true);
});
