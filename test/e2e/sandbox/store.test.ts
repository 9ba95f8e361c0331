import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { expect, test } from "vitest";

import { createRouter } from "@webserv/host/src/router/forward-proxy.ts";
import type { Router } from "@webserv/host/src/router/router.ts";
import { loadSites } from "@webserv/host/src/site/site-registry.ts";
import { shippedSitesDir } from "@webserv/host/src/paths.ts";
import type { Sandbox } from "@webserv/shared/model/sandbox.ts";

import { patience } from "../../support/sandboxes/counter-site.ts";
import { backendFixture } from "../../support/sandboxes/local-sandboxes.ts";
import { viaProxy } from "../../support/daemon/proxy-client.ts";

const { open, newFolder } = backendFixture();

test("two environments shop in stores of their own under one name", async () => {
  const { backend, dir, source } = await storeBackend();
  await using router = disposable(createRouter());
  const [mine, theirs] = await Promise.all([
    backend.create({ source, sandboxId: "mine" }, patience()),
    backend.create({ source, sandboxId: "theirs" }, patience()),
  ]);
  const [one, two] = await Promise.all([
    portTo(router.router, "one", mine),
    portTo(router.router, "two", theirs),
  ]);
  expect((await viaProxy(one, "http://store.test/")).body).toMatch(/<!doctype html>/i);

  const cookie = await fillCart(one);
  const headers = { Cookie: cookie };
  expect((await viaProxy(one, "http://store.test/api/cart", { headers })).body).toContain(
    '"itemCount":2',
  );
  // The same cookie means nothing in the other store.
  expect((await viaProxy(two, "http://store.test/api/cart", { headers })).body).toContain(
    '"itemCount":0',
  );

  const branch = await backend.branch("mine", { newSandboxId: "branch" }, patience());
  const three = await portTo(router.router, "three", branch);
  expect((await viaProxy(three, "http://store.test/api/cart", { headers })).body).toContain(
    '"itemCount":2',
  );
  const reset = await backend.reset("mine", patience());
  const again = await portTo(router.router, "one", reset);
  expect(again).toBe(one);
  expect((await viaProxy(one, "http://store.test/api/cart", { headers })).body).toContain(
    '"itemCount":0',
  );
  expect((await viaProxy(three, "http://store.test/api/cart", { headers })).body).toContain(
    '"itemCount":2',
  );

  const file = join(dir, "sandboxes/branch/data-1/data/store.db");
  const db = new DatabaseSync(file, { readOnly: true });
  expect(db.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  expect(db.prepare("SELECT sum(quantity) AS items FROM cart_lines").get()).toEqual({ items: 2 });
  db.close();
});

async function storeBackend() {
  const parent = await newFolder();
  const sites = await loadSites({
    shippedDir: shippedSitesDir,
    importedDir: join(parent, "sites"),
  });
  const dir = join(parent, "sandboxes");
  return { dir, backend: await open(dir), source: sites.get("store") };
}

async function portTo(router: Router, environment: string, sandbox: Sandbox): Promise<number> {
  const port = await router.open(environment);
  const { origin, sandboxId } = sandbox;
  port.setRoutes(sandbox.hosts.map((host) => ({ host, origin, sandboxId })));
  return port.port;
}

/** Puts two pieces of a product in stock into the cart; gives the visitor's cookie. */
async function fillCart(port: number): Promise<string> {
  const listing = await viaProxy(port, "http://store.test/api/products");
  const [, product] = /"slug":"([a-z0-9-]+)","name":"[^"]*","brand"/.exec(listing.body) ?? [];
  const details = await viaProxy(port, `http://store.test/api/products/${product}`);
  const variant = /"options":(\{[^{}]*\}),"priceCents":\d+,"stock":(?:[2-9]|\d\d+)\}/;
  const [, options] = variant.exec(details.body) ?? [];
  const added = await viaProxy(port, "http://store.test/api/cart/lines", {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: "http://store.test" },
    body: `{"product":"${product}","options":${options},"quantity":2}`,
  });
  expect(added.status).toBe(201);
  return added.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
}

function disposable(router: Router) {
  return { router, [Symbol.asyncDispose]: async () => router.close() };
}
