// The daemon put together: everything it owns, from the first to the last thing it does.
import type { Sandbox } from "@webserv/shared/model/sandbox.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";

import { serveAgents } from "../agent/server.ts";
import { launchBrowser } from "../browser/launch-browser.ts";
import { logFile } from "../log.ts";
import type { Logger } from "../log.ts";
import { shippedSitesDir } from "../paths.ts";
import type { Paths } from "../paths.ts";
import { createRouter } from "../router/forward-proxy.ts";
import { Backends } from "../sandbox/backends.ts";
import { BrowserRegistry } from "../session/browser-registry.ts";
import { Launches } from "../session/launches.ts";
import { LeaseStore } from "../session/lease-store.ts";
import { Routing } from "../session/routing.ts";
import { SandboxLeases } from "../session/sandbox-leases.ts";
import { Sandboxes } from "../session/sandboxes.ts";
import { SessionStore } from "../session/session-store.ts";
import { Sessions } from "../session/sessions.ts";
import { SitePreparation } from "../session/site-preparation.ts";
import { loadSites } from "../site/site-registry.ts";
import { hostVersion } from "../version.ts";
import { serveAgent } from "./agent-connection.ts";
import type { AgentServices } from "./agent-handlers.ts";
import { backendEntries } from "./backend-entries.ts";
import { serveLinks } from "./link-server.ts";
import { ensureToken, makeSocketFolder, removeRunFiles, writeDaemonRecord } from "./run-files.ts";
import { takeBack } from "./take-back.ts";

/** How long a purge waits for a backend that is not there. */
const PURGE_WAIT_MS = 10_000;

export interface DaemonOptions {
  readonly paths: Paths;
  /** Port of the agents' interface; 0: any free one. */
  readonly port: number;
  readonly log: Logger;
  /** Called when an agent asks the daemon to end. */
  readonly onStop: () => void;
}

export interface Daemon {
  readonly port: number;
  /**
   * Ends sessions, browsers and sandboxes, and removes what only a running daemon has. Rejects at its
   * end with what could not be ended.
   */
  close(): Promise<void>;
}

/**
 * The caller holds the home's lock and has made its folders.
 * @throws WebservError `port-taken`.
 */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const { paths, log } = options;
  const startedAt = new Date().toISOString();
  const stopping = new AbortController();
  const { signal } = stopping;
  const token = ensureToken(paths);
  removeRunFiles(paths);
  makeSocketFolder(paths);

  const sites = await loadSites({ shippedDir: shippedSitesDir, importedDir: paths.sitesDir });
  for (const problem of sites.problems) log.warn({ err: problem }, "a site can't be used");
  const backends = new Backends({ entries: backendEntries(paths, log), log });
  const router = createRouter();
  const store = new SessionStore(paths.sessionsDir);
  const routing = new Routing({ router, originOf: (id, host) => sandboxes.originOf(id, host) });
  const leases = new SandboxLeases({
    store: new LeaseStore(paths.leasesDir),
    inUse: (sandboxId) => routing.isClaimed(sandboxId),
    remove: (sandboxId) => sandboxes.delete(sandboxId),
    log,
  });
  const sandboxes = new Sandboxes({
    backends,
    sites,
    leases,
    moved: (sandboxId) => routing.moved(sandboxId, (browserId) => registry.find(browserId)),
    stopping: signal,
  });
  const tellRoutes = ({ sandboxId }: Sandbox): void => {
    sandboxes.moved(sandboxId).catch((error: unknown) => {
      log.error({ err: error, sandboxId }, "its routes could not be changed");
    });
  };
  backends.onFailure((sandbox) => {
    log.warn({ sandbox }, "a sandbox has failed");
    tellRoutes(sandbox);
  });
  backends.onLeft(({ adopted, swept }) => {
    if (adopted.length + swept.length === 0) return;
    log.info({ adopted: adopted.map(({ sandboxId }) => sandboxId), swept }, "sandboxes taken back");
    // Sessions that were taken back before their backend was there wait for it.
    for (const sandbox of adopted) tellRoutes(sandbox);
  });
  const preparation = new SitePreparation(backends, sites);
  const { trajectoriesDir } = paths;
  const sessions = new Sessions({
    registry: () => registry,
    routing,
    sandboxes,
    store,
    trajectoriesDir,
    log,
  });
  const launches = new Launches({
    paths,
    router,
    launchBrowser,
    registry: () => registry,
    ended: (browser) => sessions.browserEnded(browser),
    log,
  });
  const registry = new BrowserRegistry({
    log,
    listeners: sessions,
    findLaunch: (launchId) => launches.find(launchId),
    signal,
  });

  let purging = false;
  const services: AgentServices = {
    sessions,
    registry,
    launches,
    sandboxes,
    sites,
    preparation,
    trajectoriesDir,
    status: (signal) => status(signal),
    stop: (purge) => {
      purging ||= purge;
      options.onStop();
    },
  };
  const ready = Promise.withResolvers<void>();
  const agents = await serveAgents({
    port: options.port,
    token,
    ready: ready.promise,
    onConnection: (socket) => serveAgent(socket, { services, log, stopping: signal }),
    onRefusal: ({ error }) => log.warn({ err: error }, "a connection was refused"),
  });
  launches.sweep();
  await takeBack({ sessions, backends, sites, store, trajectoriesDir, log, signal });
  leases.start(signal);
  const { port } = agents;
  const status = async (asking: AbortSignal): Promise<Result<"daemon.status">> => ({
    version: hostVersion,
    pid: process.pid,
    startedAt,
    port,
    socket: paths.socket,
    dataDir: paths.home,
    tokenFile: paths.tokenFile,
    logFile: logFile(paths),
    backends: await backends.states(asking),
    browsers: registry.connected().length,
    sessions: sessions.list().length,
    sandboxes: sandboxes.list().length,
  });
  ready.resolve();
  const links = await serveLinks({
    socket: paths.socket,
    onLink: (who, transport) => registry.accept(who, transport),
    onRefusal: (reason) => log.warn({ reason }, "a native host's connection was not usable"),
  });
  writeDaemonRecord(paths, { pid: process.pid, port, version: hostVersion, startedAt });
  log.info({ port, version: hostVersion, home: paths.home }, "the daemon serves");

  return {
    port,
    close: async () => {
      stopping.abort(new Error("the daemon is ending"));
      agents.stopListening();
      links.stopListening();
      // From here on whoever looks finds no daemon: the next one is started, and waits for the lock.
      removeRunFiles(paths);
      // Whatever one part leaves, the next ones end too.
      const failures: unknown[] = [];
      const end = async (part: string, work: () => Promise<unknown>): Promise<void> => {
        try {
          await work();
        } catch (error) {
          failures.push(error);
          log.error({ err: error, part }, "a part of the daemon did not end as it should");
        }
      };
      await end("sessions", () => sessions.closeAll("shutdown"));
      await end("browsers", () => launches.closeAll());
      if (purging) {
        await end("purge", () => preparation.purge(AbortSignal.timeout(PURGE_WAIT_MS)));
      }
      await end("sandboxes", () => backends.close());
      await end("router", () => router.close());
      await end("connections", () => Promise.all([agents.close(), links.close()]));
      const stayed = backends.list().map(({ sandboxId }) => sandboxId);
      if (stayed.length > 0) log.warn({ stayed }, "sandboxes stayed, for the next daemon");
      if (failures.length > 0) throw new AggregateError(failures, "the daemon ended with failures");
      log.info("the daemon has ended");
    },
  };
}
