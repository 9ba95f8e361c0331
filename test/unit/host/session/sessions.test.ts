import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRouter } from "@webserv/host/src/router/forward-proxy.ts";
import { Backends } from "@webserv/host/src/sandbox/backends/backends.ts";
import { BrowserEventWriter } from "@webserv/host/src/session/browsers/browser-event-writer.ts";
import { BrowserRegistry } from "@webserv/host/src/session/browsers/browser-registry.ts";
import { KnownBrowsers } from "@webserv/host/src/session/browsers/known-browsers.ts";
import { EventJournal } from "@webserv/host/src/session/state/event-journal.ts";
import { Browser } from "@webserv/host/src/session/browsers/browser.ts";
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
import { Semaphore } from "@webserv/host/src/semaphore.ts";
import { ActiveSessions } from "@webserv/host/src/session/active-sessions.ts";
import { loadSites } from "@webserv/host/src/site/site-registry.ts";
import type { SettleOptions } from "@webserv/shared/model/page/settle.ts";
import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";
import { methods } from "@webserv/shared/protocol/methods.ts";
import type { Handlers } from "@webserv/shared/rpc/peer.ts";
import { Peer } from "@webserv/shared/rpc/peer.ts";

import { linkedTransports } from "../../shared/rpc/linked-transports.ts";

let dir: string;
let ended: AbortController;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "webserv-sessions-"));
  ended = new AbortController();
});
afterEach(() => {
  vi.useRealTimers();
  ended.abort();
  rmSync(dir, { recursive: true, force: true });
});

async function makeSessions(
  semaphore?: Semaphore,
  launch?: LaunchFacts,
): Promise<{ sessions: Sessions; registry: BrowserRegistry }> {
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
    stopping: ended.signal,
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
    signal: ended.signal,
  });
  if (launch !== undefined) registry.expectLaunch(launch);
  const browsers = new SessionBrowsers({
    registry,
    launches: { launch: notAsked },
    transient: { add: notAsked, keep: notAsked, hold: () => () => {} },
    stops,
    env: {},
    signal: ended.signal,
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
const record: SessionRecord = {
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
const hello = {
  protocol: { major: 1, minor: 0 },
  extensionVersion: "1",
  browserId: "b-1",
  browser: "Chromium 1",
  workerId: "w",
  sessions: [],
};

function notAsked(): never {
  throw new Error("nobody asks for this here");
}

test("an action that waits for its browser learns at once that the browser has ended", async () => {
  // No time passes: whoever waited for the browser any longer would wait without end.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { sessions, registry } = await makeSessions();
  sessions.adopt(record, []);
  const answer = sessions.get("s-1").actions.act(
    {
      sessionId: "s-1",
      actionId: "a",
      action: { type: "refresh" },
      settle: {},
      observe: {},
    },
    { signal: ended.signal, timeoutMs: 60_000 },
  );
  const refused = answer.catch((error: unknown) => error);
  await registry.ended(new Browser(hello, undefined));
  expect(await refused).toMatchObject({ code: "browser-gone" });
  expect(sessions.list()).toEqual([]);
});

test("an action that was taken back is ended even for one who asks for it again at once", async () => {
  const { sessions } = await makeSessions();
  sessions.adopt(record, []);
  const { actions } = sessions.get("s-1");
  const action = { type: "refresh" } as const;
  const params = { sessionId: "s-1", actionId: "a", action, settle: {}, observe: {} };
  const cancel = new AbortController();
  const first = actions.act(params, { signal: cancel.signal, timeoutMs: 60_000 });
  const refused = first.catch((error: unknown) => error);
  cancel.abort(new WebservError("cancelled", "cancelled by the caller"));
  await expect(
    actions.act(params, { signal: ended.signal, timeoutMs: 60_000 }),
  ).rejects.toMatchObject({ code: "cancelled" });
  expect(await refused).toMatchObject({ code: "cancelled" });
});

test("an action waits while others have their turn, and is refused as overloaded if its own does not come", async () => {
  const { sessions, registry } = await makeSessions(new Semaphore(1));
  const refresh = (sessionId: string, timeoutMs: number): Promise<unknown> => {
    const action = { type: "refresh" } as const;
    const params = { sessionId, actionId: "a", action, settle: {}, observe: {} };
    const { actions } = sessions.get(sessionId);
    return actions.act(params, { signal: ended.signal, timeoutMs }).catch(toWebservError);
  };
  sessions.adopt(record, []);
  sessions.adopt({ ...record, session: { ...record.session, sessionId: "s-2" } }, []);
  // It waits for its browser.
  const first = refresh("s-1", 60_000);
  expect(await refresh("s-2", 500)).toMatchObject({ code: "overloaded" });
  const next = refresh("s-2", 60_000);
  await sessions.close("s-1", "closed");
  expect(await first).toMatchObject({ code: "cancelled" });
  await registry.ended(new Browser(hello, undefined));
  expect(await next).toMatchObject({ code: "browser-gone" });
});

test("whoever asks for a session that could not be taken back is told why it ended", async () => {
  const { sessions } = await makeSessions();
  await sessions.abandon(record, "browser-gone");
  expect(() => sessions.get("s-1")).toThrow('the session "s-1" has ended: browser-gone');
});

interface FakeBrowser {
  readonly extension: Peer<"extension-daemon", "daemon-extension">;
  /** Resolves with the session when it is asked for a tab, which it never opens. */
  readonly asked: Promise<{ readonly sessionId: string }>;
  /** Sessions whose tabs it was told to close. */
  readonly closed: string[];
}

async function connectBrowser(
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

test("a session that is being opened is taken back when the daemon ends", async () => {
  const { sessions, registry } = await makeSessions();
  const { extension, asked, closed } = await connectBrowser(registry);
  const params = methods["session.open"].params.parse({});
  const context = { signal: ended.signal, timeoutMs: 60_000 };
  const answer = sessions.open(params, context, ended.signal);
  const refused = answer.catch((error: unknown) => error);
  await asked;
  await sessions.closeAll("shutdown");
  expect(await refused).toMatchObject({ code: "cancelled" });
  expect(closed).toHaveLength(1);
  expect(sessions.list()).toEqual([]);
  extension.close();
});

test("of sessions that are opened at once in a new browser, one is told that it is new", async () => {
  const facts = {
    role: "browser",
    kind: "personal",
    profile: undefined,
    newProfile: true,
  } as const;
  const launch = { ...facts, launchId: "l-1", pid: 1, headless: true, port: undefined };
  const { sessions, registry } = await makeSessions(undefined, launch);
  const { extension } = await connectBrowser(
    registry,
    { "lease.open": () => ({ tabs: [], input: "trusted", observation: null }) },
    { ...hello, launchId: "l-1" },
  );
  const params = methods["session.open"].params.parse({});
  const context = { signal: ended.signal, timeoutMs: 60_000 };
  const open = (): ReturnType<Sessions["open"]> => sessions.open(params, context, ended.signal);
  const opened = await Promise.all([open(), open()]);
  expect(opened.map(({ browser }) => browser.profile).toSorted()).toEqual(["new", "used"]);
  extension.close();
});

test("a session that the person stops while it is being opened ends, and none is opened after it", async () => {
  const { sessions, registry } = await makeSessions();
  const { extension, asked, closed } = await connectBrowser(registry);
  const params = methods["session.open"].params.parse({});
  const context = { signal: ended.signal, timeoutMs: 60_000 };
  const refused = sessions.open(params, context, ended.signal).catch(toWebservError);
  const { sessionId } = await asked;
  const other = await connectBrowser(registry, {}, { ...hello, browserId: "b-2" });
  // A browser speaks for its own sessions alone.
  await other.extension.call("lease.halted", { sessionId });
  await extension.call("lease.halted", { sessionId });
  expect(await refused).toMatchObject({ code: "session-stopped" });
  expect(closed).toEqual([sessionId]);
  expect(sessions.list()).toEqual([]);
  const again = sessions.open(params, context, ended.signal);
  await expect(again).rejects.toMatchObject({
    code: "stopped-recently",
    message: expect.stringContaining(`"${sessionId}"`) as string,
  });
  extension.close();
  other.extension.close();
});

test("a session that can't be written down is not opened, and says what to do", async () => {
  const { sessions, registry } = await makeSessions();
  const { extension } = await connectBrowser(registry);
  rmSync(dir, { recursive: true });
  const params = methods["session.open"].params.parse({});
  const context = { signal: ended.signal, timeoutMs: 60_000 };
  const error = await sessions.open(params, context, ended.signal).catch(toWebservError);
  expect(error).toMatchObject({ code: "limit-reached", next: "Free disk space." });
  expect(sessions.list()).toEqual([]);
  extension.close();
});

test("pages are waited for as the session says, except for what an action says itself", async () => {
  const { sessions, registry } = await makeSessions();
  const asked: unknown[] = [];
  const { extension } = await connectBrowser(registry, {
    "lease.open": ({ settle }) => {
      asked.push(settle);
      return { tabs: [], input: "trusted", observation: null };
    },
    "lease.act": ({ settle }) => {
      asked.push(settle);
      throw new WebservError("session-stopped", "enough is known");
    },
  });
  const context = { signal: ended.signal, timeoutMs: 10_000 };
  const settle = { mode: "network-idle", budgetMs: 60_000 } as const;
  const params = methods["session.open"].params.parse({ settle });
  const { session } = await sessions.open(params, context, ended.signal);
  const { sessionId } = session;
  const act = async (actionId: string, own: SettleOptions): Promise<void> => {
    const action = { type: "refresh" } as const;
    const { actions } = sessions.get(sessionId);
    await actions
      .act({ sessionId, actionId, action, settle: own, observe: {} }, context)
      .catch(toWebservError);
  };
  await act("a", {});
  await act("b", { budgetMs: 500, idleMs: 100 });
  expect(asked).toEqual([settle, settle, { mode: "network-idle", budgetMs: 500, idleMs: 100 }]);
  extension.close();
});

test("a session left to its agent waits a minute for it, and then is closed", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { sessions } = await makeSessions();
    sessions.adopt({ ...record, lifetime: "agent" }, []);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(sessions.list()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sessions.list()).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

test("a session that its agent claims belongs to the agent's new connection, and to no other", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { sessions } = await makeSessions();
    sessions.adopt({ ...record, lifetime: "agent" }, []);
    const connection = new AbortController();
    sessions.claim(["s-1", "s-2"], connection.signal);
    const other = new AbortController();
    sessions.claim(["s-1"], other.signal);
    other.abort();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(sessions.list()).toHaveLength(1);
    connection.abort();
    await expect.poll(() => sessions.list()).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});
