// Assembles the daemon: everything it owns, from its start to its end.
import { availableParallelism } from "node:os";

import type { Sandbox } from "@webserv/shared/model/sandbox.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";

import { MAX_ANSWER_BYTES, MAX_PAYLOAD_BYTES, MAX_UNSENT } from "../reach/agent-limits.ts";
import type { McpHttp } from "../agent/mcp/http.ts";
import { serveAgents } from "../agent/server.ts";
import { UnsentLimit } from "../reach/unsent-limit.ts";
import { webSocketTransport } from "../reach/ws-transport.ts";
import { memoryMiB } from "../browser/launch/process-group.ts";
import { launchBrowser } from "../browser/launch/launch-browser.ts";
import { logFile } from "../log.ts";
import type { Logger } from "../log.ts";
import { shippedSitesDir } from "../paths.ts";
import type { Paths } from "../paths.ts";
import { formatPage } from "../format/observation.ts";
import { formatSessionBrowser } from "../format/session-browser.ts";
import { formatBriefly } from "../format/step.ts";
import { createRouter } from "../router/forward-proxy.ts";
import { Backends } from "../sandbox/backends.ts";
import { BrowserEventWriter } from "../session/browsers/browser-event-writer.ts";
import { BrowserRegistry } from "../session/browsers/browser-registry.ts";
import { Carriers } from "../session/environments/carriers.ts";
import { Environments } from "../session/environments/environments.ts";
import { EventJournal } from "../session/state/event-journal.ts";
import { KnownBrowsers } from "../session/browsers/known-browsers.ts";
import { Launches } from "../session/browsers/launches.ts";
import { LeaseStore } from "../session/sandboxes/lease-store.ts";
import { TransientBrowsers } from "../session/browsers/transient-browsers.ts";
import { Routing } from "../session/routing/routing.ts";
import { RecentStops } from "../session/browsers/recent-stops.ts";
import { SessionBrowsers } from "../session/browsers/session-browsers.ts";
import { SandboxLeases } from "../session/sandboxes/sandbox-leases.ts";
import { Sandboxes } from "../session/sandboxes/sandboxes.ts";
import { SessionStore } from "../session/state/session-store.ts";
import { Sessions } from "../session/sessions.ts";
import { SitePreparation } from "../session/sandboxes/site-preparation.ts";
import { Semaphore } from "../semaphore.ts";
import { loadSites } from "../site/site-registry.ts";
import { hostVersion } from "../version.ts";
import { serveAgent } from "./agent-connection.ts";
import type { AgentServices } from "./agent-handlers.ts";
import { backendEntries } from "./backend-entries.ts";
import { serveEnvironment } from "./environment-link.ts";
import { frameTransport } from "../reach/frame-transport.ts";
import { inProcessAgent } from "./in-process-agent.ts";
import { serveLinks } from "./link-server.ts";
import {
  ensureToken,
  makeSocketFolder,
  removeRunFiles,
  writeDaemonRecord,
} from "../reach/run-files.ts";
import { serveSocket } from "./socket-server.ts";
import { adoptLeftovers } from "./adopt-leftovers.ts";

/** How long a purge waits for a backend that does not answer. */
const PURGE_WAIT_MS = 10_000;
/**
 * Steps of environments that run at once, per core. With many more, each part of a step takes so
 * long that it fails.
 */
const STEPS_PER_CORE = 8;

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
   * Ends sessions, browsers and sandboxes, and removes the files of a running daemon. Rejects at
   * the end with the parts that could not be ended.
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
    inUse: (sandboxId) => routing.isClaimed(sandboxId) || environments.holds(sandboxId),
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
  const journal = new EventJournal();
  const environmentSteps = new Semaphore(STEPS_PER_CORE * availableParallelism());
  const stops = new RecentStops({ file: paths.stopsFile, log });
  const sessions = new Sessions({
    registry: () => registry,
    browsers: () => browsers,
    stops,
    routing,
    sandboxes,
    store,
    trajectoriesDir,
    journal,
    semaphoreOf: (browserId) =>
      environments.find(browserId) === undefined ? undefined : environmentSteps,
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
    listeners: sessions.browserEvents,
    eventWriter: new BrowserEventWriter({
      journal,
      sessionsOf: (browserId) => sessions.idsOf(browserId),
    }),
    known: new KnownBrowsers(paths.browsersFile, log),
    findLaunch: (launchId) => launches.find(launchId) ?? environments.find(launchId),
    signal,
  });
  const environments: Environments = new Environments({
    carriers: new Carriers(launches, memoryMiB),
    router,
    registry: () => registry,
    sessions: () => sessions,
    sandboxes: () => sandboxes,
    serve: (environmentId, linkToken, onLink) =>
      serveEnvironment({ environmentId, token: linkToken, onLink }),
    log,
  });

  const transient = new TransientBrowsers({
    journal,
    sessionsOf: (browserId) => sessions.idsOf(browserId),
    close: (browserId) => launches.close(browserId),
    log,
  });
  const browsers = new SessionBrowsers({
    registry: () => registry,
    launches,
    transient,
    stops,
    env: process.env,
    signal,
  });

  let purging = false;
  const services: AgentServices = {
    sessions,
    registry,
    launches,
    environments,
    sandboxes,
    sites,
    preparation,
    trajectoriesDir,
    journal,
    status: (signal) => status(signal),
    stop: (purge) => {
      purging ||= purge;
      options.onStop();
    },
  };
  const ready = Promise.withResolvers<void>();
  const serving = { services, log, stopping: signal };
  let mcp: Promise<McpHttp> | undefined;
  // Loaded with the first request: the SDK takes as long to load as all the rest of the daemon.
  const mcpHttp = (): Promise<McpHttp> =>
    (mcp ??= import("../agent/mcp/http.ts").then(
      (module) =>
        new module.McpHttp({
          connect: (onProgress) => inProcessAgent("webserv mcp over HTTP", serving, onProgress),
          texts: { observation: formatPage, step: formatBriefly, browser: formatSessionBrowser },
        }),
    ));
  const unsent = new UnsentLimit();
  const ofAgents = {
    maxSendBytes: MAX_ANSWER_BYTES,
    maxReceiveBytes: MAX_PAYLOAD_BYTES,
    maxUnsentBytes: MAX_UNSENT,
    unsent,
  };
  const agents = await serveAgents({
    port: options.port,
    token,
    ready: ready.promise,
    onConnection: (socket) => serveAgent(webSocketTransport(socket, unsent), serving),
    onMcp: (...asked) => void mcpHttp().then((http) => http.handle(...asked)),
    onRefusal: ({ error }) => log.warn({ err: error }, "a connection was refused"),
  });
  launches.sweep();
  await adoptLeftovers({ sessions, backends, sites, store, trajectoriesDir, log, signal });
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
  const localAgents = await serveSocket(paths.agentSocket, (socket) =>
    serveAgent(frameTransport(socket, ofAgents), serving),
  );
  writeDaemonRecord(paths, { pid: process.pid, port, version: hostVersion, startedAt });
  log.info({ port, version: hostVersion, home: paths.home }, "the daemon serves");

  return {
    port,
    close: async () => {
      stopping.abort(new Error("the daemon is ending"));
      agents.stopListening();
      links.stopListening();
      localAgents.stopListening();
      localAgents.endAll();
      // From here on nobody finds this daemon: the next one is started, and waits for the lock.
      removeRunFiles(paths);
      // If one part fails to end, the next ones end all the same.
      const failures: unknown[] = [];
      const end = async (part: string, work: () => Promise<unknown>): Promise<void> => {
        try {
          await work();
        } catch (error) {
          failures.push(error);
          log.error({ err: error, part }, "a part of the daemon did not end as it should");
        }
      };
      transient.end();
      await end("mcp", async () => (await mcp)?.close());
      await end("sessions", () => sessions.closeAll("shutdown"));
      await end("environments", () => environments.closeAll());
      await end("browsers", () => launches.closeAll());
      if (purging) {
        await end("purge", () => preparation.purge(AbortSignal.timeout(PURGE_WAIT_MS)));
      }
      await end("sandboxes", () => backends.close());
      await end("router", () => router.close());
      await end("connections", () =>
        Promise.all([agents.close(), links.close(), localAgents.close()]),
      );
      const stayed = backends.list().map(({ sandboxId }) => sandboxId);
      if (stayed.length > 0) log.warn({ stayed }, "sandboxes stayed, for the next daemon");
      if (failures.length > 0) throw new AggregateError(failures, "the daemon ended with failures");
      log.info("the daemon has ended");
    },
  };
}
