import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";

import { memorySite } from "../../../../support/sandboxes/memory-backend.ts";
import { defineSite, sandboxesOfEachTest } from "./made-sandboxes.ts";

const never = new AbortController().signal;
const made = sandboxesOfEachTest();
afterEach(() => void vi.useRealTimers());

test("a purge deletes what it can, also of a backend that was away, and says what stayed", async () => {
  vi.useFakeTimers();
  await made.open("Incus does not run");
  for (const sandboxId of ["one", "two"]) {
    made.incus.leave(memorySite("shop", "incus"), sandboxId);
  }
  made.incus.prepared.add("shop");
  await expect(made.preparation.purge(never)).rejects.toThrow("can't be asked now");
  made.incusFault.why = undefined;
  await vi.advanceTimersByTimeAsync(10_000);
  made.incus.deleteError = new Error("busy");
  await expect(made.preparation.purge(never)).rejects.toThrow("the sandbox two (busy)");
  expect(made.incus.calls).toContain("delete two");
  expect(made.incus.prepared.has("shop")).toBe(false);
  made.incus.deleteError = undefined;
  await made.preparation.purge(never);
  expect(made.backends.list()).toEqual([]);
});

describe("the import and the removal of a site", () => {
  const tell = (): void => {};

  test("the import of a site by its name takes the image it is given, and keeps the definition", async () => {
    const wish = { site: "shop", image: "docker-archive:/x/shop.tar" };
    const { site, state } = await made.preparation.importSite(wish, tell, never);
    expect(site.name).toBe("shop");
    expect(state).toEqual({ site: "shop", backend: "incus", prepared: true });
    expect(made.incus.calls).toContain("import shop docker-archive:/x/shop.tar");
    expect((await made.preparation.status("shop", never)).states).toEqual([
      { site: "shop", backend: "incus", prepared: true },
      { site: "shop", backend: "local", prepared: false },
    ]);
  });

  test("the import of a site by its path adds the site once it is prepared", async () => {
    const path = defineSite(made.dir, "own.json", "own");
    const { site } = await made.preparation.importSite(
      { site: path, backend: "local" },
      tell,
      never,
    );
    expect(site.name).toBe("own");
    expect(made.sandboxes.site("own").name).toBe("own");
    await expect(
      made.preparation.importSite({ site: "nothing" }, tell, never),
    ).rejects.toMatchObject({
      code: "unknown-site",
    });
  });

  test("removing a site that comes with WebServ deletes what was prepared, and keeps the site", async () => {
    await made.preparation.importSite({ site: "shop", image: "docker://shop" }, tell, never);
    const removed = await made.preparation.removeSite("shop", never);
    expect(removed).toEqual({ site: "kept", cleared: ["incus"], unasked: [] });
    expect(made.incus.prepared.has("shop")).toBe(false);
    expect(made.sandboxes.site("shop").name).toBe("shop");
    const again = await made.preparation.removeSite("shop", never);
    expect(again).toEqual({ site: "kept", cleared: [], unasked: [] });
  });

  test("removing a site names the backend that can't be asked, and clears one that the definition does not name", async () => {
    const { site } = memorySite("image-alone", "incus");
    writeFileSync(join(made.dir, "shipped", "image-alone.json"), JSON.stringify(site));
    await made.open("Incus is down");
    made.local.prepared.add("image-alone");
    expect(await made.preparation.removeSite("image-alone", never)).toEqual({
      site: "kept",
      cleared: ["local"],
      unasked: [{ name: "incus", available: false, reason: "Incus is down" }],
    });
  });

  test("removing a site does not tell as deleted what a backend had that has stopped answering", async () => {
    await made.preparation.importSite({ site: "shop", image: "docker://shop" }, tell, never);
    made.incusFault.why = "Incus is down";
    expect(await made.preparation.removeSite("shop", never)).toMatchObject({
      cleared: [],
      unasked: [{ name: "incus", reason: "Incus is down" }],
    });
  });

  test("removing an imported site says that it is removed, and removing one that is unknown is refused", async () => {
    const path = defineSite(made.dir, "own.json", "own");
    await made.preparation.importSite({ site: path, backend: "local" }, tell, never);
    expect(await made.preparation.removeSite("own", never)).toEqual({
      site: "removed",
      cleared: ["local"],
      unasked: [],
    });
    await expect(made.preparation.removeSite("own", never)).rejects.toMatchObject({
      code: "unknown-site",
    });
  });
});
