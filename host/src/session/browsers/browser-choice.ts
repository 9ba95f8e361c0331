// Chooses the browser that a session is opened in: the same one each time, however often browsers connect anew.
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { Browser } from "./browser.ts";
import type { ExpectedBrowser } from "./known-browsers.ts";

/**
 * Returns the browser named, or else the newest; an environment only if it is named.
 * @param connected the newest first, by when each first took part
 * @throws WebservError `unknown-browser`, `no-browser`.
 */
export function chooseBrowser(
  connected: readonly Browser[],
  browserId: string | undefined,
): Browser {
  if (browserId === undefined) {
    const newest = newestOf(connected);
    if (newest === undefined) throw new WebservError("no-browser", "no browser is connected");
    return newest;
  }
  const named = connected.find((browser) => browser.browserId === browserId);
  if (named !== undefined) return named;
  const browsers = connected.map((browser) => browser.browserId);
  const there = browsers.length === 0 ? "none is connected" : `there are ${browsers.join(", ")}`;
  throw new WebservError(
    "unknown-browser",
    `no connected browser has the id "${browserId}"; ${there}`,
    { details: { browsers } },
  );
}

/** Returns the browser that would be chosen if it were connected, as it was a moment ago. */
export function awaitedBrowser(
  connected: readonly Browser[],
  expected: readonly ExpectedBrowser[],
  browserId: string | undefined,
): ExpectedBrowser | undefined {
  if (browserId !== undefined) return expected.find((known) => known.browserId === browserId);
  const newest = newestOf(connected);
  return expected.find(({ since }) => newest === undefined || since > newest.since);
}

function newestOf(connected: readonly Browser[]): Browser | undefined {
  return connected.find(({ launch }) => launch?.role !== "environment");
}
