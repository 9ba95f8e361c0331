// Decides which backends a daemon has, in the order of preference, and opens each.
import { existsSync } from "node:fs";
import { join } from "node:path";

import * as z from "zod/mini";

import { backendName } from "@webserv/shared/model/sandbox.ts";
import type { BackendName } from "@webserv/shared/model/sandbox.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { Logger } from "../log.ts";
import type { Paths } from "../paths.ts";
import type { BackendEntry, OpenBackend } from "../sandbox/backends/backend-slot.ts";
import type { SandboxIds } from "../sandbox/sandbox-ids.ts";
import { createLocalBackend } from "../sandbox/local/backend.ts";
import { foldersIn } from "../sandbox/local/folders.ts";
import { homeId } from "./home-id.ts";
import { incusAccess } from "./incus-access.ts";
import type { IncusClient } from "../sandbox/incus/client/client.ts";
import { setUpCommand } from "../sandbox/incus/names.ts";
import type { IncusNames } from "../sandbox/incus/names.ts";

/** The time that Incus may take to answer, in ms: one that starts hundreds of containers takes seconds. */
const PROBE_MS = 12_000;

/**
 * Returns all backends, in the order of preference, or those that WEBSERV_BACKENDS names, such as `local` or
 * `incus,local`.
 * @throws WebservError `invalid-params` if it names others.
 */
export function backendEntries(
  paths: Paths,
  log: Logger,
  env: NodeJS.ProcessEnv = process.env,
): readonly BackendEntry[] {
  const entries: Readonly<Record<BackendName, BackendEntry>> = {
    incus: incusEntry(paths, log),
    local: localEntry(paths, log),
  };
  const wanted = wantedBackends(env["WEBSERV_BACKENDS"]);
  return wanted === undefined ? Object.values(entries) : wanted.map((name) => entries[name]);
}

/** Returns undefined if none are named. */
function wantedBackends(text = ""): readonly BackendName[] | undefined {
  if (text === "") return undefined;
  const names = text.split(",").map((name) => name.trim());
  const parsed = z.array(backendName).safeParse(names);
  if (parsed.success) return [...new Set(parsed.data)];
  const unknown = names.filter((name) => !backendName.safeParse(name).success);
  throw new WebservError(
    "invalid-params",
    `WEBSERV_BACKENDS is "${text}": no backend is called "${unknown.join('", "')}"`,
    { next: `Name one or more of ${backendName.options.join(", ")}, with commas between them.` },
  );
}

function localEntry(paths: Paths, log: Logger): BackendEntry {
  return {
    name: "local",
    usedBefore: () => true,
    mayHold: (sandboxId) => existsSync(join(foldersIn(paths.sandboxesDir).sandboxes, sandboxId)),
    open: (ids) => {
      const dir = paths.sandboxesDir;
      const backend = createLocalBackend({ ids, dir, nodePath: process.execPath, log });
      const nothing = (): Promise<void> => Promise.resolve();
      return Promise.resolve({ backend, check: nothing, release: nothing });
    },
  };
}

function incusEntry(paths: Paths, log: Logger): BackendEntry {
  return {
    name: "incus",
    usedBefore: () => existsSync(paths.incusDir),
    mayHold: (sandboxId) => existsSync(recordPath(stateDir(paths), sandboxId)),
    open: async (ids, signal) => await openIncus(paths, log, ids, signal),
  };
}

/** @throws WebservError `backend-unavailable`, which says what is missing and what to do. */
async function openIncus(
  paths: Paths,
  log: Logger,
  ids: SandboxIds,
  signal: AbortSignal,
): Promise<OpenBackend> {
  const { endpoint, names } = incusAccess(paths);
  if (endpoint.kind === "unix" && !existsSync(endpoint.socketPath)) {
    throw new WebservError(
      "backend-unavailable",
      `Incus is not set up, or does not run: there is no socket ${endpoint.socketPath}`,
      { next: "Run sudo scripts/setup-incus; without it sandboxes run on the local backend." },
    );
  }
  // A daemon without Incus must not pay for loading its client.
  const [{ createIncusClient }, { createIncusBackend }] = await Promise.all([
    import("../sandbox/incus/client/client.ts"),
    import("../sandbox/incus/backend.ts"),
  ]);
  const client = createIncusClient({
    endpoint,
    project: names.project,
    log: (message, facts) => log.debug(facts, message),
  });
  const check = async (within: AbortSignal): Promise<void> => {
    const until = AbortSignal.any([within, AbortSignal.timeout(PROBE_MS)]);
    const { auth } = await client.server.info(until);
    if (auth !== "trusted") throw notPermitted();
    await client.projects.get(names.project, until);
  };
  const release = async (): Promise<void> => client.close();
  try {
    await check(signal);
    if (endpoint.kind === "unix") await checkClosed(client, names, signal);
    const owner = homeId(paths);
    const backend = createIncusBackend({
      ids,
      client,
      names,
      owner,
      stateDir: stateDir(paths),
      workDir: join(paths.incusDir, "work"),
      log,
    });
    return { backend, check, release };
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * Rules of nftables are gone after a boot if nothing loads them then, and after somebody empties
 * them all. Only root can read them, and they are read only if the set-up says that it made them.
 */
async function checkClosed(
  client: IncusClient,
  names: IncusNames,
  signal: AbortSignal,
): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { firewallKey } = await import("../sandbox/incus/set-up/project-config.ts");
  const { config } = await client.projects.get(names.project, signal);
  if (config[firewallKey] !== "nft") return;
  const [{ missingRules, readRules }, network] = await Promise.all([
    import("../sandbox/incus/set-up/firewall-rules.ts"),
    client.networks.get(names.network, signal),
  ]);
  const gateway = network.config["ipv4.address"]?.split("/")[0];
  const missing = missingRules(await readRules(names, signal), names, gateway);
  if (missing === undefined) return;
  throw new WebservError(
    "backend-unavailable",
    `sandboxes could reach this machine and its networks: ${missing}`,
    { next: `Run ${setUpCommand(names)}.` },
  );
}

function stateDir(paths: Paths): string {
  return join(paths.incusDir, "state");
}

/** The path under which the backend's `RecordStore` keeps a record; a daemon without Incus does not load that class. */
function recordPath(dir: string, sandboxId: string): string {
  return join(dir, "sandboxes", `${sandboxId}.json`);
}

function notPermitted(): WebservError {
  return new WebservError("backend-unavailable", "Incus runs, but does not let this user in", {
    next: "Run sudo scripts/setup-incus, which adds you to the group incus-admin, and log in again.",
  });
}
