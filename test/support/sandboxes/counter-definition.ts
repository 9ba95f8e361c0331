// Writes definition files of the sites in test/support/sites, for tests that import them into a daemon.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { packageRoot } from "@webserv/host/src/paths.ts";
import { PATIENCE_MS } from "../time/patience.ts";

/** Writes it into `dir` and returns its path. The site is called counter and lives at counter.test. */
export function writeCounterDefinition(dir: string): string {
  return writeDefinition(dir, "counter", "/healthz");
}

/** Writes the definition of the site that tries every way out: prober, at prober.test. */
export function writeProberDefinition(dir: string): string {
  return writeDefinition(dir, "prober", "/");
}

function writeDefinition(dir: string, name: string, readyPath: string): string {
  const path = join(dir, `${name}-site.json`);
  const definition = {
    name,
    title: name,
    hosts: [{ host: `${name}.test`, port: 80 }],
    readiness: { path: readyPath, timeoutMs: PATIENCE_MS },
    local: {
      folder: join(packageRoot, "test", "support", "sites", name),
      command: ["node", "server.ts"],
    },
  };
  writeFileSync(path, JSON.stringify(definition));
  return path;
}
