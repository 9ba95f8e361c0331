// Reads the options of `npm run bench -- agents`.
import { parseArgs } from "node:util";

import { chosen, count } from "../arguments.ts";
import { type ContenderName, contenderNames } from "./hands.ts";
import { type SiteName, siteNames } from "./places.ts";

export interface Options {
  /** True if only the last line is printed. */
  readonly json: boolean;
  readonly rounds: number;
  readonly sites: readonly SiteName[];
  readonly contenders: readonly ContenderName[];
  /** True if each call is printed. */
  readonly detail: boolean;
}

/** Parses the options. Throws SetupError with the argument that is wrong and what it may be. */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      json: { type: "boolean", default: false },
      rounds: { type: "string", default: "3" },
      sites: { type: "string" },
      contenders: { type: "string" },
      detail: { type: "boolean", default: false },
    },
  });
  return {
    json: values.json,
    rounds: count("--rounds", values.rounds, 1),
    sites: chosen("--sites", siteNames, values.sites),
    contenders: chosen("--contenders", contenderNames, values.contenders),
    detail: values.detail,
  };
}
