// Reads the options of `npm run bench -- observe`.
import { parseArgs } from "node:util";

import { chosen, count } from "../arguments.ts";

export const parts = ["sizes", "pages", "oracle"] as const;
export type Part = (typeof parts)[number];

export const groups = ["store", "libraries", "wordpress", "evershop"] as const;
export type Group = (typeof groups)[number];

export interface Options {
  /** True if only the last line is printed. */
  readonly json: boolean;
  readonly parts: ReadonlySet<Part>;
  readonly groups: readonly Group[];
  /** The numbers of nodes of the synthetic pages. */
  readonly sizes: readonly number[];
  /** The number of measured readings of each page. */
  readonly rounds: number;
  /** The most nodes that Playwright reads, which takes minutes for 100,000. */
  readonly playwrightNodes: number;
  /** True if the report says for each size where the time goes. */
  readonly profile: boolean;
}

/** Parses the options. Throws SetupError with the argument that is wrong and what it may be. */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      json: { type: "boolean", default: false },
      only: { type: "string" },
      groups: { type: "string" },
      sizes: { type: "string", default: "1000,10000,100000" },
      rounds: { type: "string", default: "10" },
      profile: { type: "boolean", default: false },
      "playwright-nodes": { type: "string", default: "10000" },
    },
  });
  return {
    json: values.json,
    parts: new Set(chosen("--only", parts, values.only)),
    groups: chosen("--groups", groups, values.groups),
    sizes: values.sizes.split(",").map((size) => count("--sizes", size, 100)),
    rounds: count("--rounds", values.rounds, 1),
    profile: values.profile,
    playwrightNodes: count("--playwright-nodes", values["playwright-nodes"], 0),
  };
}
