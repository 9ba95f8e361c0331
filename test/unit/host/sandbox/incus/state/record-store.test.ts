import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { newRecord } from "@webserv/host/src/sandbox/incus/state/record.ts";
import { RecordStore } from "@webserv/host/src/sandbox/incus/state/record-store.ts";
import { site } from "@webserv/shared/model/site.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "webserv-records-"));
});
afterEach(async () => {
  await rm(dir, { recursive: true, force: true });
});

const shop = site.parse({ name: "shop", title: "Shop", hosts: [{ host: "shop.test" }], image: {} });
const source = { site: shop, baseDir: "/x" };

test("the last record that was written of a sandbox is read, and none that was removed", async () => {
  const store = new RecordStore(dir);
  const one = newRecord({ sandboxId: "one", source, template: "tpl-shop-1" });
  await store.write(one);
  const later = { ...one, instance: "clone-10-87-1-1", readyMs: 12.5 };
  await store.write(later);
  await store.write(newRecord({ sandboxId: "two", source, template: "tpl-shop-1" }));
  await store.remove("two");
  expect(await new RecordStore(dir).readAll()).toEqual({ records: [later], unreadable: [] });
});

test("a record that a killed daemon left half written is cleared, and one that makes no sense is named", async () => {
  await writeFile(join(dir, "one.7.half"), '{"version":1,"sand');
  await writeFile(join(dir, "broken.json"), "{}");
  const other = JSON.stringify(newRecord({ sandboxId: "another", source, template: "tpl-shop-1" }));
  await writeFile(join(dir, "renamed.json"), other);
  const { records, unreadable } = await new RecordStore(dir).readAll();
  expect(records).toEqual([]);
  expect(new Set(unreadable)).toEqual(new Set(["broken", "renamed"]));
  expect((await readdir(dir)).filter((name) => name.endsWith(".half"))).toEqual([]);
});
