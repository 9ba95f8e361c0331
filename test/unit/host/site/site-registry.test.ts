import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { loadSites } from "@webserv/host/src/site/site-registry.ts";
import type { SiteRegistry } from "@webserv/host/src/site/site-registry.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "webserv-sites-"));
  await mkdir(join(dir, "shipped"));
});
afterEach(async () => rm(dir, { recursive: true, force: true }));

const shop = {
  name: "shop",
  title: "Shop",
  hosts: [{ host: "shop.test" }],
  local: { folder: "../app", command: ["node", "server.js"] },
};

async function define(file: string, definition: unknown): Promise<string> {
  const path = join(dir, file);
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, typeof definition === "string" ? definition : JSON.stringify(definition));
  return path;
}

const usable = (): Promise<void> => Promise.resolve();

async function load(): Promise<SiteRegistry> {
  return loadSites({ shippedDir: join(dir, "shipped"), importedDir: join(dir, "imported") });
}

test("a definition gets its defaults, and its folder starts at the file", async () => {
  await define("shipped/shop.json", shop);
  const { site, baseDir } = (await load()).get("shop");
  expect(baseDir).toBe(join(dir, "shipped"));
  expect(site.local?.folder).toBe(join(dir, "app"));
  expect(site.hosts).toEqual([{ host: "shop.test", port: 80 }]);
  expect(site.readiness).toEqual({ path: "/", status: 200, timeoutMs: 30_000 });
});

test("an imported site is there after a restart, wherever its definition went", async () => {
  const path = await define("elsewhere/definitions/shop.json", shop);
  await (await load()).importSite(path, usable);
  await rm(path);
  const again = await load();
  expect(again.list().map(({ site }) => site.name)).toEqual(["shop"]);
  expect(again.get("shop").site.local?.folder).toBe(join(dir, "elsewhere", "app"));
});

test("an image's path starts at the file as well, and a registry's name stays a name", async () => {
  const image = (source: string) => ({ ...shop, image: { source } });
  const sourceOf = async (source: string): Promise<string | undefined> => {
    const path = await define("own/shop.json", image(source));
    return (await (await load()).importSite(path, usable)).source.site.image?.source;
  };
  expect(await sourceOf("docker-archive:shop.tar")).toBe(
    `docker-archive:${join(dir, "own/shop.tar")}`,
  );
  expect(await sourceOf("../shop.tar")).toBe(join(dir, "shop.tar"));
  expect(await sourceOf("docker://shop:1")).toBe("docker://shop:1");
  expect(await sourceOf("incus:shop")).toBe("incus:shop");
});

test("ports that are not one for each host are refused", async () => {
  const path = await define("own/shop.json", { ...shop, image: { ports: [80, 81] } });
  await expect((await load()).importSite(path, usable)).rejects.toMatchObject({
    code: "invalid-site",
    details: { field: "image.ports" },
  });
});

test("a site that is imported again is replaced; one that is removed stays so after a restart", async () => {
  const registry = await load();
  const path = await define("own/shop.json", shop);
  await registry.importSite(path, usable);
  await define("own/shop.json", { ...shop, title: "New" });
  await registry.importSite(path, usable);
  expect(registry.get("shop").site.title).toBe("New");
  await registry.removeSite("shop");
  expect(registry.find("shop")).toBeUndefined();
  expect((await load()).list()).toEqual([]);
  await expect(registry.removeSite("shop")).rejects.toMatchObject({ code: "unknown-site" });
});

test("a site that can't be prepared is not added, and does not replace the one there was", async () => {
  const registry = await load();
  const path = await define("own/shop.json", shop);
  const refuse = (): Promise<never> => Promise.reject(new Error("no such folder"));
  await expect(registry.importSite(path, refuse)).rejects.toThrow("no such folder");
  expect(registry.list()).toEqual([]);
  await registry.importSite(path, usable);
  await define("own/shop.json", { ...shop, title: "New" });
  await expect(registry.importSite(path, refuse)).rejects.toThrow("no such folder");
  expect(registry.get("shop").site.title).toBe("Shop");
  expect((await load()).get("shop").site.title).toBe("Shop");
});

test("a site that comes with WebServ can be neither replaced nor removed", async () => {
  await define("shipped/shop.json", shop);
  const registry = await load();
  const path = await define("own/shop.json", shop);
  await expect(registry.importSite(path, usable)).rejects.toMatchObject({
    code: "invalid-site",
    details: { field: "name", value: "shop" },
  });
  await expect(registry.removeSite("shop")).rejects.toMatchObject({ code: "unknown-site" });
});

test.each([
  [
    "a wrong port",
    { ...shop, hosts: [{ host: "shop.test", port: 70_000 }] },
    "hosts.0.port",
    70_000,
  ],
  ["a name with capitals", { ...shop, name: "Shop" }, "name", "Shop"],
  ["a host without a dot", { ...shop, hosts: [{ host: "shop" }] }, "hosts.0.host", "shop"],
  [
    "the same host twice",
    { ...shop, hosts: [{ host: "shop.test" }, { host: "shop.test", port: 80 }] },
    "hosts.1",
    "shop.test:80",
  ],
  ["a limit of nothing", { ...shop, limits: { memoryMiB: 0 } }, "limits.memoryMiB", 0],
  ["an empty list of hosts", { ...shop, hosts: [] }, "hosts", []],
])("%s is refused with file, field and value", async (_what, definition, field, value) => {
  const path = await define("own/bad.json", definition);
  const registry = await load();
  const importing = registry.importSite(path, usable);
  await expect(importing).rejects.toThrow(new RegExp(`bad\\.json: .*"${field}" is `));
  await expect(importing).rejects.toMatchObject({
    code: "invalid-site",
    details: { file: path, field, value },
  });
  expect(registry.list()).toEqual([]);
});

test.each([
  ["an unknown field", { ...shop, colour: "red" }, /"colour"/],
  ["what is not JSON", "{", /is not JSON/],
])("%s is refused in words", async (_what, definition, message) => {
  const path = await define("own/bad.json", definition);
  await expect((await load()).importSite(path, usable)).rejects.toThrow(message);
});

test("a definition's file that is not there is named", async () => {
  await expect((await load()).importSite(join(dir, "nothing.json"), usable)).rejects.toThrow(
    /nothing\.json/,
  );
});

test("one broken definition is told and keeps no other from loading", async () => {
  await define("shipped/bad.json", { name: "bad" });
  await define("shipped/shop.json", shop);
  const registry = await load();
  expect(registry.list().map(({ site }) => site.name)).toEqual(["shop"]);
  expect(registry.problems.map((problem) => problem.message).join()).toMatch(/bad\.json/);
});

test("the sites that come with WebServ are valid", async () => {
  const shipped = join(import.meta.dirname, "../../../../host/sites");
  const registry = await loadSites({ shippedDir: shipped, importedDir: join(dir, "none") });
  expect(registry.problems).toEqual([]);
  expect(registry.get("store").site.hosts[0]).toEqual({ host: "store.test", port: 80 });
  expect(JSON.parse(await readFile(join(shipped, "store.json"), "utf8"))).toHaveProperty(
    "name",
    "store",
  );
});
