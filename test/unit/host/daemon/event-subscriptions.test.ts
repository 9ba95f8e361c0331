import { setImmediate as turn } from "node:timers/promises";

import {
  EventSubscriptions,
  MAX_SUBSCRIPTIONS,
} from "@webserv/host/src/daemon/event-subscriptions.ts";
import { EventJournal } from "@webserv/host/src/session/state/event-journal.ts";
import { expect, test } from "vitest";

/** A connection whose other side reads or does not, and what it was told. */
function connection(journal: EventJournal) {
  const told: string[] = [];
  let isClogged = false;
  let flowing = (): void => {};
  const subscriptions = new EventSubscriptions({
    journal,
    transport: {
      clogged: () => isClogged,
      onFlowing: (listener) => {
        flowing = listener;
      },
    },
    tell: ({ subscriptionId, event }) => {
      const what = event.kind === "missed" ? `missed ${event.missed}` : event.kind;
      told.push(`${subscriptionId}: ${what}`);
    },
  });
  return {
    subscriptions,
    told,
    clog: () => {
      isClogged = true;
    },
    flow: () => {
      isClogged = false;
      flowing();
    },
  };
}

const gone = { kind: "browser.disconnected", browserId: "b" } as const;
const closed = { kind: "session.closed", sessionId: "s", reason: "closed" } as const;

test("no event is told unasked, and none before the answer to its subscription", async () => {
  const journal = new EventJournal();
  const { subscriptions, told } = connection(journal);
  journal.append(gone);
  await turn();
  const place = { journal: journal.id, number: 0 };
  expect(subscriptions.subscribe({ subscriptionId: "all", after: place })).toEqual(place);
  expect(told).toEqual([]);
  await turn();
  expect(told).toEqual(["all: browser.disconnected"]);
});

test("each subscription is told of its own events until it is ended", async () => {
  const journal = new EventJournal();
  const { subscriptions, told } = connection(journal);
  subscriptions.subscribe({ subscriptionId: "all" });
  subscriptions.subscribe({ subscriptionId: "one", sessionId: "s" });
  journal.append(gone);
  journal.append(closed);
  journal.append(gone);
  await turn();
  // In the order in which it happened, whichever subscription it is for.
  expect(told).toEqual([
    "all: browser.disconnected",
    "all: session.closed",
    "one: session.closed",
    "all: browser.disconnected",
  ]);
  subscriptions.unsubscribe("all");
  journal.append(closed);
  await turn();
  expect(told.slice(4)).toEqual(["one: session.closed"]);
  subscriptions.end();
  journal.append(closed);
  await turn();
  expect(told).toHaveLength(5);
});

test("a connection that does not read is told of the latest, once it reads again", async () => {
  const journal = new EventJournal(2);
  const { subscriptions, told, clog, flow } = connection(journal);
  subscriptions.subscribe({ subscriptionId: "all" });
  clog();
  for (let count = 0; count < 5; count++) journal.append(gone);
  await turn();
  expect(told).toEqual([]);
  flow();
  await turn();
  expect(told).toEqual(["all: missed 3", "all: browser.disconnected", "all: browser.disconnected"]);
});

test("a connection may have only so many subscriptions; one of the same name takes the other's place", () => {
  const { subscriptions } = connection(new EventJournal());
  for (let number = 0; number < MAX_SUBSCRIPTIONS; number++) {
    subscriptions.subscribe({ subscriptionId: String(number) });
  }
  subscriptions.subscribe({ subscriptionId: "0" });
  expect(() => subscriptions.subscribe({ subscriptionId: "one more" })).toThrow(
    /already has 64 subscriptions/,
  );
});
