// Makes the sessions of a daemon without the daemon, and browsers that connect to them.
import { join } from "node:path";
import { pino } from "pino";
import { PdfReader } from "@webserv/host/src/pdf/read-pdf.ts";
import { createRouter } from "@webserv/host/src/router/forward-proxy.ts";
import { Backends } from "@webserv/host/src/sandbox/backends/backends.ts";
import { BrowserEventWriter } from "@webserv/host/src/session/browsers/browser-event-writer.ts";
import { BrowserRegistry } from "@webserv/host/src/session/browsers/browser-registry.ts";
import { KnownBrowsers } from "@webserv/host/src/session/browsers/known-browsers.ts";
import { EventJournal } from "@webserv/host/src/session/state/event-journal.ts";
import type { LaunchFacts } from "@webserv/host/src/session/browsers/browser.ts";
import { LeaseStore } from "@webserv/host/src/session/sandboxes/lease-store.ts";
import { RecentStops } from "@webserv/host/src/session/browsers/recent-stops.ts";
import { Routing } from "@webserv/host/src/session/routing/routing.ts";
import { SandboxLeases } from "@webserv/host/src/session/sandboxes/sandbox-leases.ts";
import { Sandboxes } from "@webserv/host/src/session/sandboxes/sandboxes.ts";
import type { SessionRecord } from "@webserv/host/src/session/state/session-record.ts";
import { SessionBrowsers } from "@webserv/host/src/session/browsers/session-browsers.ts";
import { SessionStore } from "@webserv/host/src/session/state/session-store.ts";
import { Sessions } from "@webserv/host/src/session/sessions.ts";
import type { Semaphore } from "@webserv/host/src/semaphore.ts";
import { ActiveSessions } from "@webserv/host/src/session/active-sessions.ts";
import { loadSites } from "@webserv/host/src/site/site-registry.ts";
import type { Handlers } from "@webserv/shared/rpc/peer.ts";
import { Peer } from "@webserv/shared/rpc/peer.ts";

import { linkedTransports } from "../../shared/rpc/linked-transports.ts";

interface MadeSessions {
  readonly sessions: Sessions;
  readonly registry: BrowserRegistry;
}

interface SessionsFoundation {
  readonly dir: string;
  /** Ends with the daemon. */
  readonly signal: AbortSignal;
  readonly semaphore?: Semaphore;
  /** A launch whose browser is expected. */
  readonly launch?: LaunchFacts;
}

export async function makeSessions({
  dir,
  signal,
  semaphore,
  launch,
}: SessionsFoundation): Promise<MadeSessions> {
  const log = pino({ level: "silent" });
  const sites = await loadSites({ shippedDir: dir, importedDir: dir });
  const backends = new Backends({ entries: [], log });
  const leases = new SandboxLeases({
    store: new LeaseStore(join(dir, "leases")),
    inUse: () => false,
    remove: () => Promise.resolve(),
    log,
  });
  const sandboxes = new Sandboxes({
    backends,
    sites,
    leases,
    moved: () => Promise.resolve(),
    stopping: signal,
  });
  const routing = new Routing({ router: createRouter(), originOf: () => undefined });
  const store = new SessionStore(dir);
  const journal = new EventJournal();
  const stops = new RecentStops({ file: join(dir, "stops.json"), log });
  const active = new ActiveSessions();
  const registry = new BrowserRegistry({
    log,
    eventWriter: new BrowserEventWriter({
      journal,
      sessionsOf: (browserId) => active.idsOf(browserId),
    }),
    known: new KnownBrowsers(join(dir, "browsers.json"), log),
    pdfs: new PdfReader(),
    signal,
  });
  if (launch !== undefined) registry.expectLaunch(launch);
  const browsers = new SessionBrowsers({
    registry,
    launches: { launch: notAsked },
    transient: { add: notAsked, keep: notAsked, hold: () => () => {} },
    stops,
    env: {},
    signal,
  });
  const sessions = new Sessions({
    active,
    registry,
    browsers,
    stops,
    routing,
    sandboxes,
    store,
    trajectoriesDir: join(dir, "trajectories"),
    journal,
    semaphoreOf: () => semaphore,
    log,
  });
  return { sessions, registry };
}

const now = new Date().toISOString();
export const record: SessionRecord = {
  version: 1,
  phase: "open",
  session: {
    sessionId: "s-1",
    agent: "agent",
    browserId: "b-1",
    state: "open",
    input: "trusted",
    tabs: [],
    sandboxes: [],
    steps: 0,
    openedAt: now,
    lastUsedAt: now,
    leaseMs: 60_000,
  },
  lifetime: "lease",
  launched: true,
  ownSandboxes: [],
  terminated: false,
  pending: null,
};
export const hello = {
  protocol: { major: 1, minor: 0 },
  extensionVersion: "1",
  browserId: "b-1",
  browser: "Chromium 1",
  workerId: "w",
  sessions: [],
};

interface FakeBrowser {
  readonly extension: Peer<"extension-daemon", "daemon-extension">;
  /** Resolves with the session when it is asked for a tab, which it never opens. */
  readonly asked: Promise<{ readonly sessionId: string }>;
  /** Sessions whose tabs it was told to close. */
  readonly closed: string[];
}

export async function connectBrowser(
  registry: BrowserRegistry,
  own: Partial<Handlers<"daemon-extension">> = {},
  { launchId, ...said }: typeof hello & { readonly launchId?: string } = hello,
): Promise<FakeBrowser> {
  const opening = Promise.withResolvers<{ readonly sessionId: string }>();
  const closed: string[] = [];
  const [here, there] = linkedTransports();
  const who = { version: "1", protocol: hello.protocol, origin: "", pid: 1, ppid: 1 };
  registry.accept({ ...who, ...(launchId === undefined ? {} : { launchId }) }, here);
  const extension: Peer<"extension-daemon", "daemon-extension"> = new Peer({
    transport: there,
    serves: {
      link: "daemon-extension",
      handlers: {
        "lease.screenshot": notAsked,
        "lease.observe": notAsked,
        "lease.act": notAsked,
        "lease.outcome": notAsked,
        "lease.ping": notAsked,
        "lease.list": () => ({ leases: [] }),
        "environments.carry": () => ({}),
        "environments.focus": () => ({}),
        "proxy.set": () => ({}),
        "lease.open": async ({ sessionId }) => {
          opening.resolve({ sessionId });
          return await new Promise<never>(() => {});
        },
        "lease.close": ({ sessionId }) => {
          closed.push(sessionId);
          return {};
        },
        ...own,
      },
    },
  });
  await extension.call("link.hello", said);
  return { extension, asked: opening.promise, closed };
}

function notAsked(): never {
  throw new Error("nobody asks for this here");
}
