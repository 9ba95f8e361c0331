// Remembers the persons' browsers that this home has seen: their order, and which of them are expected back.
import { readFileSync } from "node:fs";

import * as z from "zod/mini";

import { toWebservError } from "@webserv/shared/errors/errors.ts";

import type { Logger } from "../../log.ts";
import { replaceFile } from "../../replace-file.ts";

/** An extension tries again after 5 s at the latest, and its hello takes a while. */
export const EXPECTED_MS = 7_000;
const MOST = 100;

const knownBrowser = z.object({
  browserId: z.string(),
  name: z.string(),
  /** The time when the profile first connected, in ms since 1970. */
  firstSeenAt: z.number(),
  /** The time when it was last lost, in ms since 1970; null while it is connected. */
  leftAt: z.nullable(z.number()),
});
type KnownBrowser = z.infer<typeof knownBrowser>;
const knownBrowsers = z.object({ browsers: z.array(knownBrowser) });

export interface ExpectedBrowser {
  readonly browserId: string;
  readonly name: string;
  readonly since: Date;
  /** The time for which it is worth waiting for it, in ms. */
  readonly waitMs: number;
}

export class KnownBrowsers {
  readonly #file: string;
  readonly #log: Logger;
  readonly #known: Map<string, KnownBrowser>;

  constructor(file: string, log: Logger) {
    this.#file = file;
    this.#log = log;
    const now = Date.now();
    // Browsers that were connected when an earlier daemon ended without a word are about to come
    // back.
    this.#known = new Map(
      read(file).map((known) => [known.browserId, { ...known, leftAt: known.leftAt ?? now }]),
    );
  }

  /** Notes that a person's browser has connected; returns when its profile first did. */
  arrived(browserId: string, name: string): Date {
    const firstSeenAt = this.#known.get(browserId)?.firstSeenAt ?? Date.now();
    this.#known.set(browserId, { browserId, name, firstSeenAt, leftAt: null });
    this.#save();
    return new Date(firstSeenAt);
  }

  left(browserId: string): void {
    const known = this.#known.get(browserId);
    if (known === undefined) return;
    this.#known.set(browserId, { ...known, leftAt: Date.now() });
    this.#save();
  }

  /** Returns the browsers that were connected a moment ago; the newest first. */
  expected(): readonly ExpectedBrowser[] {
    const now = Date.now();
    return [...this.#known.values()]
      .map(({ browserId, name, firstSeenAt, leftAt }) => ({
        browserId,
        name,
        since: new Date(firstSeenAt),
        waitMs: leftAt === null ? 0 : Math.min(EXPECTED_MS, leftAt + EXPECTED_MS - now),
      }))
      .filter(({ waitMs }) => waitMs > 0)
      .sort((first, second) => second.since.getTime() - first.since.getTime());
  }

  #save(): void {
    const browsers = [...this.#known.values()]
      .sort((first, second) => (second.leftAt ?? Infinity) - (first.leftAt ?? Infinity))
      .slice(0, MOST);
    try {
      replaceFile(this.#file, JSON.stringify({ browsers }));
    } catch (error) {
      this.#log.warn({ err: toWebservError(error) }, "the known browsers were not saved");
    }
  }
}

/** A file that can't be read or parsed counts as empty. */
function read(file: string): readonly KnownBrowser[] {
  try {
    return knownBrowsers.parse(JSON.parse(readFileSync(file, "utf8"))).browsers;
  } catch {
    return [];
  }
}
