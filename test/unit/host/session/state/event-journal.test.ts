import { expect, test } from "vitest";

import { EventJournal } from "@webserv/host/src/session/state/event-journal.ts";
import type { EventReader } from "@webserv/host/src/session/state/event-journal.ts";

const ignore = (): void => {};

function open(journal: EventJournal, ...sessionIds: string[]): void {
  for (const sessionId of sessionIds) {
    journal.append({ kind: "session.opened", sessionId, browserId: "b", agent: "agent" });
  }
}

/** What there is to read now, in short: the session of each event, or how many were missed. */
function allOf(reader: EventReader): (string | number | null | undefined)[] {
  const read: (string | number | null | undefined)[] = [];
  for (let event = reader.take(); event !== undefined; event = reader.take()) {
    if (event.kind === "missed") read.push(event.missed);
    else read.push("sessionId" in event ? event.sessionId : event.kind);
  }
  return read;
}

test("a reader of the journal is told of the events after it began, once and in order", () => {
  const journal = new EventJournal();
  open(journal, "before");
  let woken = 0;
  const reader = journal.read({}, undefined, () => woken++);
  expect(allOf(reader)).toEqual([]);
  open(journal, "a", "b");
  expect(woken).toBe(2);
  expect(allOf(reader)).toEqual(["a", "b"]);
  open(journal, "c");
  expect(allOf(reader)).toEqual(["c"]);
  reader.end();
  open(journal, "d");
  expect(woken).toBe(3);
});

test("a reader of the journal is told only of its kinds of events and of its session", () => {
  const journal = new EventJournal();
  const closings = journal.read({ kinds: ["session.closed"] }, undefined, ignore);
  const second = journal.read({ sessionId: "b" }, undefined, ignore);
  open(journal, "a", "b");
  journal.append({ kind: "browser.disconnected", browserId: "x" });
  journal.append({ kind: "session.closed", sessionId: "a", reason: "closed" });
  expect(allOf(closings)).toEqual(["a"]);
  expect(allOf(second)).toEqual(["b"]);
});

test("a reader of the journal that is too slow misses its oldest events, and is told how many", () => {
  const journal = new EventJournal(3);
  const all = journal.read({}, undefined, ignore);
  const odd = journal.read({ sessionId: "odd" }, undefined, ignore);
  open(journal, "odd", "even", "odd", "even", "odd", "even", "last");
  expect(allOf(all)).toEqual([4, "odd", "even", "last"]);
  expect(allOf(odd)).toEqual([2, "odd"]);
  open(journal, "next");
  expect(allOf(all)).toEqual(["next"]);
});

test("a reader that comes back to the journal goes on after the place it had", () => {
  const journal = new EventJournal(3);
  open(journal, "a");
  const place = journal.place;
  open(journal, "b", "c");
  expect(allOf(journal.read({}, place, ignore))).toEqual(["b", "c"]);
  open(journal, "d");
  expect(allOf(journal.read({}, place, ignore))).toEqual(["b", "c", "d"]);
});

test("a reader is told that an unknown number is missed if it was away too long or knew another journal", () => {
  const journal = new EventJournal(3);
  const place = journal.place;
  open(journal, "a", "b", "c", "d");
  const late = journal.read({}, place, ignore);
  expect(late.start).toEqual({ journal: journal.id, number: 1 });
  expect(allOf(late)).toEqual([null, "b", "c", "d"]);
  const elsewhere = { journal: "another", number: 2 };
  expect(allOf(journal.read({}, elsewhere, ignore))).toEqual([null, "b", "c", "d"]);
  const toCome = { journal: journal.id, number: 99 };
  expect(allOf(journal.read({}, toCome, ignore))).toEqual([null, "b", "c", "d"]);
});
