import { readFile, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { counterSite, patience } from "../../support/sandboxes/counter-site.ts";
import {
  ask,
  backendFixture,
  counterCopy,
  countOf,
  processesUnder,
} from "../../support/sandboxes/local-sandboxes.ts";

const { open, newFolder } = backendFixture();

test("two sandboxes of one site have data of their own", async () => {
  const backend = await open();
  const source = counterSite();
  const [one, two] = await Promise.all([
    backend.create({ source, sandboxId: "one" }, patience()),
    backend.create({ source, sandboxId: "two" }, patience()),
  ]);
  expect(one).toMatchObject({ site: "counter", backend: "local", state: "ready", checkpoints: [] });
  expect(one.origin).not.toBe(two.origin);
  await ask(one, "/add");
  await ask(one, "/add");
  expect([await countOf(one), await countOf(two)]).toEqual([12, 10]);
  expect(
    backend
      .list()
      .map(({ sandboxId }) => sandboxId)
      .sort(),
  ).toEqual(["one", "two"]);
});

test("the site gets its port, its own environment and nothing of the daemon's", async () => {
  process.env["WEBSERV_TEST_SECRET"] = "secret";
  const backend = await open();
  const source = counterSite({ env: { OWN: "1", PORT: "1" } });
  const sandbox = await backend.create({ source, sandboxId: "one" }, patience());
  const text = await ask(sandbox, "/env");
  delete process.env["WEBSERV_TEST_SECRET"];
  expect(text).toContain('"OWN":"1"');
  expect(text).toContain(`"PORT":"${new URL(sandbox.origin).port}"`);
  expect(text).toContain('"HOST":"127.0.0.1"');
  expect(text).not.toMatch(/secret|WEBSERV_/);
});

test("creating the same id twice, even at once, gives one sandbox; another site's id is taken", async () => {
  const backend = await open();
  const source = counterSite();
  const request = { source, sandboxId: "one" };
  const [first, second] = await Promise.all([
    backend.create(request, patience()),
    backend.create(request, patience()),
  ]);
  expect(second).toEqual(first);
  await expect(
    backend.create({ source: counterSite({ name: "other" }), sandboxId: "one" }, patience()),
  ).rejects.toMatchObject({ code: "sandbox-exists" });
});

test("restore brings back the state that a checkpoint keeps, and reset brings back the initial one", async () => {
  const backend = await open();
  const sandbox = await backend.create({ source: counterSite(), sandboxId: "one" }, patience());
  await ask(sandbox, "/add");
  const kept = await backend.checkpoint("one", "after-one", patience());
  expect(kept.origin).toBe(sandbox.origin);
  expect(kept.checkpoints.map(({ name }) => name)).toEqual(["after-one"]);
  await ask(sandbox, "/add");
  expect(await countOf(sandbox)).toBe(12);

  expect(await countOf(await backend.restore("one", "after-one", patience()))).toBe(11);
  const reset = await backend.reset("one", patience());
  expect(await countOf(reset)).toBe(10);
  expect(reset.checkpoints.map(({ name }) => name)).toEqual(["after-one"]);
  expect(await countOf(await backend.restore("one", "after-one", patience()))).toBe(11);
});

test("names that are not there, or are there already, are refused by code", async () => {
  const backend = await open();
  await backend.create({ source: counterSite(), sandboxId: "one" }, patience());
  await backend.checkpoint("one", "here", patience());
  const codes = [
    [async () => backend.checkpoint("one", "here", patience()), "checkpoint-exists"],
    [async () => backend.restore("one", "gone", patience()), "unknown-checkpoint"],
    [
      async () => backend.branch("one", { checkpoint: "gone", newSandboxId: "two" }, patience()),
      "unknown-checkpoint",
    ],
    [async () => backend.branch("one", { newSandboxId: "one" }, patience()), "sandbox-exists"],
    [async () => backend.reset("two", patience()), "unknown-sandbox"],
    [async () => backend.stats("two"), "unknown-sandbox"],
    [async () => backend.checkpoint("one", "../out", patience()), "invalid-params"],
    [
      async () => backend.create({ source: counterSite(), sandboxId: "../out" }, patience()),
      "invalid-params",
    ],
  ] as const;
  for (const [attempt, code] of codes) await expect(attempt()).rejects.toMatchObject({ code });
  expect(() => backend.get("two")).toThrow(/no sandbox has the id "two"/);
  expect(backend.list().map(({ sandboxId }) => sandboxId)).toEqual(["one"]);
});

test("a branch starts from the parent's state and goes its own way", async () => {
  const backend = await open();
  const parent = await backend.create({ source: counterSite(), sandboxId: "parent" }, patience());
  await ask(parent, "/add");
  await backend.checkpoint("parent", "one", patience());
  await ask(parent, "/add");
  const now = await backend.branch("parent", { newSandboxId: "now" }, patience());
  const then = await backend.branch(
    "parent",
    { checkpoint: "one", newSandboxId: "then" },
    patience(),
  );
  expect(now).toMatchObject({ parent: "parent", state: "ready", checkpoints: [] });
  await ask(now, "/add");
  expect([await countOf(parent), await countOf(now), await countOf(then)]).toEqual([12, 13, 11]);
  // A branch is reset to the site's state, not to its parent's.
  expect(await countOf(await backend.reset("now", patience()))).toBe(10);
  await backend.delete("parent");
  expect(await countOf(then)).toBe(11);
});

test.each(["DELETE", "WAL"])(
  "branches and checkpoints under constant writes hold a whole database (%s journal)",
  async (journal) => {
    const backend = await open();
    const source = counterSite({ env: { WRITE: "1", JOURNAL: journal } });
    const parent = await backend.create({ source, sandboxId: "parent" }, patience());
    for (let each = 0; each < 4; each += 1) {
      const before = Number(await ask(parent, "/acknowledged"));
      const id = `branch-${each}`;
      const branch =
        each % 2 === 0
          ? await backend.branch("parent", { newSandboxId: id }, patience())
          : await (async () => {
              await backend.checkpoint("parent", id, patience());
              return backend.branch("parent", { checkpoint: id, newSandboxId: id }, patience());
            })();
      expect(await ask(branch, "/check")).toBe("ok");
      const rows = await countOf(branch);
      expect(rows % 1).toBe(0);
      // Every row acknowledged before the copy is in it; the parent goes on writing.
      expect(rows).toBeGreaterThanOrEqual(before + 10);
      const after = Number(await ask(parent, "/acknowledged"));
      expect(after).toBeGreaterThan(before);
      await backend.delete(id);
    }
  },
);

test("a copy shows one moment, though the site writes all the while", async () => {
  const dir = join(await newFolder(), "sandboxes");
  const backend = await open(dir);
  const source = counterSite({ env: { TWINS: "1" } });
  await backend.create({ source, sandboxId: "one" }, patience());
  for (const name of ["first", "second", "third"]) {
    await backend.checkpoint("one", name, patience());
    const data = join(dir, "sandboxes/one/checkpoints", name, "data");
    const [a, z] = await Promise.all(
      ["a", "z"].map(async (twin) => Number(await readFile(join(data, twin), "utf8"))),
    );
    expect(a).toBeGreaterThan(0);
    expect([a, (a ?? 0) - 1]).toContain(z);
  }
});

test("deleting ends every process and deletes every file, and doing it again does nothing", async () => {
  const dir = join(await newFolder(), "sandboxes");
  const backend = await open(dir);
  const source = counterSite({ env: { FORK: "1", IGNORE_SIGTERM: "1" } });
  await backend.create({ source, sandboxId: "one" }, patience());
  await backend.checkpoint("one", "kept", patience());
  expect((await processesUnder(dir)).length).toBeGreaterThanOrEqual(2);
  await backend.delete("one");
  await backend.delete("one");
  expect(await processesUnder(dir)).toEqual([]);
  expect(await left(dir)).toEqual({ sandboxes: [], logs: [], "half-made": [] });
});

test("stats measure the group's memory, CPU and processes, and what was added on disk", async () => {
  const backend = await open();
  const source = counterSite({ env: { FORK: "1" } });
  const sandbox = await backend.create({ source, sandboxId: "one" }, patience());
  const before = await backend.stats("one");
  expect(before.processes).toBe(2);
  expect(before.memoryMiB).toBeGreaterThan(5);
  expect(before.diskMiB).toBeLessThan(1);
  await ask(sandbox, "/memory?n=100");
  await ask(sandbox, "/disk?n=20");
  await ask(sandbox, "/burn?n=200");
  const after = await backend.stats("one");
  expect(after.memoryMiB - before.memoryMiB).toBeGreaterThan(80);
  expect(after.diskMiB).toBeGreaterThanOrEqual(20);
  expect(after.cpuSeconds).toBeGreaterThan(before.cpuSeconds);
});

test("a site is copied anew if its source has changed, and old copies go with their last user", async () => {
  const parent = await newFolder();
  const dir = join(parent, "sandboxes");
  const backend = await open(dir);
  const folder = await counterCopy(parent);
  const source = counterSite({ folder });
  await backend.importSite({ source }, patience());
  const [template = ""] = await readdir(join(dir, "templates"));
  const { ino } = await stat(join(dir, "templates", template, "server.ts"));
  const untouched = (await stat(join(dir, "half-made"))).mtimeMs;
  await backend.importSite({ source }, patience());
  expect((await stat(join(dir, "templates", template, "server.ts"))).ino).toBe(ino);
  expect((await stat(join(dir, "half-made"))).mtimeMs).toBe(untouched);

  await backend.create({ source, sandboxId: "old" }, patience());
  await writeFile(join(folder, "start.txt"), "20");
  const fresh = await backend.create({ source, sandboxId: "new" }, patience());
  expect(await countOf(fresh)).toBe(20);
  expect(await countOf(await backend.reset("old", patience()))).toBe(10);
  expect(await readdir(join(dir, "templates"))).toHaveLength(2);
  await backend.delete("old");
  expect(await readdir(join(dir, "templates"))).toHaveLength(1);
  await backend.delete("new");
  expect(await backend.removeSite("counter")).toBe(true);
  expect(await backend.removeSite("counter")).toBe(false);
  expect(await readdir(join(dir, "templates"))).toEqual([]);
});

test("everything the backend makes is the user's alone", async () => {
  const dir = join(await newFolder(), "sandboxes");
  const backend = await open(dir);
  await backend.create({ source: counterSite(), sandboxId: "one" }, patience());
  for (const path of [
    "",
    "sandboxes",
    "sandboxes/one",
    "sandboxes/one/data-1",
    "templates",
    "logs",
  ]) {
    expect([path, ((await stat(join(dir, path))).mode & 0o777).toString(8)]).toEqual([path, "700"]);
  }
  expect((await stat(join(dir, "sandboxes/one/state.json"))).mode & 0o777).toBe(0o600);
});

test("closing ends and deletes every sandbox, also one that is being made", async () => {
  const dir = join(await newFolder(), "sandboxes");
  const backend = await open(dir);
  await backend.create({ source: counterSite(), sandboxId: "one" }, patience());
  const making = backend.create(
    { source: counterSite({ env: { START_DELAY_MS: "60000" } }), sandboxId: "two" },
    patience(),
  );
  const outcome = making.catch((error: unknown) => error);
  await expect.poll(async () => (await processesUnder(dir)).length).toBe(2);
  await backend.close();
  expect(await outcome).toMatchObject({ code: "backend-unavailable" });
  expect(await processesUnder(dir)).toEqual([]);
  expect(await left(dir)).toEqual({ sandboxes: [], logs: [], "half-made": [] });
  await expect(
    backend.create({ source: counterSite(), sandboxId: "three" }, patience()),
  ).rejects.toMatchObject({ code: "backend-unavailable" });
});

test("a folder that is not there, or holds links out of it, is refused with the field", async () => {
  const parent = await newFolder();
  const backend = await open();
  const create = async (folder: string) =>
    backend.create({ source: counterSite({ folder }), sandboxId: "one" }, patience());
  await expect(create(join(parent, "nowhere"))).rejects.toMatchObject({
    code: "invalid-site",
    details: { field: "local.folder", value: join(parent, "nowhere") },
  });
  const folder = await counterCopy(parent);
  await symlink("/etc/hosts", join(folder, "hosts"));
  await expect(create(folder)).rejects.toThrow(/link .* to \/etc\/hosts, outside of it/);
  await rm(join(folder, "hosts"));
  await symlink(join(folder, "start.txt"), join(folder, "same.txt"));
  expect((await create(folder)).state).toBe("ready");
});

async function left(dir: string): Promise<Record<string, readonly string[]>> {
  const folders = ["sandboxes", "logs", "half-made"];
  const entries = await Promise.all(
    folders.map(async (name) => [name, await readdir(join(dir, name))] as const),
  );
  return Object.fromEntries(entries);
}
