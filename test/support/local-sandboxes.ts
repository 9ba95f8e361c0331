// A local backend of one test in a folder of its own, and the counter site to run in it.
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { afterEach, expect } from "vitest";

import type { SandboxBackend, SiteSource } from "@webserv/host/src/sandbox/backend.ts";
import { createLocalBackend } from "@webserv/host/src/sandbox/local/backend.ts";
import type { Sandbox } from "@webserv/shared/model/sandbox.ts";
import type { Limits, Site } from "@webserv/shared/model/site.ts";

export interface BackendFixture {
  /** A new backend in a new folder, or in one given. */
  readonly open: (dir?: string) => Promise<SandboxBackend>;
  readonly newFolder: () => Promise<string>;
}

/** To be called once, at the top of a test file; backends are closed and folders deleted. */
export function backendFixture(): BackendFixture {
  const backends: SandboxBackend[] = [];
  const folders: string[] = [];
  afterEach(async () => {
    await Promise.all(backends.splice(0).map(async (backend) => backend.close()));
    await Promise.all(
      folders.splice(0).map(async (dir) => rm(dir, { recursive: true, force: true })),
    );
  });
  const newFolder = async (): Promise<string> => {
    const dir = await mkdtemp(join(tmpdir(), "webserv-sandboxes-"));
    folders.push(dir);
    return dir;
  };
  return {
    newFolder,
    async open(dir) {
      const backend = localBackend(dir ?? join(await newFolder(), "sandboxes"));
      backends.push(backend);
      return backend;
    },
  };
}

export function localBackend(dir: string): SandboxBackend {
  const quiet = { info: () => undefined, warn: () => undefined };
  return createLocalBackend({ dir, nodePath: process.execPath, log: quiet, graceMs: 500 });
}

export interface CounterOptions {
  readonly env?: Record<string, string>;
  readonly limits?: Limits;
  readonly readiness?: Partial<Site["readiness"]>;
  readonly folder?: string;
  readonly command?: string[];
  readonly name?: string;
}

export const counterFolder = join(import.meta.dirname, "sites", "counter");

export function counterSite(options: CounterOptions = {}): SiteSource {
  return {
    baseDir: counterFolder,
    site: {
      name: options.name ?? "counter",
      title: "Counter",
      hosts: [{ host: "counter.test", port: 80 }],
      readiness: { path: "/healthz", status: 200, timeoutMs: 20_000, ...options.readiness },
      limits: options.limits ?? {},
      local: {
        folder: options.folder ?? ".",
        command: options.command ?? ["node", "--disable-warning=ExperimentalWarning", "server.ts"],
        env: options.env ?? {},
      },
    },
  };
}

/** A copy of the counter's folder that a test may change. */
export async function counterCopy(parent: string): Promise<string> {
  const folder = join(parent, "counter-source");
  await cp(counterFolder, folder, { recursive: true });
  return folder;
}

export const patience = (): AbortSignal => AbortSignal.timeout(60_000);

export async function ask(sandbox: Sandbox, path: string): Promise<string> {
  const response = await fetch(`${sandbox.origin}${path}`);
  return response.text();
}

export async function countOf(sandbox: Sandbox): Promise<number> {
  return Number(await ask(sandbox, "/count"));
}

/** Pids of the processes that run below a folder, whoever started them. */
export async function processesUnder(folder: string): Promise<readonly number[]> {
  const { readlink } = await import("node:fs/promises");
  const found = await Promise.all(
    (await readdir("/proc")).filter(Number).map(async (pid) => {
      const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => "");
      return cwd.startsWith(`${folder}/`) ? Number(pid) : undefined;
    }),
  );
  return found.filter((pid) => pid !== undefined);
}

/** Waits for a condition, and fails with `what` if it does not come about. */
export async function eventually(what: string, holds: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + 15_000;
  while (!(await holds())) {
    if (Date.now() > until) expect.unreachable(`never came about: ${what}`);
    await delay(20);
  }
}
