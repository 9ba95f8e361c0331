// Reads the command line of scripts/setup-incus.
import { parseArgs } from "node:util";

import { defaultSet } from "../../../host/src/sandbox/incus/names.ts";
import { SetupError } from "../../bootstrap/words.mjs";

export const poolDrivers = ["btrfs", "zfs", "dir"] as const;
export type PoolDriver = (typeof poolDrivers)[number];

export interface SetupOptions {
  readonly action: "set up" | "check" | "remove" | "help";
  /** The name of project, pool and network. */
  readonly set: string;
  /** The pool's driver; undefined: btrfs, or zfs if the kernel has only that. */
  readonly driver: PoolDriver | undefined;
  /** The pool's size; undefined: by the disk's free space. */
  readonly sizeGiB: number | undefined;
  /** True if the person who runs it by sudo joins the group incus-admin. */
  readonly joinsGroup: boolean;
}

export const usage = `Usage: scripts/setup-incus [--check | --remove] [--name <set>] [--pool-driver btrfs|zfs|dir] [--pool-size <GiB>] [--no-group]

Brings this machine to a working Incus for WebServ's sandboxes; run again, it does what lacks.
  --check        changes nothing, says what lacks, and ends with code 1 where something does
  --remove       takes back what earlier runs did, sandboxes and images included
  --name         of project, storage pool and network (${defaultSet})
  --pool-driver  of the storage pool, where there is none yet (btrfs)
  --pool-size    of the storage pool's file, which grows as it is filled (by free disk space)
  --no-group     leaves who runs it by sudo out of the group incus-admin: without that they reach
                 Incus as root alone, with it they and their programs are as good as root
Code 3: this machine can't run Incus, and what of it can't.
`;

/** Parses the arguments. @throws SetupError that says which argument is wrong. */
export function parseOptions(args: readonly string[]): SetupOptions {
  const values = valuesOf(args);
  if (values.check === true && values.remove === true) {
    throw new SetupError("--check and --remove are two commands: give one of them.");
  }
  const set = values.name ?? defaultSet;
  // The network is the set's name and a digit, and an interface's name has 15 characters at most.
  if (!/^[a-z][a-z0-9-]{0,13}$/.test(set)) {
    throw new SetupError(
      `--name ${set}: use 1 to 14 lower-case letters, digits and hyphens, a letter first.`,
    );
  }
  const wish = values["pool-driver"];
  const driver = poolDrivers.find((name) => name === wish);
  if (wish !== undefined && driver === undefined) {
    throw new SetupError(`--pool-driver ${wish}: use ${poolDrivers.join(", ")}.`);
  }
  const size = values["pool-size"];
  if (size !== undefined && !/^[1-9]\d{0,5}$/.test(size)) {
    throw new SetupError(`--pool-size ${size}: use a whole number of GiB, at least 1.`);
  }
  return {
    action: actionOf(values),
    set,
    driver,
    sizeGiB: size === undefined ? undefined : Number(size),
    joinsGroup: values["no-group"] !== true,
  };
}

function valuesOf(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        check: { type: "boolean" },
        remove: { type: "boolean" },
        help: { type: "boolean", short: "h" },
        name: { type: "string" },
        "pool-driver": { type: "string" },
        "pool-size": { type: "string" },
        "no-group": { type: "boolean" },
      },
    }).values;
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new SetupError(`${words}\n${usage}`, { cause: error });
  }
}

function actionOf(values: ReturnType<typeof valuesOf>): SetupOptions["action"] {
  if (values.help === true) return "help";
  if (values.check === true) return "check";
  return values.remove === true ? "remove" : "set up";
}
