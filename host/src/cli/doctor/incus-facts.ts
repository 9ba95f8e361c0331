// Reads the state of the Incus that this home would use, for `webserv doctor`; changes nothing there.
import { existsSync } from "node:fs";
import { toWebservError } from "@webserv/shared/errors/errors.ts";
import type { WebservError } from "@webserv/shared/errors/errors.ts";

import { incusAccess } from "../../daemon/incus-access.ts";
import type { IncusAccess } from "../../daemon/incus-access.ts";
import type { Paths } from "../../paths.ts";
import type { IncusClient } from "../../sandbox/incus/client/client.ts";
import type { Network } from "../../sandbox/incus/client/networks.ts";
import type { Project } from "../../sandbox/incus/client/projects.ts";
import type { ServerInfo } from "../../sandbox/incus/client/server.ts";
import type { StoragePool, StorageUsage } from "../../sandbox/incus/client/storage.ts";
import type { IncusNames } from "../../sandbox/incus/names.ts";
import {
  listNeighbours,
  neighbourAddresses,
  unknownNeighbours,
} from "../../sandbox/incus/set-up/neighbours.ts";
import type { FoundRules } from "../../sandbox/incus/set-up/firewall-rules.ts";
import { isIncusNotFound } from "../../sandbox/incus/client/transport/errors.ts";

/** The state that was found; a part that does not exist is undefined. */
export type IncusFacts =
  | { readonly kind: "none"; readonly socketPath: string }
  | { readonly kind: "unreachable"; readonly error: WebservError }
  | FoundIncus;

export interface FoundIncus {
  readonly kind: "found";
  readonly names: IncusNames;
  /** The socket or address, such as /var/lib/incus/unix.socket. */
  readonly where: string;
  /** True if it is this machine's own, whose kernel and firewall can be read. */
  readonly local: boolean;
  readonly server: ServerInfo;
  readonly project: Project | undefined;
  readonly pool: { readonly state: StoragePool; readonly usage: StorageUsage } | undefined;
  readonly network: { readonly state: Network; readonly up: boolean } | undefined;
  /** The rules that were found; undefined if only root could ask. */
  readonly firewall: FoundRules | undefined;
  /** The number of the bridge's neighbours that the machine does not know; undefined if the bridge can't be asked. */
  readonly unknownNeighbours: number | undefined;
}

const LONGEST_MS = 10_000;
const MOST_CHARACTERS = 4 * 1024 * 1024;

export async function readIncusFacts(
  paths: Pick<Paths, "home">,
  signal: AbortSignal,
): Promise<IncusFacts> {
  try {
    const access = incusAccess(paths);
    const { endpoint } = access;
    if (endpoint.kind === "unix" && !existsSync(endpoint.socketPath)) {
      return { kind: "none", socketPath: endpoint.socketPath };
    }
    return await ask(access, AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]));
  } catch (error) {
    signal.throwIfAborted();
    return { kind: "unreachable", error: toWebservError(error) };
  }
}

async function ask({ endpoint, names }: IncusAccess, signal: AbortSignal): Promise<FoundIncus> {
  const [{ createIncusClient }, { readRules }] = await Promise.all([
    import("../../sandbox/incus/client/client.ts"),
    import("../../sandbox/incus/set-up/firewall-rules.ts"),
  ]);
  const client = createIncusClient({ endpoint, project: names.project, downWaitMs: 0 });
  const local = endpoint.kind === "unix";
  try {
    const server = await client.server.info(signal);
    const trusted = server.auth === "trusted";
    const network = trusted ? await networkOf(client, names, local, signal) : undefined;
    return {
      kind: "found",
      names,
      where: local ? endpoint.socketPath : endpoint.url,
      local,
      server,
      project: trusted
        ? await orMissing(() => client.projects.get(names.project, signal))
        : undefined,
      pool: trusted ? await poolOf(client, names, signal) : undefined,
      network,
      firewall: local && process.getuid?.() === 0 ? await readRules(names, signal) : undefined,
      unknownNeighbours: local ? await unknownOf(names, network, signal) : undefined,
    };
  } finally {
    await client.close();
  }
}

async function poolOf(
  { storage }: IncusClient,
  { pool }: IncusNames,
  signal: AbortSignal,
): Promise<FoundIncus["pool"]> {
  const state = await orMissing(() => storage.pool(pool, signal));
  if (state === undefined) return undefined;
  return { state, usage: await storage.usage(pool, signal) };
}

async function networkOf(
  { networks }: IncusClient,
  { network }: IncusNames,
  local: boolean,
  signal: AbortSignal,
): Promise<FoundIncus["network"]> {
  const state = await orMissing(() => networks.get(network, signal));
  if (state === undefined) return undefined;
  return { state, up: !local || existsSync(`/sys/class/net/${network}`) };
}

async function orMissing<T>(asking: () => Promise<T>): Promise<T | undefined> {
  try {
    return await asking();
  } catch (error) {
    if (isIncusNotFound(error)) return undefined;
    throw error;
  }
}

async function unknownOf(
  { network: name }: IncusNames,
  network: FoundIncus["network"],
  signal: AbortSignal,
): Promise<number | undefined> {
  const gateway = network?.state.config["ipv4.address"]?.split("/")[0];
  if (gateway === undefined) return undefined;
  const { execa } = await import("execa");
  const { failed, stdout } = await execa("ip", listNeighbours(name), {
    reject: false,
    stdin: "ignore",
    env: { PATH: `${process.env["PATH"] ?? ""}:/usr/sbin:/sbin` },
    cancelSignal: signal,
    maxBuffer: MOST_CHARACTERS,
  });
  return failed ? undefined : unknownNeighbours(neighbourAddresses(gateway), stdout).length;
}
