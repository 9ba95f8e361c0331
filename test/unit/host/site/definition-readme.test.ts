import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { packageRoot } from "@webserv/host/src/paths.ts";
import { site } from "@webserv/shared/model/site.ts";
import { methods } from "@webserv/shared/protocol/methods.ts";
import { expect, test } from "vitest";

const text = await readFile(join(packageRoot, "host", "sites", "README.md"), "utf8");

test("the definition that the documentation shows can be read as one", () => {
  const [, example = ""] = /```json\n([\s\S]*?)```/.exec(text) ?? [];
  expect(site.parse(JSON.parse(example))).toMatchObject({ name: "shop", pool: { min: 1, max: 8 } });
});

test("every field of a definition is documented", () => {
  const fields = Object.keys(site.shape);
  const missing = fields.filter((field) => !new RegExp(`\`${field}[\`.]`).test(text));
  expect(missing).toEqual([]);
});

test("a pool is never asked to hold more than its most", () => {
  const { params } = methods["pool.set"];
  expect(params.safeParse({ site: "shop", min: 5, max: 2 }).success).toBe(false);
  expect(params.safeParse({ site: "shop", min: 2, max: 2 }).success).toBe(true);
});
