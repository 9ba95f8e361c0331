// Makes the sandboxes of a daemon without the daemon, on two backends in memory.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach } from "vitest";
import { Backends } from "@webserv/host/src/sandbox/backends/backends.ts";
import { LeaseStore } from "@webserv/host/src/session/sandboxes/lease-store.ts";
import { SandboxLeases } from "@webserv/host/src/session/sandboxes/sandbox-leases.ts";
import { Sandboxes } from "@webserv/host/src/session/sandboxes/sandboxes.ts";
import { SitePreparation } from "@webserv/host/src/session/sandboxes/site-preparation.ts";
import { loadSites } from "@webserv/host/src/site/site-registry.ts";

import {
  MemoryDriver,
  memoryEntry,
  memorySite,
} from "../../../../support/sandboxes/memory-backend.ts";

export interface MadeSandboxes {
  readonly incus: MemoryDriver;
  readonly local: MemoryDriver;
  /** Says why the backend of the name incus can't be asked, if it can't. */
  readonly incusFault: { why: string | undefined };
  readonly backends: Backends;
  readonly leases: SandboxLeases;
  readonly sandboxes: Sandboxes;
  readonly preparation: SitePreparation;
  /** Ends the daemon. */
  readonly ended: AbortController;
}

const log = pino({ level: "silent" });

/** Is what a test has; `open` begins another daemon in the same folder. */
export type SandboxesOfTest = MadeSandboxes & {
  readonly dir: string;
  open(why?: string): Promise<void>;
};

/** Makes sandboxes of the sites shop and blog, anew before each test of a file. */
export function sandboxesOfEachTest(): SandboxesOfTest {
  const made = {} as SandboxesOfTest;
  beforeEach(async () => {
    const dir = mkdtempSync(join(tmpdir(), "webserv-sandboxes-"));
    mkdirSync(join(dir, "shipped"));
    for (const name of ["shop", "blog"]) defineSite(dir, `shipped/${name}.json`, name);
    const open = async (why?: string): Promise<void> => {
      Object.assign(made, await makeSandboxes(dir, why));
    };
    Object.assign(made, { dir, open });
    await open();
  });
  afterEach(() => {
    made.ended.abort();
    rmSync(made.dir, { recursive: true, force: true });
  });
  return made;
}

/** Makes them of the sites in the folders `shipped` and `imported` of `dir`. */
async function makeSandboxes(dir: string, why?: string): Promise<MadeSandboxes> {
  const incus = new MemoryDriver("incus");
  const local = new MemoryDriver("local");
  const incusFault = { why };
  const ended = new AbortController();
  const sites = await loadSites({
    shippedDir: join(dir, "shipped"),
    importedDir: join(dir, "imported"),
  });
  const entries = [memoryEntry(incus, incusFault), memoryEntry(local)];
  const backends = new Backends({ entries, log });
  const leases = new SandboxLeases({
    store: new LeaseStore(join(dir, "leases")),
    inUse: () => false,
    remove: async (sandboxId) => void (await sandboxes.delete(sandboxId)),
    log,
  });
  const sandboxes: Sandboxes = new Sandboxes({
    backends,
    sites,
    leases,
    moved: () => Promise.resolve(),
    stopping: ended.signal,
  });
  const preparation = new SitePreparation(backends, sites);
  await backends.adopt((name) => sites.find(name), new AbortController().signal);
  return { incus, local, incusFault, backends, leases, sandboxes, preparation, ended };
}

/** Writes the definition of a site that both backends can run, and returns its path. */
export function defineSite(dir: string, file: string, name: string): string {
  const path = join(dir, file);
  writeFileSync(path, JSON.stringify(memorySite(name, "incus", "local").site));
  return path;
}
