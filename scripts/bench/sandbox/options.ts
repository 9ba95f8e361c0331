// Reads the options of `npm run bench -- sandbox`.
import { parseArgs } from "node:util";

import { chosen, count } from "../arguments.ts";

export const parts = [
  "launch",
  "acquire",
  "reset",
  "branch",
  "resets",
  "weight",
  "density",
] as const;
export type Part = (typeof parts)[number];

export const siteKeys = ["small", "wordpress", "evershop", "big-file"] as const;
export type SiteKey = (typeof siteKeys)[number];

export interface Options {
  /** True if only the last line is printed. */
  readonly json: boolean;
  readonly docker: boolean;
  readonly parts: ReadonlySet<Part>;
  readonly sites: readonly SiteKey[];
  /** The number of measured launches and acquires; each site has its own if left out. */
  readonly rounds?: number;
  /** The number of clones at once, for density. */
  readonly small: number;
  readonly wordpress: number;
}

/** Parses the options. Throws SetupError with the argument that is wrong and what it may be. */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      json: { type: "boolean", default: false },
      "no-docker": { type: "boolean", default: false },
      only: { type: "string" },
      sites: { type: "string" },
      rounds: { type: "string" },
      small: { type: "string", default: "200" },
      wordpress: { type: "string", default: "100" },
    },
  });
  return {
    json: values.json,
    docker: !values["no-docker"],
    parts: new Set(chosen("--only", parts, values.only)),
    sites: chosen("--sites", siteKeys, values.sites),
    ...(values.rounds === undefined ? {} : { rounds: count("--rounds", values.rounds, 1) }),
    small: count("--small", values.small, 0),
    wordpress: count("--wordpress", values.wordpress, 0),
  };
}
