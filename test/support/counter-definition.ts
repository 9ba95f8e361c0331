// The definition file of the counter site, for tests that import it into a daemon.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { packageRoot } from "@webserv/host/src/paths.ts";

/** Writes it into `dir` and answers its path. The site is called counter and lives at counter.test. */
export function writeCounterDefinition(dir: string): string {
  const path = join(dir, "counter-site.json");
  const definition = {
    name: "counter",
    title: "Counter",
    hosts: [{ host: "counter.test", port: 80 }],
    readiness: { path: "/healthz", timeoutMs: 20_000 },
    local: {
      folder: join(packageRoot, "test", "support", "sites", "counter"),
      command: ["node", "server.ts"],
    },
  };
  writeFileSync(path, JSON.stringify(definition));
  return path;
}
