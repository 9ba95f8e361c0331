import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { PdfReader } from "@webserv/host/src/pdf/read-pdf.ts";
import type { BrowserListeners } from "@webserv/host/src/session/browsers/browser-listeners.ts";
import { BrowserEventWriter } from "@webserv/host/src/session/browsers/browser-event-writer.ts";
import { BrowserRegistry } from "@webserv/host/src/session/browsers/browser-registry.ts";
import type { LaunchFacts } from "@webserv/host/src/session/browsers/browser.ts";
import { EventJournal } from "@webserv/host/src/session/state/event-journal.ts";
import { EXPECTED_MS, KnownBrowsers } from "@webserv/host/src/session/browsers/known-browsers.ts";
import { Peer } from "@webserv/shared/rpc/peer.ts";

import { linkedTransports } from "../../../shared/rpc/linked-transports.ts";
import { hello } from "../made-sessions.ts";

const listeners: BrowserListeners = {
  resync: () => Promise.resolve(),
  away: () => {},
  ended: () => Promise.resolve(),
  halted: () => {},
  allowed: () => {},
  changed: () => {},
  files: () => Promise.resolve([]),
};

let dir: string;
let ended: AbortController;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "webserv-registry-"));
  ended = new AbortController();
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  ended.abort();
  rmSync(dir, { recursive: true, force: true });
});

/** As a daemon has it; another call is the next daemon. */
function open(): BrowserRegistry {
  ended.abort();
  ended = new AbortController();
  const log = pino({ level: "silent" });
  const registry = new BrowserRegistry({
    log,
    eventWriter: new BrowserEventWriter({ journal: new EventJournal(), sessionsOf: () => [] }),
    known: new KnownBrowsers(join(dir, "browsers.json"), log),
    pdfs: new PdfReader(),
    signal: ended.signal,
  });
  registry.listen(listeners);
  return registry;
}

async function connect(
  registry: BrowserRegistry,
  browserId: string,
  launchId?: string,
): Promise<Peer<"extension-daemon">> {
  const [here, there] = linkedTransports();
  const launched = launchId === undefined ? {} : { launchId };
  const who = { version: "1", protocol: hello.protocol, origin: "", pid: 1, ppid: 1, ...launched };
  registry.accept(who, here);
  const extension = new Peer<"extension-daemon">({ transport: there, serves: null });
  await extension.call("link.hello", { ...hello, browserId });
  // No two browsers come in one millisecond.
  vi.advanceTimersByTime(1);
  return extension;
}

/** Which browser a session would be opened in, and what its agent is told meanwhile. */
function choice(
  registry: BrowserRegistry,
  browserId?: string,
): { readonly chosen: Promise<string>; readonly told: string[] } {
  const told: string[] = [];
  const { signal } = ended;
  const tell = (text: string): void => void told.push(text);
  const chosen = registry
    .whenChosen(browserId, 60_000, { signal, tell })
    .then((browser) => browser.browserId);
  chosen.catch(() => {});
  return { chosen, told };
}

test("a connection belongs to one browser, which is connected no more once the connection ends", async () => {
  const registry = open();
  const extension = await connect(registry, "b-1");
  await expect(extension.call("link.hello", { ...hello, browserId: "b-2" })).rejects.toMatchObject({
    code: "invalid-params",
  });
  // The same one may say it again.
  await extension.call("link.hello", hello);
  expect(registry.connected().map(({ browserId }) => browserId)).toEqual(["b-1"]);
  extension.close();
  expect(registry.connected()).toEqual([]);
});

test("the newer of two browsers is chosen, whichever connected last, and by the next daemon too", async () => {
  const first = open();
  const old = await connect(first, "old");
  await connect(first, "new");
  expect(await choice(first).chosen).toBe("new");
  old.close();
  await connect(first, "old");
  expect(await choice(first).chosen).toBe("new");
  expect(await choice(first, "old").chosen).toBe("old");
  const second = open();
  await connect(second, "new");
  await connect(second, "old");
  expect(await choice(second).chosen).toBe("new");
});

test("a browser that was connected a moment ago is waited for, and the agent is told of it", async () => {
  const registry = open();
  const extension = await connect(registry, "b-1");
  extension.close();
  for (const named of [undefined, "b-1"]) {
    const { chosen, told } = choice(registry, named);
    const back = await connect(registry, "b-1");
    expect(await chosen).toBe("b-1");
    expect(told).toEqual(["waiting for Chromium 1 to connect again"]);
    back.close();
  }
});

test("the next daemon waits for the browser that would be chosen, even if another is connected already", async () => {
  const first = open();
  await connect(first, "old");
  await connect(first, "new");
  const second = open();
  await connect(second, "old");
  const { chosen } = choice(second);
  await connect(second, "new");
  expect(await chosen).toBe("new");
});

test("a browser that does not come back is waited for only briefly, and one that left long ago not at all", async () => {
  const registry = open();
  const extension = await connect(registry, "b-1");
  extension.close();
  const { chosen } = choice(registry);
  await vi.advanceTimersByTimeAsync(EXPECTED_MS);
  await expect(chosen).rejects.toMatchObject({ code: "no-browser" });
  const { chosen: next, told } = choice(registry);
  await expect(next).rejects.toMatchObject({ code: "no-browser" });
  expect(told).toEqual([]);
  const named = choice(registry, "b-1").chosen;
  await expect(named).rejects.toMatchObject({
    code: "unknown-browser",
    message: 'no connected browser has the id "b-1"; none is connected',
  });
});

test("the browser of a launch may connect while the launch is expected, and is forgotten when it ends", async () => {
  const registry = open();
  const launch: LaunchFacts = {
    launchId: "l-1",
    role: "browser",
    kind: "personal",
    profile: undefined,
    newProfile: true,
    pid: 1,
    headless: true,
    port: undefined,
  };
  await expect(connect(registry, "b-1", "l-1")).rejects.toMatchObject({ code: "launch-failed" });
  registry.expectLaunch(launch);
  await connect(registry, "b-1", "l-1");
  const browser = registry.findLaunched("l-1");
  expect(browser?.browserId).toBe("b-1");
  registry.forgetLaunch("l-1");
  if (browser !== undefined) await registry.ended(browser);
  expect(registry.findLaunched("l-1")).toBeUndefined();
  await expect(connect(registry, "b-1", "l-1")).rejects.toMatchObject({ code: "launch-failed" });
});
