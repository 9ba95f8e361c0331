// Enforces a person's Stop for a minute: no session is opened meanwhile, in whichever browser and whoever asks. Agents
// can't be told apart, and one that was stopped would else go on in another browser, perhaps in the person's own.
import { readFileSync } from "node:fs";

import * as z from "zod/mini";

import { STOP_HOLDS_MS } from "@webserv/shared/model/session.ts";
import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";

import type { Logger } from "../../log.ts";
import { replaceFile } from "../../replace-file.ts";
import type { Browser } from "./browser.ts";

const stop = z.object({
  sessionId: z.string(),
  browserId: z.string(),
  /** True if it was pressed in an environment, where it applies to that one alone. */
  apart: z.boolean(),
  /** The time in ms since 1970. */
  at: z.number(),
});
type Stop = z.infer<typeof stop>;
const stops = z.object({ stops: z.array(stop) });

type BrowserIdentity = Pick<Browser, "browserId" | "launch">;

export interface RecentStopsOptions {
  /** Keeps the stops for the next daemon. */
  readonly file: string;
  readonly log: Logger;
  /** Returns ms since 1970, by a clock that the next daemon has, too. */
  readonly now?: () => number;
}

export class RecentStops {
  readonly #options: RecentStopsOptions;
  #stops: readonly Stop[];

  constructor(options: RecentStopsOptions) {
    this.#options = options;
    this.#stops = read(options.file);
  }

  /** @param at when it was pressed, in ms since 1970; now if left out */
  note(sessionId: string, browser: BrowserIdentity, at = this.#now()): void {
    if (this.#stops.some((known) => known.sessionId === sessionId)) return;
    const { browserId } = browser;
    this.#keep([...this.#stops, { sessionId, browserId, apart: isApart(browser), at }]);
  }

  /** Lets agents begin again, as the person does in the panel of a browser where they stopped one. */
  allow({ browserId }: Pick<Browser, "browserId">): void {
    this.#keep(this.#stops.filter((stop) => stop.browserId !== browserId));
  }

  /** @throws WebservError `stopped-recently`. */
  assertMayOpen(browser: BrowserIdentity): void {
    const { browserId } = browser;
    const apart = isApart(browser);
    this.#assertNone((stop) => stop.browserId === browserId || !(stop.apart || apart), browserId);
  }

  /** Must be called before a browser is launched for a session. @throws as `assertMayOpen`. */
  assertMayLaunch(): void {
    this.#assertNone((stop) => !stop.apart);
  }

  #assertNone(counts: (stop: Stop) => boolean, here?: string): void {
    const latest = this.#recent()
      .filter(counts)
      .reduce<Stop | undefined>(
        (last, next) => (last === undefined || next.at > last.at ? next : last),
        undefined,
      );
    if (latest === undefined) return;
    const retryAfterMs = latest.at + STOP_HOLDS_MS - this.#now();
    const [ago, left] = [STOP_HOLDS_MS - retryAfterMs, retryAfterMs].map(inSeconds);
    const where = latest.browserId === here ? "this browser" : `the browser ${latest.browserId}`;
    throw new WebservError(
      "stopped-recently",
      `the person stopped the session "${latest.sessionId}" in ${where} ${ago} ago, so no session is opened for another ${left}`,
      { details: { sessionId: latest.sessionId, browserId: latest.browserId, retryAfterMs } },
    );
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }

  /** A stop from the future was noted before the clock was set back: its minute begins now, at the latest. */
  #recent(): readonly Stop[] {
    const now = this.#now();
    this.#stops = this.#stops
      .map((stop) => ({ ...stop, at: Math.min(stop.at, now) }))
      .filter(({ at }) => at + STOP_HOLDS_MS > now);
    return this.#stops;
  }

  #keep(kept: readonly Stop[]): void {
    this.#stops = kept;
    try {
      replaceFile(this.#options.file, JSON.stringify({ stops: this.#recent() }));
    } catch (error) {
      this.#options.log.warn({ err: toWebservError(error) }, "the stops were not saved");
    }
  }
}

/** An environment reaches sandboxes and nothing else, and no person works in it. */
function isApart({ launch }: BrowserIdentity): boolean {
  return launch?.role === "environment";
}

function inSeconds(ms: number): string {
  return `${Math.max(1, Math.ceil(ms / 1000))} s`;
}

/** A file that can't be read or parsed counts as empty. */
function read(file: string): readonly Stop[] {
  try {
    return stops.parse(JSON.parse(readFileSync(file, "utf8"))).stops;
  } catch {
    return [];
  }
}
