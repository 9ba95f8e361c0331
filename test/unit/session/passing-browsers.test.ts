// Browsers that were launched for a session, and when they end.
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { EventJournal } from "@webserv/host/src/session/event-journal.ts";
import { PassingBrowsers } from "@webserv/host/src/session/passing-browsers.ts";

const LINGER_MS = 10_000;

let sessions: string[];
let opening: boolean;
let closed: string[];
let journal: EventJournal;
let passing: PassingBrowsers;
beforeEach(() => {
  vi.useFakeTimers();
  sessions = [];
  opening = false;
  closed = [];
  journal = new EventJournal();
  passing = new PassingBrowsers({
    journal,
    sessionsOf: (browserId) => (browserId === "b-1" ? sessions : []),
    opening: () => opening,
    close: (browserId) => {
      closed.push(browserId);
      return Promise.resolve();
    },
    log: pino({ level: "silent" }),
    lingerMs: LINGER_MS,
  });
});
afterEach(() => {
  passing.end();
  vi.useRealTimers();
});

const pass = async (ms: number): Promise<void> => void (await vi.advanceTimersByTimeAsync(ms));

function openSession(sessionId: string): void {
  sessions.push(sessionId);
  journal.tell({ kind: "session.opened", sessionId, browserId: "b-1", agent: "a" });
}

function closeSession(sessionId: string): void {
  sessions = sessions.filter((each) => each !== sessionId);
  journal.tell({ kind: "session.closed", sessionId, reason: "closed" });
}

test("it ends some seconds after the last of its sessions, and only it", async () => {
  passing.add("b-1");
  openSession("one");
  openSession("two");
  closeSession("one");
  await pass(10 * LINGER_MS);
  expect(closed).toEqual([]);
  closeSession("two");
  await pass(LINGER_MS - 1);
  expect(closed).toEqual([]);
  await pass(1);
  expect(closed).toEqual(["b-1"]);
});

test("the next session, opened soon or being opened, finds it still there", async () => {
  passing.add("b-1");
  openSession("one");
  closeSession("one");
  await pass(LINGER_MS - 1);
  openSession("two");
  await pass(10 * LINGER_MS);
  closeSession("two");
  opening = true;
  await pass(10 * LINGER_MS);
  expect(closed).toEqual([]);
  opening = false;
  await pass(LINGER_MS);
  expect(closed).toEqual(["b-1"]);
});

test("one in which no session came to be opened ends as well", async () => {
  passing.add("b-1");
  await pass(LINGER_MS);
  expect(closed).toEqual(["b-1"]);
});
