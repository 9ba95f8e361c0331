import { pino } from "pino";
import { expect, test } from "vitest";

import type { BrowserListeners } from "@webserv/host/src/session/browser-registry.ts";
import { BrowserNews } from "@webserv/host/src/session/browser-news.ts";
import { BrowserRegistry } from "@webserv/host/src/session/browser-registry.ts";
import { EventJournal } from "@webserv/host/src/session/event-journal.ts";
import { Peer } from "@webserv/shared/rpc/peer.ts";

import { linkedTransports } from "../shared/linked-transports.ts";

const listeners: BrowserListeners = {
  resync: () => Promise.resolve(),
  away: () => {},
  halted: () => {},
  changed: () => {},
  files: () => Promise.resolve([]),
};
const hello = {
  protocol: { major: 1, minor: 0 },
  extensionVersion: "1",
  browserId: "b-1",
  browser: "Chromium 1",
  workerId: "w",
  sessions: [],
};

test("one connection is one browser's, and its end is that browser's", async () => {
  const ended = new AbortController();
  const registry = new BrowserRegistry({
    log: pino({ level: "silent" }),
    listeners,
    news: new BrowserNews({ journal: new EventJournal(), sessionsOf: () => [] }),
    findLaunch: () => undefined,
    signal: ended.signal,
  });
  const [here, there] = linkedTransports();
  registry.accept({ version: "1", protocol: hello.protocol, origin: "", pid: 1, ppid: 1 }, here);
  const extension = new Peer<"extension-daemon">({ transport: there, serves: null });
  await extension.call("link.hello", hello);
  await expect(extension.call("link.hello", { ...hello, browserId: "b-2" })).rejects.toMatchObject({
    code: "invalid-params",
  });
  // The same one may say it again.
  await extension.call("link.hello", hello);
  expect(registry.connected().map(({ browserId }) => browserId)).toEqual(["b-1"]);
  extension.close();
  expect(registry.connected()).toEqual([]);
  ended.abort();
});
