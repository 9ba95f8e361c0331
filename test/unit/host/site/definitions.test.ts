import { join } from "node:path";

import { beforeAll, describe, expect, test } from "vitest";

import { shippedSitesDir } from "@webserv/host/src/paths.ts";
import type { SiteSource } from "@webserv/host/src/sandbox/backend.ts";
import { readDefinition } from "@webserv/host/src/site/definition.ts";
import { loadSites } from "@webserv/host/src/site/site-registry.ts";
import { siteUrl } from "@webserv/shared/model/site.ts";

import { recipes } from "../../../../scripts/images/recipes.ts";

const images = join(import.meta.dirname, "../../../../scripts/images");

/** Address and accounts as WebArena documents them; see host/sites/README.md. */
const webArena = [
  ["shopping", 7770, "emma.lopez@gmail.com"],
  ["shopping_admin", 7780, "admin"],
  ["reddit", 9999, "MarvelsGrantMan136"],
  ["gitlab", 8023, "byteblaze"],
  ["wikipedia", 8888, undefined],
  ["map", 3000, undefined],
] as const;

let sources: readonly SiteSource[];
let problems: readonly Error[];
beforeAll(async () => {
  const registry = await loadSites({ shippedDir: shippedSitesDir, importedDir: "/nowhere" });
  ({ problems } = registry);
  const ofTests = await readDefinition(join(images, "magento-like", "site.json"));
  sources = [...registry.list(), ofTests];
});

test("every definition can be read", () => {
  expect(problems).toEqual([]);
});

test("the sites that are shipped include the store, those made here, and WebArena's six", () => {
  const names = sources.map(({ site }) => site.name);
  expect(names).toEqual(
    expect.arrayContaining([
      "store",
      "nginx",
      "wordpress",
      "evershop",
      ...webArena.map(([n]) => n),
    ]),
  );
});

test("no two sites have the same canonical host", () => {
  const hosts = sources.flatMap(({ site }) => site.hosts.map(({ host }) => host));
  expect(hosts).toEqual([...new Set(hosts)]);
  expect(hosts.filter((host) => !host.endsWith(".test"))).toEqual([]);
});

test("a site of an image is ready when a page is rendered, at a port for each of its hosts", () => {
  const unfit = sources
    // The store runs without an image too, and its image is made by whoever wants it to run on Incus.
    .filter(({ site }) => site.image !== undefined && site.local === undefined)
    .filter(({ site: { image, hosts, readiness, limits } }) => {
      const rendered = /\w/.test(readiness.includes ?? "");
      const ports = image?.ports ?? hosts;
      const limited = limits.memoryMiB !== undefined && limits.processes !== undefined;
      return !(rendered && ports.length === hosts.length && limited);
    });
  expect(unfit.map(({ site }) => site.name)).toEqual([]);
});

test("a site made here names the archive that its recipe's image is put at, and the port it exposes", () => {
  for (const recipe of recipes) {
    const source = sources.find(({ site }) => site.name === recipe.name);
    if (source === undefined) throw new Error(`no site has the image ${recipe.name}`);
    const { site } = source;
    const path = site.image?.source?.replace("docker-archive:", "") ?? "";
    const cache = join(images, "../../.cache/images");
    expect(path).toBe(join(cache, `${recipe.name}.tar`));
    const inside = site.image?.ports?.[0] ?? site.hosts[0]?.port;
    expect(Object.keys(recipe.config.ExposedPorts)).toEqual([`${inside}/tcp`]);
  }
});

describe.each(webArena)("WebArena's %s", (name, port, username) => {
  const found = (): SiteSource["site"] => {
    const source = sources.find(({ site }) => site.name === name);
    if (source === undefined) throw new Error(`there is no site "${name}"`);
    return source.site;
  };

  test(`WebArena's ${name} is at its documented port, with its documented account`, () => {
    const { hosts, logins } = found();
    expect(hosts.map((host) => siteUrl(host))).toEqual([
      `http://${name.replace("_", "-")}.test:${port}`,
    ]);
    expect(logins[0]?.username).toBe(username);
  });

  test(`WebArena's ${name} is told its own address if it keeps one`, () => {
    const steps = JSON.stringify(found().image?.bake);
    const keepsAddress = ["shopping", "shopping_admin", "gitlab"].includes(name);
    expect(steps.includes("{url}")).toBe(keepsAddress);
  });
});
