// A person's Stop and the minute after it.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";

import { Browser } from "@webserv/host/src/session/browsers/browser.ts";
import type { LaunchFacts } from "@webserv/host/src/session/browsers/browser.ts";
import { RecentStops } from "@webserv/host/src/session/browsers/recent-stops.ts";

let dir: string;
let now: number;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "webserv-stops-"));
  now = 1_000_000;
});
afterEach(() => rmSync(dir, { recursive: true }));

/** What a daemon makes of the file that the one before it has left. */
function stopsOf(): RecentStops {
  return new RecentStops({
    file: join(dir, "stops.json"),
    log: pino({ level: "silent" }),
    now: () => now,
  });
}

function browserOf(browserId: string, role?: LaunchFacts["role"]): Browser {
  const hello = {
    protocol: { major: 1, minor: 0 },
    extensionVersion: "1",
    browserId,
    browser: "Chromium 1",
    workerId: "w",
    sessions: [],
  };
  const facts = { kind: "personal", profile: undefined, pid: 1, headless: true, port: undefined };
  const launch = role === undefined ? undefined : { launchId: browserId, role, ...facts };
  return new Browser(hello, launch as LaunchFacts | undefined);
}

const person = browserOf("b-1");
const refused = expect.objectContaining({ code: "stopped-recently" }) as Error;

test("a person's stop holds for a minute in its browser, over the end of the daemon, and says for how long", () => {
  stopsOf().note("s-1", person);
  now += 12_000;
  expect(() => stopsOf().assertMayOpen(person)).toThrow(
    'the person stopped the session "s-1" in this browser 12 s ago, so no session is opened for another 48 s',
  );
  now += 47_999;
  expect(() => stopsOf().assertMayOpen(person)).toThrow(refused);
  now += 1;
  expect(() => stopsOf().assertMayOpen(person)).not.toThrow();
});

test("a person's stop holds in every other browser too, and no browser is launched while it holds", () => {
  const [stops, launched] = [stopsOf(), browserOf("l-1", "browser")];
  stops.note("s-1", person);
  for (const other of [browserOf("b-2"), launched]) {
    expect(() => stops.assertMayOpen(other)).toThrow(
      'the person stopped the session "s-1" in the browser b-1 1 s ago, so no session is opened for another 60 s',
    );
  }
  expect(() => stops.assertMayLaunch()).toThrow(refused);
  now += 60_000;
  expect(() => stops.assertMayOpen(launched)).not.toThrow();
  expect(() => stops.assertMayLaunch()).not.toThrow();
  stops.note("s-2", launched);
  expect(() => stops.assertMayOpen(browserOf("l-2", "browser"))).toThrow(refused);
  expect(() => stops.assertMayOpen(person)).toThrow(refused);
});

test("a stop in an environment holds in that environment alone, and a stop elsewhere in no environment", () => {
  const [stops, environment] = [stopsOf(), browserOf("env-1", "environment")];
  stops.note("s-1", person);
  expect(() => stops.assertMayOpen(environment)).not.toThrow();
  stops.allow(person);
  stops.note("s-2", environment);
  expect(() => stops.assertMayOpen(environment)).toThrow(refused);
  expect(() => stops.assertMayOpen(browserOf("env-2", "environment"))).not.toThrow();
  expect(() => stops.assertMayOpen(person)).not.toThrow();
  expect(() => stops.assertMayLaunch()).not.toThrow();
});

test("a person's stop ends at the person's word, also for the next daemon", () => {
  const stops = stopsOf();
  stops.note("s-1", person);
  stops.allow(person);
  expect(() => stops.assertMayOpen(person)).not.toThrow();
  expect(() => stopsOf().assertMayLaunch()).not.toThrow();
});

test("a person's stop is not ended by the person's word in another browser that was stopped too", () => {
  const stops = stopsOf();
  stops.note("s-1", person);
  stops.note("s-2", browserOf("b-2"));
  stops.allow(browserOf("b-2"));
  expect(() => stops.assertMayOpen(browserOf("b-2"))).toThrow('"s-1" in the browser b-1');
});

test("a person's stop counts from when it was pressed, even if the daemon hears of it later or twice", () => {
  const stops = stopsOf();
  stops.note("s-1", person, now - 50_000);
  stops.note("s-1", person);
  now += 10_000;
  expect(() => stops.assertMayOpen(person)).not.toThrow();
});

test("a person's stop is not made longer by a clock that is set back, nor by a file that can't be understood", () => {
  const stops = stopsOf();
  stops.note("s-1", person);
  now -= 3_600_000;
  expect(() => stops.assertMayOpen(person)).toThrow(refused);
  now += 60_000;
  expect(() => stops.assertMayOpen(person)).not.toThrow();
  writeFileSync(join(dir, "stops.json"), "{");
  expect(() => stopsOf().assertMayOpen(person)).not.toThrow();
});
