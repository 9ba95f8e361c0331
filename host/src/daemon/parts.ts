// Assembles the parts of the daemon in three layers: what is kept on disk, then sandboxes, then browsers and sessions.
import { availableParallelism } from "node:os";

import { launchBrowser } from "../browser/launch/launch-browser.ts";
import { memoryMiB } from "../browser/launch/process-group.ts";
import type { Logger } from "../log.ts";
import { shippedSitesDir } from "../paths.ts";
import type { Paths } from "../paths.ts";
import { PdfReader } from "../pdf/read-pdf.ts";
import { createRouter } from "../router/forward-proxy.ts";
import type { Router } from "../router/router.ts";
import { Semaphore } from "../semaphore.ts";
import { ActiveSessions } from "../session/active-sessions.ts";
import { BrowserEventWriter } from "../session/browsers/browser-event-writer.ts";
import { BrowserRegistry } from "../session/browsers/browser-registry.ts";
import { KnownBrowsers } from "../session/browsers/known-browsers.ts";
import { Launches } from "../session/browsers/launches.ts";
import { RecentStops } from "../session/browsers/recent-stops.ts";
import { SessionBrowsers } from "../session/browsers/session-browsers.ts";
import { TransientBrowsers } from "../session/browsers/transient-browsers.ts";
import { Carriers } from "../session/environments/carriers.ts";
import { Environments } from "../session/environments/environments.ts";
import { Routing } from "../session/routing/routing.ts";
import { LeaseStore } from "../session/sandboxes/lease-store.ts";
import { SandboxLeases } from "../session/sandboxes/sandbox-leases.ts";
import { Sandboxes } from "../session/sandboxes/sandboxes.ts";
import { SitePreparation } from "../session/sandboxes/site-preparation.ts";
import { Sessions } from "../session/sessions.ts";
import { EventJournal } from "../session/state/event-journal.ts";
import { SessionStore } from "../session/state/session-store.ts";
import { loadSites } from "../site/site-registry.ts";
import type { SiteRegistry } from "../site/site-registry.ts";
import { backendEntries } from "./backend-entries.ts";
import { serveEnvironment } from "./environment-link.ts";
import { Backends } from "../sandbox/backends/backends.ts";

/**
 * Steps of environments that run at once, per core. With many more, each part of a step takes so
 * long that it fails.
 */
const STEPS_PER_CORE = 8;

interface Basis {
  readonly paths: Paths;
  readonly log: Logger;
  /** Aborts when the daemon is ending. */
  readonly signal: AbortSignal;
}

interface Stores {
  readonly sites: SiteRegistry;
  readonly sessionStore: SessionStore;
  readonly leaseStore: LeaseStore;
  readonly stops: RecentStops;
  readonly journal: EventJournal;
  readonly active: ActiveSessions;
  readonly registry: BrowserRegistry;
}

interface SandboxParts {
  readonly backends: Backends;
  readonly router: Router;
  readonly routing: Routing;
  readonly leases: SandboxLeases;
  readonly sandboxes: Sandboxes;
  readonly preparation: SitePreparation;
}

interface SessionParts {
  readonly launches: Launches;
  readonly transient: TransientBrowsers;
  readonly sessions: Sessions;
  readonly environments: Environments;
}

export type DaemonParts = Stores & SandboxParts & SessionParts;

export async function assembleParts(basis: Basis): Promise<DaemonParts> {
  const stores = await openStores(basis);
  const sandboxParts = makeSandboxParts(basis, stores, (sandboxId) =>
    sessionParts.environments.holds(sandboxId),
  );
  const sessionParts: SessionParts = makeSessionParts(basis, stores, sandboxParts);
  return { ...stores, ...sandboxParts, ...sessionParts };
}

/** Opens what is read from the disk, and the records that the later layers share. */
async function openStores({ paths, log, signal }: Basis): Promise<Stores> {
  const sites = await loadSites({ shippedDir: shippedSitesDir, importedDir: paths.sitesDir });
  for (const problem of sites.problems) log.warn({ err: problem }, "a site can't be used");
  const journal = new EventJournal();
  const active = new ActiveSessions();
  const registry = new BrowserRegistry({
    log,
    eventWriter: new BrowserEventWriter({
      journal,
      sessionsOf: (browserId) => active.idsOf(browserId),
    }),
    known: new KnownBrowsers(paths.browsersFile, log),
    pdfs: new PdfReader(),
    signal,
  });
  return {
    sites,
    sessionStore: new SessionStore(paths.sessionsDir),
    leaseStore: new LeaseStore(paths.leasesDir),
    stops: new RecentStops({ file: paths.stopsFile, log }),
    journal,
    active,
    registry,
  };
}

/** @param isHeld tells whether an environment has the sandbox */
function makeSandboxParts(
  { paths, log, signal }: Basis,
  { sites, leaseStore, registry }: Stores,
  isHeld: (sandboxId: string) => boolean,
): SandboxParts {
  const backends = new Backends({ entries: backendEntries(paths, log), log });
  const router = createRouter();
  const routing = new Routing({ router, originOf: (id, host) => sandboxes.originOf(id, host) });
  const leases = new SandboxLeases({
    store: leaseStore,
    inUse: (sandboxId) => routing.isClaimed(sandboxId) || isHeld(sandboxId),
    remove: async (sandboxId) => void (await sandboxes.delete(sandboxId)),
    log,
  });
  const sandboxes = new Sandboxes({
    backends,
    sites,
    leases,
    moved: (sandboxId) => routing.moved(sandboxId, (browserId) => registry.find(browserId)),
    stopping: signal,
  });
  keepRoutes(backends, sandboxes, log);
  return {
    backends,
    router,
    routing,
    leases,
    sandboxes,
    preparation: new SitePreparation(backends, sites),
  };
}

/** Changes the routes of sandboxes that fail, or that come back from an earlier daemon. */
function keepRoutes(backends: Backends, sandboxes: Sandboxes, log: Logger): void {
  const updateRoutes = (sandboxId: string): void => {
    sandboxes.moved(sandboxId).catch((error: unknown) => {
      log.error({ err: error, sandboxId }, "its routes could not be changed");
    });
  };
  backends.onFailure((sandbox) => {
    log.warn({ sandbox }, "a sandbox has failed");
    updateRoutes(sandbox.sandboxId);
  });
  backends.onLeft(({ adopted, swept }) => {
    if (adopted.length + swept.length === 0) return;
    const ids = adopted.map(({ sandboxId }) => sandboxId);
    log.info({ adopted: ids, swept }, "sandboxes taken back");
    // Sessions that were taken back before their backend was there wait for it.
    for (const sandboxId of ids) updateRoutes(sandboxId);
  });
}

function makeSessionParts(
  { paths, log, signal }: Basis,
  { sessionStore, stops, journal, active, registry }: Stores,
  { router, routing, sandboxes }: SandboxParts,
): SessionParts {
  const sessionsOf = (browserId: string): readonly string[] => active.idsOf(browserId);
  const launches = new Launches({ paths, router, launchBrowser, registry, log });
  const transient = new TransientBrowsers({
    journal,
    sessionsOf,
    close: (browserId) => launches.close(browserId),
    log,
  });
  const browsers = new SessionBrowsers({
    registry,
    launches,
    transient,
    stops,
    env: process.env,
    signal,
  });
  const environmentSteps = new Semaphore(STEPS_PER_CORE * availableParallelism());
  const sessions = new Sessions({
    active,
    registry,
    browsers,
    stops,
    routing,
    sandboxes,
    store: sessionStore,
    trajectoriesDir: paths.trajectoriesDir,
    journal,
    semaphoreOf: (browserId) =>
      registry.find(browserId)?.launch?.role === "environment" ? environmentSteps : undefined,
    log,
  });
  const environments = new Environments({
    carriers: new Carriers(launches, memoryMiB),
    router,
    registry,
    sandboxes,
    sessionsOf,
    serve: (environmentId, token, onLink) => serveEnvironment({ environmentId, token, onLink }),
    log,
  });
  return { launches, transient, sessions, environments };
}
