// Describes the counter site and a local backend to run it in, without the test runner, for other processes.
import { join } from "node:path";

import type { SandboxBackend, SiteSource } from "@webserv/host/src/sandbox/backend.ts";
import { SandboxIds } from "@webserv/host/src/sandbox/sandbox-ids.ts";
import { createLocalBackend } from "@webserv/host/src/sandbox/local/backend.ts";
import type { Limits, Site } from "@webserv/shared/model/site.ts";
import { PATIENCE_MS } from "../time/patience.ts";

export function localBackend(dir: string): SandboxBackend {
  const quiet = { info: () => undefined, warn: () => undefined };
  return createLocalBackend({
    ids: new SandboxIds(),
    dir,
    nodePath: process.execPath,
    log: quiet,
    graceMs: 500,
  });
}

export interface CounterOptions {
  readonly env?: Record<string, string>;
  readonly limits?: Limits;
  readonly readiness?: Partial<Site["readiness"]>;
  readonly folder?: string;
  readonly command?: string[];
  readonly name?: string;
}

export const counterFolder = join(import.meta.dirname, "..", "sites", "counter");

export function counterSite(options: CounterOptions = {}): SiteSource {
  return {
    baseDir: counterFolder,
    site: {
      name: options.name ?? "counter",
      title: "Counter",
      hosts: [{ host: "counter.test", port: 80 }],
      readiness: { path: "/healthz", status: 200, timeoutMs: PATIENCE_MS, ...options.readiness },
      limits: options.limits ?? {},
      local: {
        folder: options.folder ?? ".",
        command: options.command ?? ["node", "--disable-warning=ExperimentalWarning", "server.ts"],
        env: options.env ?? {},
      },
      pool: { min: 0, max: 4 },
      logins: [],
    },
  };
}

export const patience = (): AbortSignal => AbortSignal.timeout(PATIENCE_MS);
