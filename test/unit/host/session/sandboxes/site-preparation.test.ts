import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { memorySite } from "../../../../support/sandboxes/memory-backend.ts";
import type { MadeSandboxes } from "./made-sandboxes.ts";
import { defineSite, makeSandboxes } from "./made-sandboxes.ts";

const never = new AbortController().signal;
let dir: string;
let incus: MadeSandboxes["incus"];
let local: MadeSandboxes["local"];
let incusFault: MadeSandboxes["incusFault"];
let backends: MadeSandboxes["backends"];
let sandboxes: MadeSandboxes["sandboxes"];
let preparation: MadeSandboxes["preparation"];
let ended: AbortController;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "webserv-preparation-"));
  await mkdir(join(dir, "shipped"));
  for (const name of ["shop", "blog"]) defineSite(dir, `shipped/${name}.json`, name);
  await open();
});
afterEach(() => {
  vi.useRealTimers();
  ended.abort();
  rmSync(dir, { recursive: true, force: true });
});

async function open(why?: string): Promise<void> {
  ({ incus, local, incusFault, backends, sandboxes, preparation, ended } = await makeSandboxes(
    dir,
    why,
  ));
}

test("a purge deletes what it can, also of a backend that was away, and says what stayed", async () => {
  vi.useFakeTimers();
  await open("Incus does not run");
  for (const sandboxId of ["one", "two"]) {
    incus.leave(memorySite("shop", "incus"), sandboxId);
  }
  incus.prepared.add("shop");
  await expect(preparation.purge(never)).rejects.toThrow("can't be asked now");
  incusFault.why = undefined;
  await vi.advanceTimersByTimeAsync(10_000);
  incus.deleteError = new Error("busy");
  await expect(preparation.purge(never)).rejects.toThrow("the sandbox two (busy)");
  expect(incus.calls).toContain("delete two");
  expect(incus.prepared.has("shop")).toBe(false);
  incus.deleteError = undefined;
  await preparation.purge(never);
  expect(backends.list()).toEqual([]);
});

describe("the import and the removal of a site", () => {
  const tell = (): void => {};

  test("the import of a site by its name takes the image it is given, and keeps the definition", async () => {
    const wish = { site: "shop", image: "docker-archive:/x/shop.tar" };
    const { site, state } = await preparation.importSite(wish, tell, never);
    expect(site.name).toBe("shop");
    expect(state).toEqual({ site: "shop", backend: "incus", prepared: true });
    expect(incus.calls).toContain("import shop docker-archive:/x/shop.tar");
    expect((await preparation.status("shop", never)).states).toEqual([
      { site: "shop", backend: "incus", prepared: true },
      { site: "shop", backend: "local", prepared: false },
    ]);
  });

  test("the import of a site by its path adds the site once it is prepared", async () => {
    const path = defineSite(dir, "own.json", "own");
    const { site } = await preparation.importSite({ site: path, backend: "local" }, tell, never);
    expect(site.name).toBe("own");
    expect(sandboxes.site("own").name).toBe("own");
    await expect(preparation.importSite({ site: "nothing" }, tell, never)).rejects.toMatchObject({
      code: "unknown-site",
    });
  });

  test("removing a site that comes with WebServ deletes what was prepared, and keeps the site", async () => {
    await preparation.importSite({ site: "shop", image: "docker://shop" }, tell, never);
    const removed = await preparation.removeSite("shop", never);
    expect(removed).toEqual({ site: "kept", cleared: ["incus"], unasked: [] });
    expect(incus.prepared.has("shop")).toBe(false);
    expect(sandboxes.site("shop").name).toBe("shop");
    const again = await preparation.removeSite("shop", never);
    expect(again).toEqual({ site: "kept", cleared: [], unasked: [] });
  });

  test("removing a site names the backend that can't be asked, and clears one that the definition does not name", async () => {
    const { site } = memorySite("image-alone", "incus");
    writeFileSync(join(dir, "shipped", "image-alone.json"), JSON.stringify(site));
    await open("Incus is down");
    local.prepared.add("image-alone");
    expect(await preparation.removeSite("image-alone", never)).toEqual({
      site: "kept",
      cleared: ["local"],
      unasked: [{ name: "incus", available: false, reason: "Incus is down" }],
    });
  });

  test("removing a site does not tell as deleted what a backend had that has stopped answering", async () => {
    await preparation.importSite({ site: "shop", image: "docker://shop" }, tell, never);
    incusFault.why = "Incus is down";
    expect(await preparation.removeSite("shop", never)).toMatchObject({
      cleared: [],
      unasked: [{ name: "incus", reason: "Incus is down" }],
    });
  });

  test("removing an imported site says that it is removed, and removing one that is unknown is refused", async () => {
    const path = defineSite(dir, "own.json", "own");
    await preparation.importSite({ site: path, backend: "local" }, tell, never);
    expect(await preparation.removeSite("own", never)).toEqual({
      site: "removed",
      cleared: ["local"],
      unasked: [],
    });
    await expect(preparation.removeSite("own", never)).rejects.toMatchObject({
      code: "unknown-site",
    });
  });
});
