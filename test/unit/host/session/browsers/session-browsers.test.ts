// Tests which browser a session is opened in, and what is launched for it.
import { expect, test } from "vitest";

import { formatSessionBrowser } from "@webserv/host/src/format/session-browser.ts";
import { chooseBrowser } from "@webserv/host/src/session/browsers/browser-choice.ts";
import { Browser } from "@webserv/host/src/session/browsers/browser.ts";
import type { LaunchFacts } from "@webserv/host/src/session/browsers/browser.ts";
import {
  describeBrowser,
  SessionBrowsers,
} from "@webserv/host/src/session/browsers/session-browsers.ts";
import type { SessionBrowsersOptions } from "@webserv/host/src/session/browsers/session-browsers.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

const hello = {
  protocol: { major: 1, minor: 0 },
  extensionVersion: "1",
  browser: "Chromium 1",
  workerId: "w",
  sessions: [],
};
const facts = {
  role: "browser",
  kind: "personal",
  pid: 1,
  headless: true,
  port: undefined,
} as const;

function launchedBrowser(browserId: string, profile?: string, newProfile = true): Browser {
  const launch: LaunchFacts = { ...facts, launchId: browserId, profile, newProfile };
  return new Browser({ ...hello, browserId }, launch);
}

/** A registry that has `connected`, the newest first, and launches that are told of. */
function world(connected: Browser[], launch?: () => Promise<Browser>) {
  const noted: string[] = [];
  const wishes: unknown[] = [];
  const options: SessionBrowsersOptions = {
    registry: {
      connected: () => connected,
      whenChosen: async (browserId) => await Promise.resolve(chooseBrowser(connected, browserId)),
    },
    launches: {
      launch: async (wish) => {
        wishes.push(wish);
        return await (launch?.() ?? Promise.resolve(launchedBrowser(`l-${wishes.length}`)));
      },
    },
    transient: {
      add: (id) => void noted.push(`add ${id}`),
      keep: (id) => void noted.push(`keep ${id}`),
      hold: (id) => {
        noted.push(`hold ${id}`);
        return () => void noted.push(`release ${id}`);
      },
    },
    stops: { assertMayOpen: () => {}, assertMayLaunch: () => {} },
    env: {},
    signal: new AbortController().signal,
  };
  return { noted, wishes, options, browsers: new SessionBrowsers(options) };
}

const wish = { keepBrowser: false };
const waiting = () => ({ waitMs: 1000, signal: new AbortController().signal, tell: () => {} });

test("a connected browser is taken for a session, and held until the session stands", async () => {
  const own = new Browser({ ...hello, browserId: "b-1" }, undefined);
  const { browsers, noted, wishes } = world([own]);
  const chosen = await browsers.take(wish, waiting());
  expect(chosen).toMatchObject({ browser: own, launched: false });
  chosen.release();
  expect(noted).toEqual(["hold b-1", "release b-1"]);
  expect(wishes).toEqual([]);
  expect(describeBrowser(chosen, true)).toMatchObject({ profile: "person", launched: false });
});

test("the browser of a session that is replaced goes before the newest, as long as it is connected", async () => {
  const [newest, own] = ["b-2", "b-1"].map(
    (browserId) => new Browser({ ...hello, browserId }, undefined),
  );
  if (newest === undefined || own === undefined) throw new Error("there are two");
  const connected = [newest, own];
  const { browsers } = world(connected);
  const inPlace = { ...wish, sameAs: "b-1" };
  expect((await browsers.take(inPlace, waiting())).browser).toBe(own);
  expect((await browsers.take({ ...inPlace, browserId: "b-2" }, waiting())).browser).toBe(newest);
  connected.pop();
  expect((await browsers.take(inPlace, waiting())).browser).toBe(newest);
  connected.pop();
  expect(await browsers.take(inPlace, waiting())).toMatchObject({ launched: true });
});

test("if no browser is connected, one is launched, without a window if there is no display", async () => {
  const { browsers, wishes, options } = world([]);
  const told: string[] = [];
  const chosen = await browsers.take(wish, { ...waiting(), tell: (text) => told.push(text) });
  expect(told).toEqual(["no browser is connected, and so one is launched"]);
  expect(wishes).toEqual([{ kind: "personal", headless: true, display: {} }]);
  expect(describeBrowser(chosen, false)).toEqual({
    browserId: "l-1",
    kind: "personal",
    name: "Chromium 1",
    launched: true,
    headless: true,
    profile: "new",
  });
  // The daemon's own display stands in for callers that name none.
  const shown = world([]);
  const inSession = new SessionBrowsers({ ...shown.options, env: { DISPLAY: ":1", HOME: "/" } });
  await inSession.take(wish, waiting());
  await inSession.take({ ...wish, display: { DISPLAY: ":2" } }, waiting());
  expect(options.env).toEqual({});
  expect(shown.wishes).toEqual([
    { kind: "personal", headless: false, display: { DISPLAY: ":1" } },
    { kind: "personal", headless: false, display: { DISPLAY: ":2" } },
  ]);
});

test("sessions that come at once share one launch, and each holds its browser", async () => {
  const gate = Promise.withResolvers<Browser>();
  const { browsers, noted, wishes } = world([], () => gate.promise);
  const both = Promise.all([
    browsers.take(wish, waiting()),
    browsers.take({ keepBrowser: true }, waiting()),
  ]);
  gate.resolve(launchedBrowser("l-1"));
  const [first, second] = await both;
  expect(wishes).toHaveLength(1);
  expect(first?.browser).toBe(second?.browser);
  await new Promise((resolve) => setImmediate(resolve));
  expect(noted.filter((each) => each === "hold l-1")).toHaveLength(3);
  expect(noted).toContain("keep l-1");
  // The launch's own hold ends by itself, after theirs have begun.
  expect(noted.lastIndexOf("hold l-1")).toBeLessThan(noted.indexOf("release l-1"));
});

test("a caller that gives up waits no longer for a launch, which goes on for the others", async () => {
  const gate = Promise.withResolvers<Browser>();
  const { browsers } = world([], () => gate.promise);
  const gone = new AbortController();
  const impatient = browsers.take(wish, { ...waiting(), signal: gone.signal });
  const patient = browsers.take(wish, waiting());
  gone.abort(new WebservError("cancelled", "taken back"));
  await expect(impatient).rejects.toMatchObject({ code: "cancelled" });
  gate.resolve(launchedBrowser("l-1"));
  expect((await patient).browser.browserId).toBe("l-1");
});

test("an agent on a machine without any browser is told that none is connected and none can be launched", async () => {
  const { browsers } = world([], () =>
    Promise.reject(new WebservError("browser-not-found", "no Chrome is installed here")),
  );
  await expect(browsers.take(wish, waiting())).rejects.toMatchObject({
    code: "no-browser",
    message: "no browser is connected, and none can be launched: no Chrome is installed here",
  });
});

test("a browser that is being closed is not taken for a session", async () => {
  const ending = launchedBrowser("l-0");
  const connected = [ending];
  const { noted, options } = world(connected);
  const { transient } = options;
  // It begins to end between the choice and the hold.
  const hold = (id: string): (() => void) => {
    connected.length = 0;
    return transient.hold(id);
  };
  const browsers = new SessionBrowsers({ ...options, transient: { ...transient, hold } });
  const chosen = await browsers.take(wish, waiting());
  expect(chosen).toMatchObject({ launched: true, browser: { browserId: "l-1" } });
  expect(noted.slice(0, 2)).toEqual(["hold l-0", "release l-0"]);
});

test("a profile is told as used if sessions used it before, or if it was there before the launch", () => {
  const told = (browser: Browser, usedBefore: boolean): unknown =>
    describeBrowser({ browser, launched: false }, usedBefore);
  const browser = launchedBrowser("l-1");
  expect(told(browser, false)).toMatchObject({ profile: "new" });
  expect(told(browser, true)).toMatchObject({ profile: "used" });
  const begun = launchedBrowser("l-2", "work");
  expect(told(begun, false)).toMatchObject({ profile: "new", profileName: "work" });
  expect(told(begun, true)).toMatchObject({ profile: "used", profileName: "work" });
  const known = launchedBrowser("l-3", "work", false);
  expect(told(known, false)).toMatchObject({ profile: "used", profileName: "work" });
});

test("an agent is told that a person may have used a window that was not launched for its session", () => {
  const launch = { ...facts, launchId: "l-1", profile: undefined, newProfile: true };
  const words = (headless: boolean, launched: boolean): string => {
    const browser = new Browser({ ...hello, browserId: "l-1" }, { ...launch, headless });
    return formatSessionBrowser(describeBrowser({ browser, launched }, false));
  };
  expect(words(false, false)).toMatch("no cookies and logins but those of a person who has used");
  expect(words(true, false)).toMatch("logged out everywhere");
  expect(words(false, true)).toMatch("logged out everywhere");
});
