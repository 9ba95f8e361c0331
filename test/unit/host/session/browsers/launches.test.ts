import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";

import { pathsFor } from "@webserv/host/src/paths.ts";
import { PdfReader } from "@webserv/host/src/pdf/read-pdf.ts";
import { createRouter } from "@webserv/host/src/router/forward-proxy.ts";
import type { BrowserListeners } from "@webserv/host/src/session/browsers/browser-listeners.ts";
import { BrowserEventWriter } from "@webserv/host/src/session/browsers/browser-event-writer.ts";
import { BrowserRegistry } from "@webserv/host/src/session/browsers/browser-registry.ts";
import { KnownBrowsers } from "@webserv/host/src/session/browsers/known-browsers.ts";
import { EventJournal } from "@webserv/host/src/session/state/event-journal.ts";
import type { LaunchBrowser } from "@webserv/host/src/session/browsers/launches.ts";
import { Launches } from "@webserv/host/src/session/browsers/launches.ts";

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
  dir = mkdtempSync(join(tmpdir(), "webserv-launches-"));
  ended = new AbortController();
});
afterEach(() => {
  ended.abort();
  rmSync(dir, { recursive: true });
});

function makeLaunches(launchBrowser: LaunchBrowser): Launches {
  const log = pino({ level: "silent" });
  const registry = new BrowserRegistry({
    log,
    eventWriter: new BrowserEventWriter({ journal: new EventJournal(), sessionsOf: () => [] }),
    known: new KnownBrowsers(join(dir, "browsers.json"), log),
    pdfs: new PdfReader(),
    signal: ended.signal,
  });
  registry.listen(listeners);
  const launches = new Launches({
    paths: pathsFor(dir),
    router: createRouter(),
    launchBrowser,
    registry,
    log,
  });
  return launches;
}

test("a profile is new in the launch that makes it", async () => {
  const told: unknown[] = [];
  const launches: Launches = makeLaunches(({ launchId, userDataDir }) => {
    told.push(launches.find(launchId)?.newProfile);
    mkdirSync(userDataDir, { recursive: true });
    return Promise.reject(new Error("it ends at once"));
  });
  for (const profile of ["work", "work", undefined, undefined]) {
    const wish = { kind: "personal", headless: true, profile } as const;
    await expect(launches.launch(wish, ended.signal)).rejects.toThrow("at once");
  }
  expect(told).toEqual([true, false, true, true]);
});

test("a browser that is being launched when the daemon ends is waited for and ended", async () => {
  let undone = false;
  const starting = Promise.withResolvers<void>();
  const launches = makeLaunches(async (_request, signal) => {
    starting.resolve();
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    // What was begun takes a while to be undone.
    await new Promise((resolve) => setTimeout(resolve, 20));
    undone = true;
    throw signal.reason;
  });
  const launch = launches.launch({ kind: "training", headless: true }, ended.signal);
  const refused = launch.catch((error: unknown) => error);
  await starting.promise;
  await launches.closeAll();
  expect(undone).toBe(true);
  expect(await refused).toMatchObject({ code: "cancelled" });
});
