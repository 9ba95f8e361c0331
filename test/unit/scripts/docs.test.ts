// Checks that the pages for people name and link only files that are there.
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { packageRoot } from "@webserv/host/src/paths.ts";
import { expect, test } from "vitest";

const CODE = ["extension", "host", "shared", "scripts", "test"];
/** A file of the code, from the root. */
const PATH = /\b(?:extension|host|shared|scripts|test)\/[\w./-]+\.tsx?\b/g;

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(join(packageRoot, folder), { withFileTypes: true });
  const within = entries
    .filter(({ name }) => name !== "node_modules" && name !== "dist")
    .map(async (entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? await filesBelow(path) : [path];
    });
  return (await Promise.all(within)).flat();
}

const docs = (await filesBelow("docs")).filter((path) => path.endsWith(".md"));
const pages = ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", ...docs];
const code = (await Promise.all(CODE.map(filesBelow))).flat();
const names = new Set(code.map((path) => basename(path)));

test.each(pages)("%s names files that are there", async (page) => {
  const text = await readFile(join(packageRoot, page), "utf8");
  // A line of a diff that adds may name a file that it makes.
  const lines = text.split("\n").filter((line) => !line.startsWith("+"));
  const named = lines.flatMap((line) => [
    ...[...line.matchAll(/`([\w.-]+\.tsx?)`/g)].map(([, name = ""]) => name),
    ...[...line.matchAll(PATH)].map(([path]) => path),
  ]);
  expect(named.filter((name) => !names.has(name) && !existsSync(join(packageRoot, name)))).toEqual(
    [],
  );
});

test.each(pages)("%s links to files that are there", async (page) => {
  const text = await readFile(join(packageRoot, page), "utf8");
  const targets = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target = ""]) => target);
  const missing = targets.filter(
    (target) => !/^[a-z]+:/.test(target) && !existsSync(join(packageRoot, dirname(page), target)),
  );
  expect(missing).toEqual([]);
});
