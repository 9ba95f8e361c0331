// Browsers that were launched for a session, and when they end.
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";

import { EventJournal } from "@webserv/host/src/session/state/event-journal.ts";
import { TransientBrowsers } from "@webserv/host/src/session/browsers/transient-browsers.ts";

let sessions: string[];
let closed: string[];
let journal: EventJournal;
let transient: TransientBrowsers;
beforeEach(() => {
  sessions = [];
  closed = [];
  journal = new EventJournal();
  transient = new TransientBrowsers({
    journal,
    sessionsOf: (browserId) => (browserId === "b-1" ? sessions : []),
    close: (browserId) => {
      closed.push(browserId);
      return Promise.resolve();
    },
    log: pino({ level: "silent" }),
  });
});
afterEach(() => transient.end());

/** Opens a session as the daemon does: the browser is held until the session stands. */
function openSession(sessionId: string): void {
  const release = transient.hold("b-1");
  sessions.push(sessionId);
  release();
}

async function closeSession(sessionId: string): Promise<void> {
  sessions = sessions.filter((each) => each !== sessionId);
  journal.append({ kind: "session.closed", sessionId, reason: "closed" });
  // Readers of the journal are woken once what happens now is over.
  await new Promise((resolve) => setImmediate(resolve));
}

test("a transient browser ends with the last of its sessions, and only then", async () => {
  transient.add("b-1");
  openSession("one");
  openSession("two");
  await closeSession("one");
  expect(closed).toEqual([]);
  await closeSession("two");
  expect(closed).toEqual(["b-1"]);
});

test("a transient browser stays for a session that is being opened in it, and ends if that fails", async () => {
  transient.add("b-1");
  openSession("one");
  const release = transient.hold("b-1");
  await closeSession("one");
  expect(closed).toEqual([]);
  release();
  expect(closed).toEqual(["b-1"]);
});

test("a transient browser stays for a session that was being opened before the launch was told of", async () => {
  const early = transient.hold("b-1");
  transient.add("b-1");
  openSession("one");
  await closeSession("one");
  expect(closed).toEqual([]);
  early();
  expect(closed).toEqual(["b-1"]);
});

test("a hold of a transient browser counts once, however often it is let go of", async () => {
  transient.add("b-1");
  const [first, second] = [transient.hold("b-1"), transient.hold("b-1")];
  first();
  first();
  expect(closed).toEqual([]);
  second();
  expect(closed).toEqual(["b-1"]);
});

test("a transient browser that is to be kept stays without a session, and so does every other browser", async () => {
  transient.add("b-1");
  const release = transient.hold("b-1");
  transient.keep("b-1");
  release();
  transient.hold("b-2")();
  await closeSession("one");
  expect(closed).toEqual([]);
});
