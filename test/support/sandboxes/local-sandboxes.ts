// Opens local backends of one test in folders of their own, and asks the sandboxes in them.
import { cp, mkdtemp, readdir, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { afterEach, expect } from "vitest";

import type { SandboxBackend } from "@webserv/host/src/sandbox/backend.ts";
import type { Sandbox } from "@webserv/shared/model/sandbox.ts";

import { counterFolder, localBackend } from "./counter-site.ts";
import { PATIENCE_MS } from "../time/patience.ts";

export interface BackendFixture {
  /** Opens a new backend in a new folder, or in one given. */
  readonly open: (dir?: string) => Promise<SandboxBackend>;
  readonly newFolder: () => Promise<string>;
}

/** Makes the fixture once, at the top of a test file; backends are closed and folders deleted. */
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

/** Makes a copy of the counter's folder that a test may change. */
export async function counterCopy(parent: string): Promise<string> {
  const folder = join(parent, "counter-source");
  await cp(counterFolder, folder, { recursive: true });
  return folder;
}

export async function ask(sandbox: Sandbox, path: string): Promise<string> {
  const response = await fetch(`${sandbox.origin}${path}`);
  return response.text();
}

export async function countOf(sandbox: Sandbox): Promise<number> {
  return Number(await ask(sandbox, "/count"));
}

/** Finds the pids of the processes that run below a folder, whoever started them. */
export async function processesUnder(folder: string): Promise<readonly number[]> {
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
  const until = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (Date.now() > until) expect.unreachable(`never came about: ${what}`);
    await delay(20);
  }
}
