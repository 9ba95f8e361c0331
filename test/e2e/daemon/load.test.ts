// Tests what a daemon loads before it serves: whoever lost one waits for the next, so only what it needs.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { expect, test } from "vitest";

import { TestHome } from "../../support/daemon/daemon.ts";

test("a daemon serves before it loads a tokenizer, a protocol's SDK, or what starts programs", async () => {
  await using home = await TestHome.make("home");
  const file = join(home.paths.home, "..", "loaded");
  const noting = pathToFileURL(join(import.meta.dirname, "../../support/programs/noted-loads.ts"));
  await home.daemon({ env: { WEBSERV_TEST_LOADS: file, NODE_OPTIONS: `--import=${noting.href}` } });
  const loaded = existsSync(file) ? readFileSync(file, "utf8") : "";
  const packages = [...loaded.matchAll(/\/node_modules\/(@[^/]+\/[^/]+|[^/]+)\//g)].map(
    ([, name]) => name,
  );
  // This shows that loads are noted at all. The program holds `ws` and others itself.
  expect(packages).toContain("pino");
  expect(packages).not.toContain("execa");
  expect(packages).not.toContain("gpt-tokenizer");
  expect(packages).not.toContain("puppeteer-core");
  expect(packages).not.toContain("@modelcontextprotocol/sdk");
});
