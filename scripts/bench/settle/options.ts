// Reads the options of `npm run bench -- settle`.
import { parseArgs } from "node:util";

import * as z from "zod/mini";

import { type SettleMode, settleMode } from "@webserv/shared/model/page/settle.ts";

import { SetupError } from "../../bootstrap/words.mjs";
import { chosen, count } from "../arguments.ts";
import { type ViewName, viewNames } from "./site/bundles.ts";
import { type Noise, noises } from "./scenarios.ts";

export const parts = ["webserv", "peers", "oracle", "applications", "overhead"] as const;
export type Part = (typeof parts)[number];

const BY_DEFAULT: readonly Part[] = ["webserv", "peers", "oracle", "overhead"];

export interface Options {
  /** True if only the last line is printed. */
  readonly json: boolean;
  readonly parts: ReadonlySet<Part>;
  /** The names of patterns; empty means all. If they are few, each is reported in detail. */
  readonly only: readonly string[];
  readonly mode: SettleMode;
  readonly seed: string;
  /** The number of scenarios; undefined means all. */
  readonly sample: number | undefined;
  /** The number of the scenarios that peers play, too. */
  readonly peersSample: number | undefined;
  readonly rounds: number;
  /** The rounds of the load by which hooks are weighed. */
  readonly loadRounds: number;
  readonly views: readonly ViewName[];
  readonly noises: readonly Noise[];
  /** The number of browsers at once. */
  readonly workers: number;
  /** True if each unseen pattern is reported, too, once nobody tunes the wait any more. */
  readonly unseen: boolean;
}

/** Parses the options. Throws SetupError with the argument that is wrong and what it may be. */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      json: { type: "boolean", default: false },
      only: { type: "string" },
      mode: { type: "string" },
      seed: { type: "string", default: "1" },
      sample: { type: "string", default: "200" },
      "peers-sample": { type: "string", default: "100" },
      all: { type: "boolean", default: false },
      rounds: { type: "string", default: "1" },
      "load-rounds": { type: "string", default: "8" },
      views: { type: "string" },
      noises: { type: "string" },
      workers: { type: "string", default: "2" },
      unseen: { type: "boolean", default: false },
    },
  });
  const named = values.only?.split(",").map((name) => name.trim()) ?? [];
  return {
    json: values.json,
    parts: partsOf(named),
    only: named.filter((name) => !namesPart([name])),
    mode: modeOf(values.mode),
    seed: values.seed,
    sample: values.all ? undefined : count("--sample", values.sample, 1),
    peersSample: values.all ? undefined : count("--peers-sample", values["peers-sample"], 1),
    rounds: count("--rounds", values.rounds, 1),
    loadRounds: count("--load-rounds", values["load-rounds"], 1),
    views: chosen("--views", viewNames, values.views),
    noises: chosen("--noises", noises, values.noises),
    workers: count("--workers", values.workers, 1),
    unseen: values.unseen,
  };
}

/**
 * Returns the parts to run. Named patterns are played without flows. Applications need Incus, so they run only if
 * named.
 */
function partsOf(named: readonly string[]): Set<Part> {
  if (namesPart(named)) return new Set(parts.filter((part) => named.includes(part)));
  return new Set(named.length > 0 ? ["webserv", "peers"] : BY_DEFAULT);
}

function namesPart(names: readonly string[]): boolean {
  const known: readonly string[] = parts;
  return names.some((name) => known.includes(name));
}

/** Returns the named mode; by default the causal one, if this version has it. */
function modeOf(written: string | undefined): SettleMode {
  const wanted = written === undefined ? ["causal", "network-idle"] : [written];
  for (const mode of wanted) {
    const parsed = z.safeParse(settleMode, mode);
    if (parsed.success) return parsed.data;
  }
  throw new SetupError(`--mode is ${written}, expected a mode that settle options have`);
}
