// Implements the client of one Incus server and one project: every resource we use, typed and validated.
import { incusCertificates } from "./certificates.ts";
import type { IncusCertificates } from "./certificates.ts";
import { incusConnection } from "./transport/connection.ts";
import type { IncusConnection } from "./transport/connection.ts";
import type { IncusEndpoint } from "./transport/endpoint.ts";
import { incusImages } from "./images.ts";
import type { IncusImages } from "./images.ts";
import { incusInstances } from "./instances.ts";
import type { IncusInstances } from "./instances.ts";
import { incusNetworks } from "./networks.ts";
import type { IncusNetworks } from "./networks.ts";
import { listOperations } from "./operations.ts";
import type { OperationState } from "./transport/operation-state.ts";
import { incusProjects } from "./projects.ts";
import type { IncusProjects } from "./projects.ts";
import { incusServer } from "./server.ts";
import type { IncusServer } from "./server.ts";
import { incusStorage } from "./storage.ts";
import type { IncusStorage } from "./storage.ts";

export interface IncusClientOptions {
  readonly endpoint: IncusEndpoint;
  readonly project: string;
  /** The time that a call waits for an Incus that does not listen, as while it restarts, in ms; 5 s if left out. */
  readonly downWaitMs?: number;
  readonly log?: (message: string, facts: Record<string, unknown>) => void;
}

/**
 * Every call takes a signal and throws IncusError (a WebservError), or the signal's reason. Calls that
 * change something resolve when Incus has done it.
 */
export interface IncusClient extends IncusConnection {
  readonly server: IncusServer;
  readonly projects: IncusProjects;
  readonly networks: IncusNetworks;
  readonly storage: IncusStorage;
  readonly images: IncusImages;
  readonly instances: IncusInstances;
  readonly certificates: IncusCertificates;
  /** Lists the operations of our project that go on now. */
  operations(signal: AbortSignal): Promise<OperationState[]>;
}

const DOWN_WAIT_MS = 5000;

/** Asks nothing yet, and connects at the first call. `close` ends the calls that still go on. */
export function createIncusClient(options: IncusClientOptions): IncusClient {
  const connection = incusConnection({
    endpoint: options.endpoint,
    project: options.project,
    downWaitMs: options.downWaitMs ?? DOWN_WAIT_MS,
    log: options.log,
  });
  return {
    ...connection,
    server: incusServer(connection),
    projects: incusProjects(connection),
    networks: incusNetworks(connection),
    storage: incusStorage(connection),
    images: incusImages(connection),
    instances: incusInstances(connection),
    certificates: incusCertificates(connection),
    operations: (signal) => listOperations(connection, signal),
  };
}
