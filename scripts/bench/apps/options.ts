// Reads the options of `npm run bench -- apps`.
import { parseArgs } from "node:util";

import { chosen, count } from "../arguments.ts";
import { type ApplicationName, applicationNames } from "./application.ts";

export interface Options {
  /** True if only the last line is printed. */
  readonly json: boolean;
  readonly rounds: number;
  readonly only: readonly ApplicationName[];
  /** True if each call is printed. */
  readonly detail: boolean;
  /** The file that all answers are written to, in full. */
  readonly transcript: string | undefined;
}

/** Parses the options. Throws SetupError with the argument that is wrong and what it may be. */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      json: { type: "boolean", default: false },
      rounds: { type: "string", default: "1" },
      only: { type: "string" },
      detail: { type: "boolean", default: false },
      transcript: { type: "string" },
    },
  });
  return {
    json: values.json,
    rounds: count("--rounds", values.rounds, 1),
    only: chosen("--only", applicationNames, values.only),
    detail: values.detail,
    transcript: values.transcript,
  };
}
